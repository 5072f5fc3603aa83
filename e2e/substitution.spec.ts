// A repo whose collateral changes on the way: a part goes back, the seller exchanges the rest in the client, the buyer confirms it there, and
// returns there what is held then, in two steps.
import { formatQuantity } from '@connex/protocol'
import type { Address, DeliveryId } from '@connex/protocol'
import {
  answerDealMessage,
  confirmTransfer,
  createReturn,
  createSubstitution,
  getDeal,
  getDealMessages,
  getTransfer,
  waitForTransfer,
  listAccounts,
  listPositions,
  listTransfers,
  sendForApproval,
} from '@connex/sdk'
import { requireSignatures } from './support/approvals.ts'
import { confirmBy, openDesk, openRepo, openRepoOnConsent, untilSettled } from './support/desks.ts'
import { choose, dayFromNow, fill, INVALID } from './support/forms.ts'
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'
import { choosePrices, signReviewed, signUntested } from './support/substitution.ts'
import { openTransfer } from './support/tables.ts'

const BOND = 'DE000A2LQ5M4'
const OTHER = 'AT0000A2WSC8'

test('a part of a repo goes back, the rest is exchanged for another bond, which goes back in two steps', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Repo ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: BOND })
  const baltic = await openDesk(sandbox, 'k.tamm')
  // What begins today cannot end today.
  const opening = await openRepo([alpenbank, baltic], description, dayFromNow(-1))
  const { deliveryId: part } = await createReturn(baltic.client, {
    deliveryId: opening,
    quantities: { P1: 100n },
    repurchaseDate: dayFromNow(7),
  })
  await confirmBy(alpenbank, part)
  await confirmBy(baltic, part)
  await untilSettled(alpenbank, part)

  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Transactions')
  const panel = await openTransfer(page, description)
  const deal = panel.locator('section').filter({ has: page.getByRole('heading', { name: 'Deal' }) })
  await expect(deal).toContainText(/Open: 200 of 300 .* out/)
  await deal.getByRole('button', { name: 'Substitute…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Substitute Collateral' })
  await expect(dialog.getByLabel('Quantity P1')).toHaveValue('200')
  const review = dialog.getByRole('button', { name: 'Review' })
  await review.click()
  await expect(dialog.getByText(INVALID)).toBeVisible()
  await choose(page, dialog, 'Instrument and account 1', OTHER)
  await dialog.getByRole('button', { name: 'Propose quantity' }).click()
  await expect(dialog.getByText(/There is no price for/).first()).toBeVisible()
  await test.step('a file with a fault is refused, and one without fills in the prices that it has', async () => {
    const rows = [`isin;clean;accrued`, `${BOND};99,1;0,4`, 'XS0000000001;1;']
    await choosePrices(dialog, `${rows.join('\n')}\n${OTHER};98.x;`)
    await expect(dialog.getByText(/^prices\.csv: Row 4: The clean price must be a number/)).toBeVisible()
    await expect(dialog.getByLabel('Clean price P1')).toHaveValue('')
    await choosePrices(dialog, rows.join('\n'))
    await expect(dialog.getByText(/^prices\.csv: Row 4/)).toBeHidden()
    await expect(dialog.getByText(/^prices\.csv: 2 prices, 1 of them for an instrument/)).toBeVisible()
    await expect(dialog.getByLabel('Clean price P1')).toHaveValue('99.1')
    await expect(dialog.getByLabel('Accrued P1')).toHaveValue('0.4')
  })
  await fill(dialog, 'Clean price 1', '98.x')
  await expect(dialog.getByText('Enter a price such as 98.5.')).toBeVisible()
  await fill(dialog, 'Clean price 1', '98.5')
  await fill(dialog, 'Quantity 1', '200')
  const tests = dialog.getByRole('region', { name: 'Value tests' })
  await expect(tests.getByRole('row', { name: /^Market value/ })).toContainText('−EUR 2.00')
  await review.click()
  await expect(
    dialog.getByText('The new collateral is worth 2.00 too little. Raise the quantity.'),
  ).toBeVisible()
  await fill(dialog, 'Haircut, % 1', '1')
  await dialog.getByRole('button', { name: 'Propose quantity' }).click()
  // 199 / (0.985 × 0.99) = 204.07…, by 100 up.
  await expect(dialog.getByLabel('Quantity 1')).toHaveValue('300')
  await expect(tests.getByRole('row', { name: /^Market value/ })).toContainText('+EUR 96.50')
  await test.step('the review is a paper, and the way back has the form as it was', async () => {
    await review.click()
    const paper = dialog.locator('[aria-live="polite"]').filter({ hasText: 'You take back 200' })
    await expect(paper).toContainText(
      /You give 300 .*AT0000A2WSC8\) \(P2\) from account \d+ \(.+\) to Baltic/,
    )
    await expect(paper).toContainText(/Price of P1\s*99\.1 \+ 0\.4/)
    await expect(paper).toContainText(/Haircut of P2\s*1% entered by hand/)
    await expect(paper.getByRole('region', { name: 'Value tests' })).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(paper).toHaveCount(0)
    await expect(dialog.getByLabel('Quantity 1')).toHaveValue('300')
    await expect(dialog.getByLabel('Accrued P1')).toHaveValue('0.4')
    await expect(dialog.getByLabel('Haircut, % 1')).toHaveValue('1')
  })
  await review.click()
  await signReviewed(page, dialog)
  await expect(deal).toContainText('200 on its way back')
  await expect(deal).toContainText(/Open: 200 of 300 .* out, 300 .* incoming/)
  await expect(deal.getByRole('button', { name: 'Substitute…' })).toBeHidden()
  await page.context().close()

  const theirs = await signIn(browser, sandbox, 'k.tamm')
  await goTo(theirs, 'Transactions')
  const their = await openTransfer(theirs, `Substitution in ${description}`)
  await their.getByRole('button', { name: /^Confirm/ }).click()
  const confirming = theirs.getByRole('dialog').filter({ hasText: 'Value tests' })
  await expect(confirming.getByRole('row', { name: /^Market value/ })).toContainText('EUR 295.50')
  await expect(confirming.getByText(/^Substitution in 0x/)).toBeVisible()
  await expect(confirming.getByText(/^Haircut 1%, entered by hand instead of the agreed 0%\./)).toBeVisible()
  await expect(confirming.getByText('Haircut of P2')).toBeVisible()
  await test.step('the holder tests it at its own price, which has fallen, and then at the quoted one again', async () => {
    const market = confirming.getByRole('row', { name: /^Market value/ })
    await fill(confirming, 'Your clean price P2', '60')
    // 300 at 60 are worth 180.00, and 200 at 99.5 are 199.00.
    await expect(market).toContainText('−EUR 19.00')
    await expect(confirming.getByText(/^Quoted: 98\.5 · /)).toBeVisible()
    await expect(
      confirming.getByText(/^At your prices, what comes in is worth EUR 19\.00 less than what goes out\./),
    ).toBeVisible()
    await fill(confirming, 'Your clean price P2', '60,5')
    await expect(confirming.getByText('Enter a price such as 98.5.')).toBeVisible()
    await fill(confirming, 'Your clean price P2', '')
    await expect(market).toContainText('+EUR 96.50')
    await expect(confirming.getByText(/^At your prices/)).toBeHidden()
  })
  await choose(theirs, confirming, 'Receive into account', baltic.account)
  await expect(confirming.getByText('Ledger check passed')).toBeVisible()
  await confirming.getByRole('button', { name: 'Sign and confirm' }).click()
  const { items } = await listTransfers(baltic.client, {
    where: [`description:is:Substitution in ${description}`],
  })
  await untilSettled(baltic, items[0]?.deliveryId as DeliveryId)
  const held = their.locator('section').filter({ has: theirs.getByRole('heading', { name: 'Deal' }) })
  await expect(held).toContainText(/Open: .*300 of 300 .* out/)
  await their.getByRole('button', { name: 'View opening' }).click()
  const giveBack = async (quantity: string, ofDescription: string): Promise<void> => {
    await theirs.getByRole('button', { name: 'Create Return' }).click()
    const returning = theirs.getByRole('dialog', { name: /^(Create Return|Ask for a Part Return)$/ })
    await returning.getByLabel('Quantity to return').fill(quantity)
    await choose(theirs, returning, 'Deliver from account', baltic.account)
    // Otherwise it settles on the day that was agreed on.
    await returning.getByLabel('Repurchase date').fill(dayFromNow(0))
    await returning.getByRole('button', { name: 'Review' }).click()
    await expect(
      returning.getByText(new RegExp(`You deliver ${quantity} .*AT0000A2WSC8`)).first(),
    ).toBeVisible()
    await expect(returning.getByText('Ledger check passed')).toBeVisible()
    await returning.getByRole('button', { name: 'Sign and create' }).click()
    await expect(returning).toBeHidden()
    const found = await listTransfers(baltic.client, { where: [`description:is:${ofDescription}`] })
    const deliveryId = found.items[0]?.deliveryId as DeliveryId
    await confirmBy(alpenbank, deliveryId)
    await confirmBy(baltic, deliveryId)
    await untilSettled(baltic, deliveryId)
  }
  await test.step('another part goes back, and then the rest', async () => {
    const panel = theirs.getByRole('complementary')
    await giveBack('100', `Return of a part of ${description}`)
    await expect(panel).toContainText(/Open: .*200 of .* out/)
    await giveBack('200', `Return of ${description}`)
    await expect(panel).toContainText('everything has been returned')
  })
  await theirs.context().close()
  await untilSettled(
    alpenbank,
    (await getDeal(baltic.client, opening)).deliveries.at(-1)?.deliveryId as DeliveryId,
  )
  const { deal: closed } = await getDeal(alpenbank.client, opening)
  expect(closed).toMatchObject({ state: 'CLOSED', warnings: [], cash: { principal: { cents: 0n } } })
  expect(closed.events.map(({ kind }) => kind)).toEqual([
    'OPENING',
    'RETURN',
    'SUBSTITUTION',
    'RETURN',
    'RETURN',
  ])
  expect(closed.events.at(-1)?.moves).toMatchObject([{ lot: 'P2', quantity: 200n }])
})

test('where the terms want the holder’s consent, the client asks for it before the form, which lets go out what the holder agreed to', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Consent ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: BOND })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const opening = await openRepoOnConsent([alpenbank, baltic], description)
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Transactions')
  const panel = await openTransfer(page, description)
  await panel.getByRole('button', { name: 'Substitute…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Substitute Collateral' })
  await expect(dialog.getByText('Baltic Trust Bank has not agreed to a substitution')).toBeVisible()
  await expect(dialog.getByLabel('Instrument and account 1')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Ask Baltic Trust Bank…' }).click()
  await dialog.getByLabel('Quantity', { exact: true }).fill('100')
  await dialog.getByLabel('Instrument offered').fill(OTHER)
  await dialog.getByLabel('Quantity offered').fill('100')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Waits for an answer')).toBeVisible()

  const requestOf = async () => {
    const { messages } = await getDealMessages(baltic.client, opening)
    return messages.find(({ state }) => state === 'OPEN')?.messageId
  }
  await expect.poll(requestOf).toBeDefined()
  const messageId = await requestOf()
  if (messageId === undefined) throw new Error('the request has arrived')
  await answerDealMessage(baltic.client, { deliveryId: opening, messageId, isAgreed: true })
  const quantity = dialog.getByLabel('Quantity P1')
  await expect(quantity).toHaveValue('100')
  await expect(dialog.getByText('100 agreed, 300 outstanding')).toBeVisible()
  await fill(dialog, 'Quantity P1', '200')
  await expect(dialog.getByText('Maximum quantity is 100')).toBeVisible()
  await fill(dialog, 'Quantity P1', '100')
  await choose(page, dialog, 'Instrument and account 1', OTHER)
  await fill(dialog, 'Quantity 1', '100')
  await signUntested(page, dialog)
  const { deliveries } = await getDeal(alpenbank.client, opening)
  expect(deliveries.at(-1)?.details?.deal?.answers).toEqual([messageId])
  await page.context().close()
})

test('what is given from two custodians in the client goes into an account with each, and an account with the other one is refused', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Two custodians ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: BOND })
  const baltic = await openDesk(sandbox, 'k.tamm')
  await openRepo([alpenbank, baltic], description)
  const [first, second] = sandbox.description.custodians
  const [registryManagerAddr, registrarAddr] = (second?.key ?? '').split(':') as [Address, Address]
  const keeper = { registryManagerAddr, registrarAddr }
  const held = await listPositions(alpenbank.client, { ...keeper, owner: alpenbank.tenantAddr })
  const elsewhere = held.items.find(({ available }) => BigInt(available) > 1000n)
  const { items: accounts } = await listAccounts(baltic.client, keeper)
  const there = accounts.find(({ accountNum }) => accountNum !== baltic.account)?.accountNum
  if (elsewhere === undefined || there === undefined) throw new Error('the second custodian keeps something')
  const giving = await signIn(browser, sandbox, 'a.keller')
  await goTo(giving, 'Transactions')
  const deal = await openTransfer(giving, description)
  await deal.getByRole('button', { name: 'Substitute…' }).click()
  const form = giving.getByRole('dialog', { name: 'Substitute Collateral' })
  await choose(giving, form, 'Instrument and account 1', OTHER)
  await fill(form, 'Quantity 1', '100')
  await form.getByRole('button', { name: 'Add another instrument' }).click()
  await expect(form.getByLabel('Custodian 2', { exact: true })).toContainText(first?.label ?? '')
  await choose(giving, form, 'Custodian 2', second?.label ?? '')
  await choose(giving, form, 'Instrument and account 2', elsewhere.label ?? elsewhere.identifier)
  await fill(form, 'Quantity 2', formatQuantity(100n, elsewhere.decimals))
  await expect(form.getByLabel('Custodian 1', { exact: true })).toContainText(first?.label ?? '')
  await expect(form.getByLabel('Instrument and account 1')).toContainText(OTHER)
  await expect(form.getByLabel('Quantity 1')).toHaveValue('100')
  await signUntested(giving, form)
  await giving.context().close()
  const made = await listTransfers(alpenbank.client, {
    where: [`description:is:Substitution in ${description}`],
  })
  const deliveryId = made.items[0]?.deliveryId as DeliveryId
  await waitForTransfer(baltic.client, deliveryId)
  const accountsOfOne = { deliver: baltic.account, receive: baltic.account }
  await expect(
    confirmTransfer(baltic.client, { deliveryId, accounts: accountsOfOne }, { dryRun: 'only' }),
  ).rejects.toMatchObject({ name: 'LedgerError' })

  const page = await signIn(browser, sandbox, 'k.tamm')
  await goTo(page, 'Transactions')
  const panel = await openTransfer(page, `Substitution in ${description}`)
  await panel.getByRole('button', { name: /^Confirm/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Confirm/ })
  await expect(dialog.getByRole('region', { name: 'Value tests' })).toBeVisible()
  const label = (label: string | undefined) => `Receive into account at ${label ?? ''}`
  await dialog.getByLabel(label(first?.label)).click()
  await expect(page.getByRole('option', { name: there })).toHaveCount(0)
  await page.getByRole('option', { name: baltic.account }).click()
  await dialog.getByLabel(label(second?.label)).click()
  await expect(page.getByRole('option', { name: baltic.account })).toHaveCount(0)
  await page.getByRole('option', { name: there }).click()
  await expect(dialog.getByText('Ledger check passed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign and confirm' }).click()
  await untilSettled(baltic, deliveryId)
  const { legs } = await getTransfer(baltic.client, deliveryId)
  expect(legs.map(({ receiverAccount }) => receiverAccount).slice(1)).toEqual([baltic.account, there])

  // The end returns each from where it lies, and names each.
  await panel.getByRole('button', { name: 'View opening' }).click()
  await page.getByRole('button', { name: 'Create Return' }).click()
  const returning = page.getByRole('dialog', { name: 'Create Return' })
  const from = (label: string | undefined) =>
    returning.getByLabel(new RegExp(`^Deliver .* at ${label ?? ''}$`))
  await expect(from(first?.label)).toHaveText(new RegExp(baltic.account))
  await expect(from(second?.label)).toHaveText(new RegExp(there))
  await returning.getByRole('button', { name: 'Review' }).click()
  await expect(
    returning.getByText(new RegExp(`from account ${baltic.account} \\(.+\\) to Alpenbank`)),
  ).toBeVisible()
  await expect(returning.getByText(new RegExp(`from account ${there} \\(.+\\) to Alpenbank`))).toBeVisible()
  await expect(returning.getByText(`${first?.label} and ${second?.label} confirm; all legs`)).toBeVisible()
  await returning.getByRole('button', { name: 'Sign and create' }).click()
  await expect(page.getByText('Return created')).toBeVisible()
  const { items } = await listTransfers(baltic.client, { where: [`description:is:Return of ${description}`] })
  const [back] = items
  if (back === undefined) throw new Error('the return is in the list')
  expect(back.legs.map(({ senderAccount }) => senderAccount).slice(0, 2)).toEqual([baltic.account, there])
  await page.context().close()
})

test('a colleague approves a substitution by its value tests, with the prices and haircuts of its proposer', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Approved ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: BOND })
  const other = await openDesk(sandbox, 'a.keller', { identifier: OTHER })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const opening = await openRepo([alpenbank, baltic], description)
  const { registryId, account, instrumentId } = other.holding
  const parameters = {
    deliveryId: opening,
    out: { P1: 200n },
    in: [{ ...other.keeper, registryId, account, quantity: 300n }],
    prices: [
      { instrumentId: alpenbank.holding.instrumentId, clean: '99.1', accrued: '0.4' },
      { instrumentId, clean: '98.5' },
    ],
    haircuts: { [instrumentId]: '1' },
  }
  await requireSignatures(sandbox, alpenbank, 2)
  try {
    await sendForApproval(alpenbank.client, (approval) =>
      createSubstitution(alpenbank.client, parameters, approval),
    )
    const page = await signIn(browser, sandbox, 'b.moser')
    await goTo(page, 'Approvals')
    const row = page.getByRole('listitem').filter({ hasText: `Substitution in ${description}` })
    await row.getByRole('button', { name: 'Review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Review a proposal' })
    await expect(dialog.getByRole('row', { name: /^Market value/ })).toContainText('+EUR 96.50')
    await expect(dialog.getByText(/^99\.1 \+ 0\.4 · /)).toBeVisible()
    await expect(dialog.getByText(/^98\.5 · /)).toBeVisible()
    await expect(dialog.getByText(/^Haircut 1%, entered by hand instead of the agreed 0%\./)).toBeVisible()
    await expect(dialog.getByText('Substitution', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Approve and publish' }).click()
    await expect(dialog).toContainText('1 approved', { timeout: 60_000 })
    await page.context().close()
  } finally {
    await requireSignatures(sandbox, alpenbank, 1)
  }
})
