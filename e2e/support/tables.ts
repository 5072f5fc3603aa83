import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { goTo } from './navigation.ts'
import type { Sandbox } from './sandbox.ts'

export type ShownHolding = { identifier: string; account: string; quantity: bigint; earmarked: bigint }

/** The rows of the holdings table as a user reads them; quantities without their separators. */
export async function readHoldings(page: Page): Promise<ShownHolding[]> {
  await goTo(page, 'Holdings')
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await expect(rows.nth(1).getByText('earmarked')).toBeVisible()
  return Promise.all((await rows.all()).slice(1).map(readRow))
}

async function readRow(row: Locator): Promise<ShownHolding> {
  const cells = await row.getByRole('gridcell').allInnerTexts()
  const [, identifier = '', , account = '', quantity = ''] = cells
  const [held = '', earmarked = ''] = quantity.split('earmarked')
  return {
    // The name is above it.
    identifier: identifier.split('\n').at(-1)?.trim() ?? '',
    account: numberIn(account),
    quantity: toUnits(held),
    earmarked: toUnits(earmarked),
  }
}

/** An account's number is above its name. */
const numberIn = (account: string): string => account.split('\n')[0]?.trim() ?? ''

/** '1,234.50' in smallest units, as far as the screen shows them: the point is left out. */
const toUnits = (text: string): bigint => BigInt(text.replace(/[^0-9]/g, '') || '0')

/** One holding by instrument and account; nothing held is a row that is not there. */
export function findHolding(holdings: ShownHolding[], identifier: string, account: string) {
  const found = holdings.find((one) => one.identifier === identifier && one.account === numberIn(account))
  return { quantity: found?.quantity ?? 0n, earmarked: found?.earmarked ?? 0n }
}

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
  // The message of an earlier transfer may still be there.
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Transfer created').last()).toBeVisible()
}

/** Goes on to what will happen, waits for the ledger's word that it would take it, and signs. */
export async function signAfterReview(dialog: Locator, sign: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText('Ledger check passed')).toBeVisible()
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

/** Opens a transfer of the sandbox: others may have been created above it, and only rows in view are on the page. */
export async function searchTransfer(page: Page, description: string): Promise<Locator> {
  await goTo(page, 'Transactions')
  await page.getByRole('searchbox').fill(description)
  return openTransfer(page, description)
}

/** The sandbox leaves one pending for each investor, with one of the custodians: its row, and whose table it is in. */
export async function findRequest(page: Page, sandbox: Sandbox, path: string, description: string) {
  const row = rowOf(page, description)
  for (const { key, label } of sandbox.description.custodians) {
    await page.goto(`/custodians/${key}/${path}`)
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    if ((await row.count()) > 0) return { row, custodian: label }
  }
  throw new Error(`the sandbox has no request ${description}`)
}
