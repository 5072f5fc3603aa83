import { expect } from '@playwright/test'
import type { Browser, Locator, Page } from '@playwright/test'
import { walletOf } from './sandbox.ts'
import type { Sandbox } from './sandbox.ts'

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
export async function goTo(
  page: Page,
  screen: 'Holdings' | 'Transactions' | 'Custodians' | 'Approvals',
): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: screen })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
}

/** By the menu with the user's name. */
export async function logOut(page: Page, user: string): Promise<void> {
  await page.getByRole('button', { name: user }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

// Getting about by keys alone. Nothing here points or clicks, nor sets a focus.

/** More stops than any screen or dialog has. */
const MOST_STOPS = 120

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))

/** Presses Tab until the focus is on the target or in it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no number of tabs leads to ${String(target)}`)
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

export async function pressOn(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button)
  // A review that has just been opened cannot be signed yet, and says so.
  await expect(button).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** From the first row down to this one: the table is one stop, its rows are walked by arrows. */
export async function walkTo(page: Page, row: Locator): Promise<void> {
  await expect(row).toBeVisible()
  await tabTo(page, page.getByRole('grid').locator('tbody'))
  await page.keyboard.press('Home')
  for (let step = 0; step < MOST_STOPS; step += 1) {
    // The focus follows a key in the next frame.
    await page.waitForTimeout(50)
    if (await isFocused(row)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`no number of arrows leads to ${String(row)}`)
}

/** The menu that is open, down to the entry of this name, and Enter. */
export async function chooseInMenu(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name, exact: true })
  await expect(entry).toBeVisible()
  for (let step = 0; step < MOST_STOPS && !(await isFocused(entry)); step += 1)
    await page.keyboard.press('ArrowDown')
  await expect(entry).toBeFocused()
  await page.keyboard.press('Enter')
}

/** While the server fails at the calls of one path. */
export async function withServerFailing(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  await page.route(path, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
  )
  await act()
  await page.unroute(path)
}
