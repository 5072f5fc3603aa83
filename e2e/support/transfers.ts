import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

export type FopTerms = {
  identifier: string
  account: string
  counterparty: string
  quantity: string
  description: string
}

/** From a holding's row: 'Create FoP Transfer', the form, the signature, the ledger's word that it is there. */
export async function createFop(page: Page, terms: FopTerms): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: terms.identifier }).filter({ hasText: terms.account })
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Create FoP Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create FoP Transfer' })
  await dialog.getByLabel('Counterparty', { exact: true }).fill(terms.counterparty)
  await page.getByRole('option', { name: terms.counterparty }).click()
  await dialog.getByLabel('Quantity').fill(terms.quantity)
  await dialog.getByLabel('Description').fill(terms.description)
  await expect(dialog.getByText('You earmark').first()).toBeVisible()
  await signAfterReview(dialog, 'Sign and create')
  await expect(page.getByText('Transfer created')).toBeVisible()
}

/** Goes on to what will happen, waits for the ledger's word that it would take it, and signs. */
export async function signAfterReview(dialog: Locator, sign: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText('Dry run passed')).toBeVisible()
  await dialog.getByRole('button', { name: sign }).click()
}

/** The transaction's row, found by its private description. */
export const rowOf = (page: Page, description: string): Locator =>
  page.getByRole('row').filter({ hasText: description })

/** Opens the transaction's panel beside the table. */
export async function openTransfer(page: Page, description: string): Promise<Locator> {
  await rowOf(page, description).getByRole('gridcell').nth(1).click()
  const panel = page.getByRole('complementary').filter({ hasText: description })
  await expect(panel).toBeVisible()
  return panel
}
