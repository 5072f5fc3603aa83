// From a wallet file to a settled transfer, across two servers, in a real browser.
import { createFop, findHolding, openTransfer, readHoldings, rowOf } from './support/tables.ts'
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

const QUANTITY = 1_000n

test('a transfer free of payment goes from one bank to another on another server', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Story ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await signIn(browser, sandbox, 'a.keller')
  const baltic = await signIn(browser, sandbox, 'k.tamm')

  const before = await readHoldings(alpenbank)
  // An instrument without decimals at the first registrar, of which enough is free.
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
  const panel = await openTransfer(baltic, description)
  await expect(panel).toContainText('Details match the ledger')
  await panel.getByRole('button', { name: 'Confirm Receive' }).click()
  const dialog = baltic.getByRole('dialog', { name: 'Confirm Receive' })
  await dialog.getByLabel('Receive into account').click()
  await baltic.getByRole('option', { name: '4100218' }).click()
  await dialog.getByRole('button', { name: 'Sign and confirm' }).click()
  await expect(baltic.getByText('Transfer confirmed')).toBeVisible()

  // The custodian confirms; both see it without loading anything again.
  await expect(rowOf(baltic, description)).toContainText('Done')
  await expect(rowOf(alpenbank, description)).toContainText('Done')

  await expect
    .poll(async () => findHolding(await readHoldings(alpenbank), identifier, account))
    .toEqual({ quantity: given.quantity - QUANTITY, earmarked: given.earmarked })
  await expect
    .poll(async () => findHolding(await readHoldings(baltic), identifier, '4100218'))
    .toEqual({ ...receivedBefore, quantity: receivedBefore.quantity + QUANTITY })

  await alpenbank.context().close()
  await baltic.context().close()
})

test('W005 R027 an unconfirmed transfer is canceled by its creator alone, and what was earmarked is free again', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Cancel ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await signIn(browser, sandbox, 'b.moser')
  const before = await readHoldings(alpenbank)
  const given = before.find(
    ({ identifier, account }) => identifier === 'DE000A2LQ5M4' && account.startsWith('4100'),
  )
  if (given === undefined) throw new Error('the sandbox has no such holding')
  const { identifier, account } = given
  await createFop(alpenbank, {
    identifier,
    account,
    counterparty: 'Rhône Capital',
    quantity: '5',
    description,
  })
  await goTo(alpenbank, 'Transactions')
  const panel = await openTransfer(alpenbank, description)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  const dialog = alpenbank.getByRole('dialog', { name: 'Cancel this transfer?' })
  await dialog.getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(rowOf(alpenbank, description)).toContainText('Canceled')
  await expect
    .poll(async () => findHolding(await readHoldings(alpenbank), identifier, account))
    .toEqual({ quantity: given.quantity, earmarked: given.earmarked })
  await alpenbank.context().close()
})
