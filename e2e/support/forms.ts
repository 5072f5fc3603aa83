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

// The dialogs as a user meets them, opened one after the other, for their pictures.

type Take = (name: string) => Promise<void>

/** A row of the table, or its card on a phone. */
const firstRow = (page: Page): Locator =>
  page.locator('tr[data-row="0"], main ul > li:has(dl)').filter({ visible: true }).first()

async function rowAction(page: Page, name: string | RegExp): Promise<Locator> {
  await firstRow(page).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

async function away(page: Page): Promise<void> {
  await leaveForm(page)
}

/** A repo filled in and reviewed; the other kinds as they open; requests; what is done with a transfer; the tools. */
export async function captureDialogs(page: Page, custodianKey: string, take: Take): Promise<void> {
  await page.goto('/holdings')
  const repo = await rowAction(page, 'Create Repo Transfer')
  await repo.getByRole('button', { name: 'Review' }).click()
  await take('dialog-incomplete')
  await chooseCounterparty(page, repo, 'Baltic Trust Bank')
  await fill(repo, 'Quantity', '100')
  await fill(repo, 'Cash quantity', '1,000,000')
  await fill(repo, 'Repo rate, % p.a.', '2.14')
  await repo.getByLabel('Repurchase date').fill(dayFromNow(7))
  await fill(repo, 'Description', 'One week against documented cash')
  await take('dialog-repo')
  await repo.getByRole('button', { name: 'Review' }).click()
  await repo.getByText('Ledger check passed').waitFor()
  await take('dialog-review')
  await away(page)
  await rowAction(page, 'Create Sec. Lend Transfer')
  await take('dialog-lending')
  await away(page)
  for (const kind of ['Mint', 'Burn']) {
    await page.goto(`/custodians/${custodianKey}/${kind.toLowerCase()}-requests`)
    await page.getByRole('button', { name: `Create ${kind} Request` }).click()
    await page.getByRole('dialog').waitFor()
    await take(`dialog-${kind.toLowerCase()}`)
    await away(page)
  }
  for (const [state, action, name] of [
    ['PENDING', /^Confirm/, 'confirm'],
    ['PENDING', 'Cancel', 'cancel'],
    ['SETTLED', 'Create Return', 'return'],
  ] as const) {
    await page.goto(`/transactions?state=${state}&transferType=REPO`)
    const dialog = await rowAction(page, action)
    if (name === 'cancel') await dialog.getByText('Ledger check passed').waitFor()
    await take(`dialog-${name}`)
    await away(page)
  }
  await page.goto('/transactions')
  // Shortcuts work once the screen has rendered.
  await firstRow(page).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  await take('dialog-palette')
  await away(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filter' }).waitFor()
  await take('dialog-filter')
  await away(page)
}
