import type { Locator, Page } from '@playwright/test'
import { Seconds } from '@connex/protocol'
import { cancelTransfer, confirmTransfer, waitForIndex } from '@connex/sdk'
import { makeTransfer, openDesk } from '../support/desks.ts'
import { dayFromNow } from '../support/forms.ts'
import { goTo, signIn } from '../support/navigation.ts'
import { expect, test } from '../support/sandbox.ts'
import { rowOf } from '../support/tables.ts'

const STATUS = 3
const tomorrow = () => Seconds.parse(Date.parse(dayFromNow(1)) / 1000)

async function actionsOf(page: Page, description: string): Promise<string[]> {
  await rowOf(page, description).getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const labels = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  return labels.filter((label) => /Confirm|Cancel|Return|Copy/.test(label))
}

const reads = (page: Page, description: string, status: string) =>
  expect(rowOf(page, description).getByRole('gridcell').nth(STATUS)).toContainText(status)

test('rows of a transfer’s life: its state and its actions, as each side sees them', async ({
  browser,
  sandbox,
}, info) => {
  test.setTimeout(600_000)
  const mark = `Rows ${info.repeatEachIndex} of ${Date.now()}`
  const [alpenbank, rhone] = [await openDesk(sandbox, 'b.moser'), await openDesk(sandbox, 'p.marchand')]
  const pair = [rhone, alpenbank] as const
  const named = (what: string) => ({ description: `${mark}, ${what}` })
  const receive = await makeTransfer('FOP', pair, named('to receive'))
  const refused = await makeTransfer('FOP', pair, named('called off'))
  await makeTransfer('FOP', pair, { ...named('to deliver'), direction: 'RECEIVE' })
  await makeTransfer('SEC_LEND', pair, named('to lend'))
  const repo = await makeTransfer('REPO', pair, named('to pay'))
  const sold = await makeTransfer('REPO', [alpenbank, rhone], named('to be paid'))

  const page = await signIn(browser, sandbox, 'b.moser')
  const other = await signIn(browser, sandbox, 'p.marchand')
  for (const one of [page, other]) await goTo(one, 'Transactions')

  await test.step('W056 one reads Receive, the other Deliver', async () => {
    await expect(rowOf(page, named('to receive').description)).toContainText('Receive')
    await expect(rowOf(other, named('to receive').description)).toContainText('Deliver')
  })
  await test.step('R009 R010 R022 R027 PENDING: the receipt is confirmed, or the transfer canceled', async () => {
    await reads(page, named('to receive').description, 'Pending')
    expect(await actionsOf(page, named('to receive').description)).toEqual(['Confirm Receive', 'Cancel'])
  })
  await test.step('R009 R011 PENDING_COUNTERPARTY: cancel alone', async () => {
    await reads(other, named('to receive').description, 'Pending Counterparty')
    expect(await actionsOf(other, named('to receive').description)).toEqual(['Cancel'])
  })
  await test.step('R021 what one has to deliver', async () =>
    expect(await actionsOf(page, named('to deliver').description)).toContain('Confirm Delivery'))
  await test.step('R025 two confirmations at once', async () => {
    expect(await actionsOf(page, named('to lend').description)).toContain('Confirm Both')
    expect(await actionsOf(page, named('to pay').description)).toContain('Confirm Both')
  })
  const account = alpenbank.account
  await test.step('R023 the receipt confirmed, the payment is left', async () => {
    const accounts = { receive: account }
    const { deliveryId } = repo
    await confirmTransfer(alpenbank.client, { deliveryId, accounts, withoutPayment: true })
    await expect
      .poll(() => actionsOf(page, named('to pay').description), { timeout: 60_000 })
      .toContain('Confirm Payment Sent')
  })
  await test.step('R024 the other side has paid', async () => {
    const accounts = { receive: rhone.account }
    const { block } = await confirmTransfer(rhone.client, { deliveryId: sold.deliveryId, accounts })
    await waitForIndex(alpenbank.client, block)
    await expect
      .poll(() => actionsOf(page, named('to be paid').description), { timeout: 60_000 })
      .toContain('Confirm Payment Receive')
  })
  await test.step('R014 CANCELED: nothing but a copy as new', async () => {
    await cancelTransfer(rhone.client, { deliveryId: refused.deliveryId })
    await reads(page, named('called off').description, 'Canceled')
    expect(await actionsOf(page, named('called off').description)).toEqual(['Copy as new'])
    await expect(
      confirmTransfer(alpenbank.client, { deliveryId: refused.deliveryId, accounts: { receive: account } }),
    ).rejects.toThrow()
  })
  await test.step('R009 R013 after both sides the custodian; then it is done, and nothing more may be done', async () => {
    const { deliveryId } = receive
    await confirmTransfer(alpenbank.client, { deliveryId, accounts: { receive: account } })
    const status = rowOf(page, named('to receive').description).getByRole('gridcell').nth(STATUS)
    await expect(status).toContainText(/Pending Custodian|Done/)
    await reads(page, named('to receive').description, 'Done')
    expect(await actionsOf(page, named('to receive').description)).toEqual(['Copy as new'])
    await expect(cancelTransfer(alpenbank.client, { deliveryId })).rejects.toThrow()
  })
  await test.step('R012 R071 with the custodian: the first cancel is a request, the second executes it', async () => {
    const late = named('of tomorrow')
    // Before its value date no custodian confirms it.
    const { deliveryId } = await makeTransfer('FOP', pair, { ...late, valueDate: tomorrow() })
    await confirmTransfer(alpenbank.client, { deliveryId, accounts: { receive: account } })
    await reads(page, late.description, 'Pending Custodian')
    expect(await actionsOf(page, late.description)).toEqual(['Cancel'])
    await cancelTransfer(rhone.client, { deliveryId })
    const badge = rowOf(page, late.description).getByText('Agree to cancel?', { exact: true })
    await expect(badge).toBeVisible()
    await reads(page, late.description, 'Pending Custodian')
    await cancelTransfer(alpenbank.client, { deliveryId })
    await reads(page, late.description, 'Canceled')
  })
  for (const one of [page, other]) await one.context().close()
})

/** Opens the menu of the first row that can be returned. By its legs, a settled return is a settled repo too, and offers none. */
async function openReturnable(page: Page): Promise<Locator> {
  const rows = page.getByRole('row').filter({ hasText: 'Done' })
  await expect(rows.first()).toBeVisible()
  for (const row of await rows.all()) {
    await row.getByRole('button', { name: 'Row actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Copy as new' })).toBeVisible()
    if (await page.getByRole('menuitem', { name: 'Create Return' }).isVisible()) return row
    await page.keyboard.press('Escape')
  }
  throw new Error('No row offers a return.')
}

test('R078 a settled repo is returned with the legs reversed', async ({ browser, sandbox }) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.goto('/transactions?transferType=REPO&state=SETTLED')
  const row = await openReturnable(page)
  await page.getByRole('menuitem', { name: 'Create Return' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Return' })
  const wasDelivered = (await row.getByRole('gridcell').nth(2).innerText()).includes('Deliver')
  await expect(dialog).toContainText(wasDelivered ? /You receive [\d,.]+ / : /You deliver [\d,.]+ /)
  await page.keyboard.press('Escape')
  await page.context().close()
})
