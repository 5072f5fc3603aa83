// `npm run screens`: pictures of the screens, in both styles, for the documents. Against a sandbox of its own, or the
// one that SANDBOX_FILE names.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chromiumPath, launchArguments } from '../tools/browser.ts'
import { captureDialogs } from './support/forms.ts'
import { openSandbox, startSandbox, walletOf } from './support/sandbox.ts'
import { unlock } from './support/navigation.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'screens')
const running = process.env['SANDBOX_FILE']
const sandbox = running === undefined ? await startSandbox() : await openSandbox(running)
const wallet = walletOf(sandbox, 'a.keller')
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...launchArguments] })
await mkdir(folder, { recursive: true })

const [custodian] = sandbox.description.custodians
if (custodian === undefined) throw new Error('the sandbox has no custodians')
const SCREENS = {
  custodians: '/custodians',
  holdings: '/holdings',
  transactions: '/transactions',
  accounts: `/custodians/${custodian.key}/accounts`,
  instruments: `/custodians/${custodian.key}/instruments`,
  'mint-requests': `/custodians/${custodian.key}/mint-requests`,
  'burn-requests': `/custodians/${custodian.key}/burn-requests`,
}
const WIDTHS = [
  { width: 1440, height: 900, suffix: '' },
  { width: 390, height: 844, suffix: '-phone' },
]

for (const { suffix, ...viewport } of WIDTHS) {
  const context = await browser.newContext({ viewport, locale: 'en-GB', baseURL: wallet.url })
  const page = await context.newPage()
  for (const style of ['light', 'dark'] as const) {
    await page.goto('/login')
    await page.evaluate((theme) => localStorage.setItem('connex.theme', theme), style)
    await page.reload()
    await page.getByLabel('Wallet file').setInputFiles(wallet.file)
    await take(page, 'login', style + suffix)
    await unlock(page, wallet.file, wallet.password)
    await page.waitForURL(/\/custodians$/)
    for (const [name, path] of Object.entries(SCREENS)) {
      await page.goto(path)
      await page.getByRole('status').filter({ hasText: / of / }).waitFor()
      await take(page, name, style + suffix)
      if (name === 'transactions') await takePanel(page, style + suffix)
    }
    await takeDesk(page, style + suffix)
    await captureDialogs(page, custodian.key, (name) => take(page, name, style + suffix))
    await page.goto('/no-such-page')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await take(page, 'not-found', style + suffix)
    await page.goto('/holdings')
    await page.getByRole('button', { name: wallet.user }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL(/\/login/)
  }
  await context.close()
}
await browser.close()
await sandbox.stop()

/** A repo whose payment waits to be confirmed, beside the table. */
async function takePanel(page: Page, suffix: string): Promise<void> {
  await page.goto('/transactions?transferType=REPO&state=PENDING')
  const wanted = { hasText: 'payment on its way' }
  const row = page.getByRole('row').filter(wanted).getByRole('gridcell').nth(1)
  const card = page.getByRole('listitem').filter(wanted).getByRole('button', { name: /Repo/ }).first()
  await row.or(card).click()
  await page.getByRole('complementary').getByText('Details match').waitFor()
  await take(page, 'transaction', suffix)
}

/** Today, also with a transfer open; the calendar, also as a list; the counterparties, also with one open. */
async function takeDesk(page: Page, suffix: string): Promise<void> {
  await page.goto('/today')
  const inbox = page.getByRole('list', { name: 'Your turn' })
  await inbox.waitFor()
  await page.getByRole('button', { name: 'Mark as seen' }).waitFor()
  await take(page, 'today', suffix)
  await inbox.getByRole('button', { name: /^Confirm payment received/ }).click()
  await page.getByRole('complementary').getByText('Details match').waitFor()
  await take(page, 'today-transfer', suffix)
  await page.goto('/calendar')
  await page.getByText('Loan over quarter end').first().waitFor()
  await take(page, 'calendar', suffix)
  const list = page.getByRole('button', { name: 'List', exact: true })
  if (await list.isVisible()) {
    await list.click()
    await take(page, 'calendar-list', suffix)
    await page.getByRole('button', { name: 'Ladder', exact: true }).click()
  }
  await page.goto('/counterparties')
  await page.getByRole('status').filter({ hasText: / of / }).waitFor()
  await take(page, 'counterparties', suffix)
  const name = page.getByText('Baltic Trust Bank').first()
  await name.click()
  await page.getByRole('complementary').getByText('Loan over quarter end').first().waitFor()
  await take(page, 'counterparty', suffix)
}

async function take(page: Page, name: string, suffix: string): Promise<void> {
  // What is still on its way, and what moves, has no place in a picture.
  await page.waitForTimeout(700)
  await page.screenshot({ path: join(folder, `${name}-${suffix}.png`) })
}
