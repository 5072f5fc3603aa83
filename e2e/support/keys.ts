// Getting about by keys alone. Nothing here points or clicks, nor sets a focus.
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** More stops than any screen or dialog has. */
const MOST_STOPS = 120

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))

/** By the key of tabs, until the focus stands on it or in it. */
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
