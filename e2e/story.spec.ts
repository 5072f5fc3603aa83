// From a wallet file to a settled transfer, across two servers, in a real browser.
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'
import { settleTransfer } from './support/settling.ts'
import { createFop, findHolding, openTransfer, readHoldings, rowOf } from './support/tables.ts'

test('a transfer free of payment goes from one bank to another on another server', async ({
  browser,
  sandbox,
}, info) => {
  const alpenbank = await signIn(browser, sandbox, 'a.keller')
  const baltic = await signIn(browser, sandbox, 'k.tamm')
  await settleTransfer({
    alpenbank,
    baltic,
    description: `Story ${info.repeatEachIndex} of ${Date.now()}`,
  })
  await alpenbank.context().close()
  await baltic.context().close()
})

test('W005 R027 an unconfirmed transfer is canceled by its creator alone, and what was earmarked is available again', async ({
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
