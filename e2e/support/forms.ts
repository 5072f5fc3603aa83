// Filling in the dialogs as a user does.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { ShownHolding } from './tables.ts'

/** A day from today, as a date field takes it. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** From a holding's row to the dialog that its action opens. */
export async function openFromHolding(
  page: Page,
  { identifier, account }: Pick<ShownHolding, 'identifier' | 'account'>,
  action: string,
): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: identifier }).filter({ hasText: account })
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: action })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Closes a dialog; what was filled in is thrown away. */
export async function leaveForm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const discard = dialog.getByRole('button', { name: 'Discard', exact: true })
  await expect(async () => {
    // The first Escape may close a list that is open in the dialog.
    if (await discard.isVisible()) await discard.click({ timeout: 1_000 })
    else if ((await dialog.count()) > 0) await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

/** One of a list that is opened by a click. */
export async function choose(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

export async function chooseCounterparty(page: Page, dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel('Counterparty', { exact: true }).fill(name)
  await page.getByRole('option', { name }).click()
}

export const fill = (dialog: Locator, label: string, text: string): Promise<void> =>
  dialog.getByLabel(label, { exact: true }).fill(text)

export const INVALID = 'Form validation failed. Please check all required fields.'
