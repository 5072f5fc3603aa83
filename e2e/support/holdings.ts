import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { goTo } from './signIn.ts'

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
    identifier: identifier.split('\n')[0] ?? '',
    account: account.trim(),
    quantity: toUnits(held),
    earmarked: toUnits(earmarked),
  }
}

/** '1,234.50' in smallest units, as far as the screen shows them: the point is left out. */
const toUnits = (text: string): bigint => BigInt(text.replace(/[^0-9]/g, '') || '0')

/** One holding by instrument and account; nothing held is a row that is not there. */
export function heldIn(holdings: ShownHolding[], identifier: string, account: string) {
  const found = holdings.find((one) => one.identifier === identifier && one.account === account)
  return { quantity: found?.quantity ?? 0n, earmarked: found?.earmarked ?? 0n }
}
