// Two desks ask each other about a repo: a recall that is agreed to, and a request to substitute that is declined.
import { createReturn, getDealMessages } from '@connex/sdk'
import { confirmBy, openDesk, openRepo } from './support/desks.ts'
import { choose, dayFromNow } from './support/forms.ts'
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'
import { openTransfer } from './support/tables.ts'

test('a desk recalls a part of a repo, the other side agrees, and the return that follows has done it', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Recall ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: 'DE000A2LQ5M4' })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const deliveryId = await openRepo([alpenbank, baltic], description)

  const seller = await signIn(browser, sandbox, 'a.keller')
  await goTo(seller, 'Transactions')
  const sold = await openTransfer(seller, description)
  await sold.getByRole('button', { name: 'Ask Baltic Trust Bank…' }).click()
  await sold.getByRole('button', { name: 'Send request' }).click()
  await expect(sold.getByText('Enter a quantity').or(sold.getByText('Required')).first()).toBeVisible()
  await sold.getByLabel('Quantity', { exact: true }).fill('301')
  await expect(sold.getByText('Maximum quantity is 300')).toBeVisible()
  await sold.getByLabel('Quantity', { exact: true }).fill('100')
  await sold.getByLabel('Due by').fill(dayFromNow(7))
  await sold.getByRole('textbox', { name: /^Message/ }).fill('Our buyer has failed.')
  await sold.getByRole('button', { name: 'Send request' }).click()
  const sent = sold.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(sent.first()).toContainText(/Asks for 100 .* back by .*/)
  await expect(sent.first()).toContainText('Waits for an answer')
  await expect(sent.first().getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(sent.first().getByText('Our buyer has failed.')).toBeInViewport()

  await test.step('the request is with the counterparty, and in the calendar', async () => {
    await seller.goto('/today')
    const waiting = seller.getByRole('group').filter({ hasText: 'With counterparties' })
    await expect(
      waiting
        .getByRole('link')
        .filter({ hasText: /You ask for 100 .* back by/ })
        .first(),
    ).toBeVisible()
    await seller.goto(`/calendar?day=${dayFromNow(7)}`)
    await expect(
      seller
        .getByRole('link', { name: /^Recall: 100 .* to be returned to you by Baltic Trust Bank/ })
        .first(),
    ).toBeVisible()
    await goTo(seller, 'Transactions')
    await openTransfer(seller, description)
  })

  const buyer = await signIn(browser, sandbox, 'k.tamm')
  await test.step('the other side finds it in its inbox, with the way to answer it', async () => {
    await buyer.goto('/today')
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(/request.* wait.* for you/)
    const turn = buyer
      .getByRole('list', { name: 'Your turn' })
      .getByRole('listitem')
      .filter({ hasText: 'Answer the recall' })
    await expect(turn.first()).toContainText(/Alpenbank asks for 100 .* back by/)
    await turn.first().getByRole('button', { name: 'Review' }).click()
    await expect(buyer.getByRole('complementary').getByText('Our buyer has failed.')).toBeVisible()
  })
  await buyer.goto(`/calendar?day=${dayFromNow(7)}`)
  await expect(
    buyer.getByRole('link', { name: /^Recall: 100 .* to be returned to Alpenbank/ }).first(),
  ).toBeVisible()
  await goTo(buyer, 'Transactions')
  const bought = await openTransfer(buyer, description)
  const received = bought.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(received.first()).toContainText('Our buyer has failed.')
  await received.first().getByRole('button', { name: 'Agree' }).click()
  await expect(received.first()).toContainText('Agreed')
  await expect(received.nth(1)).toContainText('Agrees to the recall of 100')
  await expect(sent.first()).toContainText('Agreed')
  await expect(received.first().getByRole('button', { name: 'Decline' })).toBeVisible()

  const { messages } = await getDealMessages(baltic.client, deliveryId)
  const answers = messages.filter(({ kind }) => kind === 'RECALL').map(({ messageId }) => messageId)
  const part = { deliveryId, quantities: { P1: 100n }, repurchaseDate: dayFromNow(7), answers }
  const { deliveryId: returned } = await createReturn(baltic.client, part)
  await confirmBy(alpenbank, returned)
  await confirmBy(baltic, returned)
  await expect(sent.first()).toContainText('Done')
  await expect(received.first().getByRole('button')).toHaveCount(0)
  await buyer.goto('/today')
  await expect(
    buyer.getByRole('list', { name: 'Your turn' }).or(buyer.getByText('Nothing is waiting for you.')).first(),
  ).toBeVisible()
  await expect(buyer.getByText(/Alpenbank asks for 100 .* back by/)).toHaveCount(0)
  for (const page of [seller, buyer]) await page.context().close()
})

test('a request to substitute that the holder declines says so on both sides', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Exchange ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: 'DE000A2LQ5M4' })
  const baltic = await openDesk(sandbox, 'k.tamm')
  await openRepo([alpenbank, baltic], description)
  const seller = await signIn(browser, sandbox, 'a.keller')
  await goTo(seller, 'Transactions')
  const sold = await openTransfer(seller, description)
  await sold.getByRole('button', { name: 'Ask Baltic Trust Bank…' }).click()
  await sold.getByText('Substitute collateral').click()
  await sold.getByLabel('Quantity', { exact: true }).fill('200')
  await sold.getByLabel('Instrument offered').fill('FR0013508470')
  await sold.getByLabel('Quantity offered').fill('210,000.50')
  await sold.getByRole('button', { name: 'Send request' }).click()
  const sent = sold.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(sent.first()).toContainText(/Asks to exchange 200 .* for 210,000\.5 FR0013508470\./)

  const buyer = await signIn(browser, sandbox, 'k.tamm')
  await goTo(buyer, 'Transactions')
  const bought = await openTransfer(buyer, description)
  const received = bought.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await received.first().getByRole('button', { name: 'Decline' }).click()
  const declining = received.first().locator('form')
  await choose(buyer, declining, 'Reason', 'Insufficient collateral')
  await declining.getByLabel('Message').fill('220,000 would do.')
  await declining.getByRole('button', { name: 'Decline' }).click()
  await expect(sent.first()).toContainText('Declined')
  await expect(sent.nth(1)).toContainText(/Declines the exchange of 200 .*: insufficient collateral\./)
  await expect(sent.nth(1)).toContainText('220,000 would do.')
  for (const page of [seller, buyer]) await page.context().close()
})
