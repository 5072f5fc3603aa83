// The terms that a desk adds to a loan: refused where they do not fit together, reviewed, and read by the other bank before it confirms.
import type { DeliveryId } from '@connex/protocol'
import { cancelTransfer, listTransfers } from '@connex/sdk'
import { choose, chooseCounterparty, fill, INVALID, openFromHolding } from './support/forms.ts'
import { goTo, signIn } from './support/navigation.ts'
import { clientOf, expect, test } from './support/sandbox.ts'
import { openTransfer, readHoldings } from './support/tables.ts'

const BOND = 'DE000A2LQ5M4'
const AGREED = [
  ['Fee', '0.35% p.a., ACT/360'],
  ['Loan term', 'open'],
  ['Notice', '2 business days'],
  ['Margin ratio', '105%'],
  ['Substitution', 'at any time'],
] as const

const BELOW = 'By nominal, the collateral is 3.00% of the loan, below the agreed margin ratio of 105%.'

test('a loan with its fee, term and right to substitute: the other bank reads them before it confirms', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Loan ${info.repeatEachIndex} of ${Date.now()}`
  const reference = `DESK-${Date.now()}`
  const page = await signIn(browser, sandbox, 'a.keller')
  const given = (await readHoldings(page)).find(
    ({ identifier, quantity, earmarked }) => identifier === BOND && quantity - earmarked > 100n,
  )
  if (given === undefined) throw new Error('the sandbox has no such holding')
  const dialog = await openFromHolding(page, given, 'Create Sec. Lend Transfer')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Delivery quantity', '100')
  await choose(page, dialog, 'Receive instrument', BOND)
  await dialog.getByLabel('Receive account', { exact: true }).click()
  await page.getByRole('option').first().click()
  await fill(dialog, 'Receive quantity', '3')
  await fill(dialog, 'Description', description)

  await dialog.getByText('More terms', { exact: true }).click()
  await dialog.getByLabel('Reference').fill(reference)
  await choose(page, dialog, 'Loan term', 'Evergreen')
  await choose(page, dialog, 'Margin', 'Ratio to the loan')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText(INVALID)).toBeVisible()
  await expect(dialog.getByText('An evergreen loan needs at least one business day of notice.')).toBeVisible()
  await expect(dialog.getByText('Choose whether collateral may be exchanged.')).toBeVisible()
  await choose(page, dialog, 'Loan term', 'Open')
  await dialog.getByLabel('Fee rate, % p.a.').fill('0.35')
  await dialog.getByLabel('Notice').fill('2')
  await fill(dialog, 'Margin ratio', '105')
  await choose(page, dialog, 'Right to substitute', 'At any time')
  await expect(dialog.getByLabel('The deal in words')).toContainText('fee 0.35% p.a., ACT/360')
  await expect(dialog.getByText(BELOW)).toBeVisible()
  await dialog.getByRole('button', { name: 'Review' }).click()
  const paper = dialog.locator('[aria-live="polite"] dl')
  await expect(dialog.getByText(BELOW).filter({ visible: true })).toHaveCount(1)
  await expect(paper).toContainText(reference)
  for (const [term, value] of AGREED) await expect(paper).toContainText(new RegExp(`${term}\\s*${value}`))
  await expect(dialog.getByText('Ledger check passed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign and create' }).click()
  await expect(page.getByText('Securities lending transfer created')).toBeVisible()

  const theirs = await signIn(browser, sandbox, 'k.tamm')
  await goTo(theirs, 'Transactions')
  await theirs.getByRole('searchbox').fill(reference)
  const panel = await openTransfer(theirs, description)
  await panel.getByRole('button', { name: /^Confirm/ }).click()
  const confirming = theirs.getByRole('dialog').filter({ hasText: 'Loan term' })
  await expect(confirming).toContainText(reference)
  await expect(confirming).toContainText(BELOW)
  for (const [term, value] of AGREED)
    await expect(confirming).toContainText(new RegExp(`${term}\\s*${value}`))
  await theirs.context().close()

  await test.step('a copy of it has the same terms, and no reference', async () => {
    const client = await clientOf(sandbox, 'a.keller')
    const { items } = await listTransfers(client, { reference })
    await cancelTransfer(client, { deliveryId: items[0]?.deliveryId as DeliveryId })
    await goTo(page, 'Transactions')
    const own = await openTransfer(page, description)
    for (const [term, value] of AGREED) await expect(own).toContainText(new RegExp(`${term}\\s*${value}`))
    await own.getByRole('button', { name: 'Copy as new' }).click()
    const copy = page.getByRole('dialog', { name: 'Create Sec. Lend Transfer' })
    await expect(copy.getByLabel('Fee rate, % p.a.')).toHaveValue('0.35')
    await expect(copy.getByLabel('Notice')).toHaveValue('2')
    await expect(copy.getByLabel('Right to substitute')).toContainText('At any time')
    await expect(copy.getByLabel('Reference')).toHaveValue('')
    await page.context().close()
  })
})
