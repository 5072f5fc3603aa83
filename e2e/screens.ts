// `npm run screens`: pictures of the screens, in both styles, for the documents. Against a sandbox of its own, or the
// one that SANDBOX_FILE names.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chromiumPath, launchArguments } from '../tools/browser.ts'
import { openSandbox, startSandbox, walletOf } from './support/sandbox.ts'
import { goTo, unlock } from './support/signIn.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'screens')
const running = process.env['SANDBOX_FILE']
const sandbox = running === undefined ? await startSandbox() : await openSandbox(running)
const wallet = walletOf(sandbox, 'a.keller')
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...launchArguments] })
await mkdir(folder, { recursive: true })

for (const style of ['light', 'dark'] as const) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    baseURL: wallet.url,
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Wallet file').setInputFiles(wallet.file)
  if (style === 'light') await take(page, 'login', style)
  await unlock(page, wallet.file, wallet.password)
  await page.waitForURL(/\/custodians$/)
  await chooseStyle(page, style)
  await goTo(page, 'Holdings')
  await take(page, 'holdings', style)
  await goTo(page, 'Transactions')
  await page
    .getByRole('row')
    .filter({ hasText: 'Repo' })
    .filter({ hasText: 'Pending' })
    .first()
    .getByRole('gridcell')
    .nth(1)
    .click()
  await page.getByRole('complementary').getByText('Details match').waitFor()
  await take(page, 'transactions', style)
  await context.close()
}
await browser.close()
await sandbox.stop()

async function chooseStyle(page: Page, style: 'light' | 'dark'): Promise<void> {
  await page.getByRole('button', { name: wallet.user }).click()
  await page.getByRole('menuitemradio', { name: style === 'light' ? 'Light' : 'Dark' }).click()
  await page.keyboard.press('Escape')
}

async function take(page: Page, name: string, style: string): Promise<void> {
  // What is still on its way, and what moves, has no place in a picture.
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(folder, `${name}-${style}.png`) })
}
