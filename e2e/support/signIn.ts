import type { Browser, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Sandbox } from './sandbox.ts'
import { walletOf } from './sandbox.ts'

/** Opens the user's own server in a browser context of its own, drops the wallet file and unlocks it. */
export async function signIn(
  browser: Pick<Browser, 'newContext'>,
  sandbox: Sandbox,
  user: string,
): Promise<Page> {
  const wallet = walletOf(sandbox, user)
  const context = await browser.newContext({ baseURL: wallet.url })
  const page = await context.newPage()
  await page.goto('/')
  await unlock(page, wallet.file, wallet.password)
  // Deriving the key takes as long as the machine needs.
  await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
  return page
}

/** Fills the login form and sends it. */
export async function unlock(page: Page, file: string, password: string): Promise<void> {
  await page.getByLabel('Wallet file').setInputFiles(file)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** By the navigation, as a user gets there. */
export async function goTo(page: Page, screen: 'Holdings' | 'Transactions' | 'Custodians'): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: screen })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
}
