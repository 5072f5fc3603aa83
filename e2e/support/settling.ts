// The everyday walk of two banks on two servers: one creates a transfer, the other confirms it, both see it settle.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { goTo } from './navigation.ts'
import { createFop, findHolding, openTransfer, readHoldings, rowOf } from './tables.ts'

const QUANTITY = 1_000n

type Walk = {
  /** a.keller, signed in. */
  alpenbank: Page
  /** k.tamm, signed in. */
  baltic: Page
  /** Of the transfer, like that of no other. */
  description: string
}

/** A transfer free of payment from Alpenbank to Baltic Trust Bank. `await settleTransfer({ alpenbank, baltic, description })` */
export async function settleTransfer({ alpenbank, baltic, description }: Walk): Promise<void> {
  const before = await readHoldings(alpenbank)
  // An instrument without decimals at the first registrar, of which enough is available.
  const given = before.find(
    ({ identifier, account, quantity, earmarked }) =>
      identifier === 'DE000A2LQ5M4' && account.startsWith('4100') && quantity - earmarked >= QUANTITY,
  )
  if (given === undefined) throw new Error('the sandbox has no such holding')
  const { identifier, account } = given
  const receivedBefore = findHolding(await readHoldings(baltic), identifier, '4100218')

  await goTo(baltic, 'Transactions')
  await goTo(alpenbank, 'Holdings')
  await createFop(alpenbank, {
    identifier,
    account,
    counterparty: 'Baltic Trust Bank',
    quantity: String(QUANTITY),
    description,
  })
  const earmarked = findHolding(await readHoldings(alpenbank), identifier, account)
  expect(earmarked).toEqual({ quantity: given.quantity, earmarked: given.earmarked + QUANTITY })

  await goTo(alpenbank, 'Transactions')
  await expect(rowOf(alpenbank, description)).toContainText('Pending Counterparty')

  // The other bank has had the same page open all the time: the row appears automatically.
  await expect(rowOf(baltic, description)).toContainText('Pending')
  await confirmReceipt(baltic, description)

  // The custodian confirms; both see it without loading anything again.
  await expect(rowOf(baltic, description)).toContainText('Done')
  await expect(rowOf(alpenbank, description)).toContainText('Done')

  await expect
    .poll(async () => findHolding(await readHoldings(alpenbank), identifier, account))
    .toEqual({ quantity: given.quantity - QUANTITY, earmarked: given.earmarked })
  await expect
    .poll(async () => findHolding(await readHoldings(baltic), identifier, '4100218'))
    .toEqual({ ...receivedBefore, quantity: receivedBefore.quantity + QUANTITY })
}

async function confirmReceipt(page: Page, description: string): Promise<void> {
  const panel = await openTransfer(page, description)
  await expect(panel).toContainText('Details match the ledger')
  await panel.getByRole('button', { name: 'Confirm Receive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Receive' })
  await dialog.getByLabel('Receive into account').click()
  await page.getByRole('option', { name: '4100218' }).click()
  await dialog.getByRole('button', { name: 'Sign and confirm' }).click()
  await expect(page.getByText('Transfer confirmed')).toBeVisible()
}
