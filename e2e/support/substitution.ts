// The end of the form for a substitution.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** Goes on without prices, reviews what was filled in, signs it, and waits until it is created. */
export async function signUntested(page: Page, form: Locator): Promise<void> {
  await form.getByLabel(/^Continue without a value test/).dispatchEvent('click')
  await form.getByRole('button', { name: 'Review' }).click()
  await signReviewed(page, form)
}

/** Signs what is reviewed, once the ledger would take it. */
export async function signReviewed(page: Page, form: Locator): Promise<void> {
  await expect(form.getByText('Ledger check passed')).toBeVisible()
  await form.getByRole('button', { name: 'Sign and create' }).click()
  await expect(page.getByText('Substitution created')).toBeVisible()
}

/** Chooses a CSV file with this text for the prices of a form. */
export const choosePrices = (form: Locator, text: string): Promise<void> =>
  form.locator('input[type=file]').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
