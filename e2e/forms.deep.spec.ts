// Every form's success and its refusals, one after the other: too long for every day.
import type { Browser, Page } from '@playwright/test'
import { chooseCounterparty, choose, dayFromNow, fill, INVALID, openFromHolding } from './support/forms.ts'
import {
  createFop,
  findRequest,
  findHolding,
  openTransfer,
  readHoldings,
  rowOf,
  signAfterReview,
} from './support/tables.ts'
import { expect, test, withoutPayments } from './support/sandbox.ts'
import type { Sandbox } from './support/sandbox.ts'
import { goTo, signIn } from './support/navigation.ts'

const BOND = 'DE000A2LQ5M4'

async function signInWithHolding(browser: Browser, sandbox: Sandbox, user = 'a.keller') {
  const page = await signIn(browser, sandbox, user)
  const holdings = await readHoldings(page)
  const given = holdings.find(
    ({ identifier, quantity, earmarked }) => identifier === BOND && quantity - earmarked > 10_000n,
  )
  if (given === undefined) throw new Error('the sandbox has no such holding')
  return { page, given }
}

const required = (page: Page) => page.getByRole('dialog').getByText('Required', { exact: true })
const review = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Review' }).click()

test('each kind of transfer asks for what it needs, and says what is wrong at the field', async ({
  browser,
  sandbox,
}) => {
  const { page, given } = await signInWithHolding(browser, sandbox)
  // Counterparty, quantity, description; the kind besides; cash and rate besides; the other side besides.
  for (const [action, missing] of [
    ['Create FoP Transfer', 3],
    ['Create Transfer', 4],
    ['Create Repo Transfer', 5],
    ['Create Sec. Lend Transfer', 6],
  ] as const) {
    const dialog = await openFromHolding(page, given, action)
    // One begins at the first field, not at the cross that closes.
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await review(page)
    await expect(dialog.getByText(INVALID)).toBeVisible()
    await expect(required(page)).toHaveCount(missing)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // There was nothing to lose.
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  }

  const dialog = await openFromHolding(page, given, 'Create Repo Transfer')
  for (const label of ['Quantity', 'Cash quantity'])
    for (const wrong of ['1,5x', '1e30', '-1']) {
      await fill(dialog, label, wrong)
      await expect(dialog.getByText(/^Enter a quantity/)).toBeVisible()
      await fill(dialog, label, '')
    }
  await fill(dialog, 'Cash quantity', '1.001')
  await expect(dialog.getByText('Enter at most two decimals for cash.')).toBeVisible()
  const most = given.quantity - given.earmarked
  await fill(dialog, 'Quantity', String(most + 1n))
  await expect(dialog.getByText(`Maximum quantity is ${most.toLocaleString('en')}`)).toBeVisible()
  await fill(dialog, 'Quantity', String(most))
  await expect(dialog.getByText(/^Maximum quantity is/)).toBeHidden()
  await dialog.getByLabel('Repurchase date').fill(dayFromNow(0))
  await expect(dialog.getByText('The repurchase date must be after the purchase date.')).toBeVisible()

  // Nobody is offered whom a transfer cannot be made with.
  await dialog.getByLabel('Counterparty', { exact: true }).click()
  const names = await page.getByRole('option').allInnerTexts()
  expect(names).toContain('Baltic Trust Bank')
  for (const name of ['Alpenbank', 'ConneX Platform', 'Meridian Registrars', 'Nordhafen Custody'])
    expect(names).not.toContain(name)
  await page.context().close()
})

test('a loan is made, confirmed by the other side, settled by the custodian, and returned', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Loan ${info.repeatEachIndex} of ${Date.now()}`
  const { page, given } = await signInWithHolding(browser, sandbox)
  const dialog = await openFromHolding(page, given, 'Create Sec. Lend Transfer')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Delivery quantity', '50')
  await choose(page, dialog, 'Receive instrument', BOND)
  await dialog.getByLabel('Receive account', { exact: true }).click()
  await page.getByRole('option').first().click()
  await fill(dialog, 'Receive quantity', '40')
  await fill(dialog, 'Description', description)
  await signAfterReview(dialog, 'Sign and create')
  await expect(page.getByText('Securities lending transfer created')).toBeVisible()

  const baltic = await signIn(browser, sandbox, 'k.tamm')
  await goTo(baltic, 'Transactions')
  const panel = await openTransfer(baltic, description)
  await panel.getByRole('button', { name: 'Confirm Both' }).click()
  const confirm = baltic.getByRole('dialog', { name: 'Confirm Both' })
  for (const label of ['Deliver from account', 'Receive into account']) {
    await confirm.getByLabel(label).click()
    await baltic.getByRole('option').first().click()
  }
  await expect(confirm.getByText('Ledger check passed')).toBeVisible()
  await confirm.getByRole('button', { name: 'Sign and confirm' }).click()
  await expect(baltic.getByText('Transfer confirmed')).toBeVisible()
  await expect(rowOf(baltic, description)).toContainText('Done')

  await goTo(page, 'Transactions')
  const own = await openTransfer(page, description)
  await own.getByRole('button', { name: 'Create Return' }).click()
  const closing = page.getByRole('dialog', { name: 'Create Return' })
  await expect(closing.getByText(/You deliver 40 .*DE000A2LQ5M4/)).toBeVisible()
  await expect(closing.getByText(/You receive 50 .*DE000A2LQ5M4/)).toBeVisible()
  await signAfterReview(closing, 'Sign and create')
  await expect(page.getByText('Return created')).toBeVisible()
  const returned = await openTransfer(page, `Return of ${description}`)
  await returned.getByRole('button', { name: 'View opening' }).click()
  await expect(own.getByText('Settled.', { exact: true })).toBeVisible()
  await expect(own.getByRole('button', { name: 'View closing' })).toBeVisible()
  await own.getByRole('button', { name: 'Create Return' }).click()
  await expect(closing.getByRole('alert')).toHaveText(/This deal already has a closing/)
  await page.context().close()
  await baltic.context().close()
})

test('a burn request takes from what is available at once, and asks for every field before', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Burn ${info.repeatEachIndex} of ${Date.now()}`
  const { page, given } = await signInWithHolding(browser, sandbox)
  const custodian = sandbox.description.custodians.find(({ label }) => label === 'Meridian Registrars')
  await page.goto(`/custodians/${custodian?.key}/burn-requests`)
  await page.getByRole('button', { name: 'Create Burn Request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Burn Request' })
  await review(page)
  await expect(required(page)).toHaveCount(4)
  await choose(page, dialog, 'Instrument', BOND)
  await choose(page, dialog, 'Account', given.account)
  await fill(dialog, 'Quantity', '7')
  await fill(dialog, 'Description', description)
  await signAfterReview(dialog, 'Sign and request')
  await expect(page.getByText('Burn request created')).toBeVisible()
  await expect(rowOf(page, description)).toBeVisible()
  const held = findHolding(await readHoldings(page), BOND, given.account)
  // Pending it is earmarked; done, as the sandbox's custodian soon does it, it is gone.
  expect(held.quantity - held.earmarked).toBe(given.quantity - given.earmarked - 7n)
  await page.context().close()
})

test('a pending mint or burn request is canceled after a question, and remains if one declines', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'e.saar')
  for (const [path, kind, description] of [
    ['mint-requests', 'Mint', 'Morning deposit'],
    ['burn-requests', 'Burn', 'Withdrawal to the depositary'],
  ] as const) {
    const { row } = await findRequest(page, sandbox, path, description)
    const ask = async () => {
      await row.getByRole('button', { name: 'Row actions' }).click()
      await page.getByRole('menuitem', { name: 'Cancel request' }).click()
      return page.getByRole('dialog', { name: `Cancel this ${kind.toLowerCase()} request?` })
    }
    await (await ask()).getByRole('button', { name: 'Keep request' }).click()
    await expect(row).toContainText('Pending')
    const dialog = await ask()
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel request' }).click()
    await expect(page.getByText(`${kind} request canceled`)).toBeVisible()
    await expect(row).toContainText('Canceled')
  }
  await page.context().close()
})

test('where the server fails, each form says so in its own sentence and keeps what was typed', async ({
  browser,
  sandbox,
}) => {
  const { page, given } = await signInWithHolding(browser, sandbox)
  const dialog = await openFromHolding(page, given, 'Create FoP Transfer')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Quantity', '5')
  await fill(dialog, 'Description', 'Will fail')
  await review(page)
  await expect(dialog.getByText('Ledger check passed')).toBeVisible()
  const sign = dialog.getByRole('button', { name: 'Sign and create' })

  await test.step('WEB-16 what could not be shown is not signed', async () => {
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.route('**/dlt/eth/rpc', (route) => route.abort())
    await review(page)
    await expect(dialog.getByText('The ledger check could not run')).toBeVisible({ timeout: 60_000 })
    await page.unroute('**/dlt/eth/rpc')
    await sign.click()
    await expect(
      dialog.getByText('The transaction was not shown for review. Review it, then sign.'),
    ).toBeVisible()
    await expect(dialog.getByText(/Nothing was signed\./)).toBeVisible()
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
  })

  await page.route('**/deliveries/details', (route) => route.abort())
  await sign.click()
  await expect(dialog.getByText('The form could not be submitted. Please try again.')).toBeVisible({
    timeout: 60_000,
  })
  await page.unroute('**/deliveries/details')

  const refuse = { status: 500, contentType: 'application/problem+json', body: '{}' }
  await page.route('**/publish-raw-tx', (route) => route.fulfill(refuse))
  await sign.click()
  await expect(dialog.getByText('The transfer could not be created. Please try again.')).toBeVisible({
    timeout: 60_000,
  })
  await page.unroute('**/publish-raw-tx')
  await expect(dialog.getByLabel('Description')).toHaveValue('Will fail')
  // Something was signed, so nobody says that nothing was, nor offers to do it once more.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const custodian = sandbox.description.custodians[0]
  for (const [path, kind, side] of [
    ['mint-requests', 'Mint', 'mint'],
    ['burn-requests', 'Burn', 'burn'],
  ] as const) {
    await page.goto(`/custodians/${custodian?.key}/${path}`)
    await page.getByRole('button', { name: `Create ${kind} Request` }).click()
    const form = page.getByRole('dialog', { name: `Create ${kind} Request` })
    await choose(page, form, 'Instrument', BOND)
    await form.getByLabel('Account', { exact: true }).click()
    await page.getByRole('option').first().click()
    await fill(form, 'Quantity', '3')
    await fill(form, 'Description', 'Will fail')
    await review(page)
    await expect(form.getByText('Ledger check passed')).toBeVisible()
    await page.route('**/deliveries/details', (route) => route.abort())
    await form.getByRole('button', { name: 'Sign and request' }).click()
    await expect(form.getByText(`Could not create ${side} request. Please try again.`)).toBeVisible({
      timeout: 60_000,
    })
    await expect(form.getByLabel('Description')).toHaveValue('Will fail')
    await page.unroute('**/deliveries/details')
  }
  await page.context().close()
})

test('what was signed when the tab was closed is gone on with', async ({ browser, sandbox }, info) => {
  const description = `Closed ${info.repeatEachIndex} of ${Date.now()}`
  const { page, given } = await signInWithHolding(browser, sandbox, 'b.moser')
  const dialog = await openFromHolding(page, given, 'Create FoP Transfer')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Quantity', '5')
  await fill(dialog, 'Description', description)
  // The server takes it; its answer never reaches the tab.
  const taken = new Promise<void>((resolve) => {
    void page.route('**/publish-raw-tx', async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await signAfterReview(dialog, 'Sign and create')
  await taken
  const again = await page.context().newPage()
  await page.close()
  await again.goto('/transactions')
  await expect(again.getByText('A transaction you signed earlier has executed')).toBeVisible()
  await expect(again.getByText(/^Creation · .* with /)).toBeVisible()
  await again.getByRole('link', { name: 'Open the transfer' }).click()
  await expect(again).toHaveURL(/row=0x/)
  await expect(rowOf(again, description)).toHaveCount(1)
  await again.context().close()
})

test('details that the ledger does not vouch for are not confirmed unseen, one by one or together', async ({
  browser,
  sandbox,
}, info) => {
  const mark = `Doubt ${info.repeatEachIndex} of ${Date.now()}`
  const { page, given } = await signInWithHolding(browser, sandbox)
  await goTo(page, 'Holdings')
  await createFop(page, { ...given, quantity: '2', description: mark, counterparty: 'Baltic Trust Bank' })
  const baltic = await signIn(browser, sandbox, 'k.tamm')
  await baltic.route('**/deliveries/details?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(mark, 'Something else') })
  })
  await goTo(baltic, 'Transactions')
  const row = rowOf(baltic, mark)
  await test.step('together it is left out', async () => {
    await row.getByRole('checkbox').dispatchEvent('click')
    await baltic.getByRole('button', { name: 'Confirm', exact: true }).click()
    const dialog = baltic.getByRole('dialog', { name: 'Confirm several transfers' })
    await expect(dialog.getByText(/do not match the ledger’s fingerprint/)).toBeVisible()
    await expect(dialog.getByText('Left out: 1')).toBeVisible()
    await baltic.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('alone it is signed only by somebody who knows the terms from elsewhere', async () => {
    await row.getByRole('button', { name: 'Row actions' }).click()
    await baltic.getByRole('menuitem', { name: 'Confirm Receive' }).click()
    const dialog = baltic.getByRole('dialog', { name: 'Confirm Receive' })
    await expect(dialog.getByText('Ask Alpenbank before you sign')).toBeVisible()
    await expect(dialog.getByText('Something else')).toHaveCount(0)
    await dialog.getByLabel('Receive into account').click()
    await baltic.getByRole('option').first().click()
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    const sign = dialog.getByRole('button', { name: 'Sign and confirm' })
    await expect(sign).toBeDisabled()
    await dialog.getByText('I have verified the terms by other means').click()
    await sign.click()
    await expect(baltic.getByText('Transfer confirmed')).toBeVisible({ timeout: 60_000 })
    await goTo(page, 'Transactions')
    await expect(rowOf(page, mark)).toContainText('Done')
  })
  await page.context().close()
  await baltic.context().close()
})

test('D6: many are confirmed at once; what cannot be is left out, and what fails comes first, with the reason', async ({
  browser,
  sandbox,
}, info) => {
  const mark = `Many ${info.repeatEachIndex} of ${Date.now()}`
  const { page, given } = await signInWithHolding(browser, sandbox)
  const numbers = [1, 2, 3]
  for (const number of numbers) {
    const terms = { quantity: '3', description: `${mark} no. ${number}`, counterparty: 'Baltic Trust Bank' }
    await goTo(page, 'Holdings')
    await createFop(page, { ...given, ...terms })
  }
  const baltic = await signIn(browser, sandbox, 'k.tamm')
  await goTo(baltic, 'Transactions')
  for (const number of numbers)
    await rowOf(baltic, `${mark} no. ${number}`).getByRole('checkbox').dispatchEvent('click')
  await baltic
    .getByRole('row')
    .filter({ hasText: 'Pending Custodian' })
    .first()
    .getByRole('checkbox')
    .dispatchEvent('click')
  await baltic.getByRole('button', { name: 'Confirm', exact: true }).click()
  const dialog = baltic.getByRole('dialog', { name: 'Confirm several transfers' })
  await expect(dialog.getByText('Left out: 1')).toBeVisible()
  await expect(dialog.getByText(/^Next: .* confirms\./)).toBeVisible()
  await expect(dialog.getByText(/^You receive in total: 9/)).toBeVisible()
  await test.step('the receiving account is chosen, and the first choice serves the others', async () => {
    const accounts = dialog.getByLabel('Receive into account')
    await expect(accounts).toHaveCount(3)
    await expect(dialog.getByRole('button', { name: 'Sign and confirm 3' })).toBeDisabled()
    await accounts.first().click()
    await baltic.getByRole('option').last().click()
    await expect(accounts.last()).toHaveText(/\d/)
  })
  await test.step('WEB-16 each says what is signed, by its bytes', async () => {
    const name = 'What you are signing (decoded from the transaction)'
    const unfold = dialog.getByRole('button', { name })
    await expect(unfold).toHaveCount(3)
    for (const button of await unfold.all()) await button.click()
    const signed = dialog.getByRole('region', { name })
    await expect(signed).toHaveCount(3)
    for (const one of await signed.all())
      await expect(one).toContainText(
        /^.*You confirm what you receive\..*3 .* from Alpenbank to Baltic Trust Bank/,
      )
  })
  await goTo(page, 'Transactions')
  await rowOf(page, `${mark} no. 3`).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(rowOf(page, `${mark} no. 3`)).toContainText('Canceled')
  await dialog.getByRole('button', { name: 'Sign and confirm 3' }).click()
  await expect(dialog.getByText('2 confirmed')).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByText('One transfer failed.')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText(
    'Alpenbank canceled this transfer. Any earmark is released. Nothing was signed.',
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  for (const text of [`${mark} no. 1`, `${mark} no. 2`])
    await expect(rowOf(baltic, text)).toContainText('Done')
  await page.context().close()
  await baltic.context().close()
})

test('E053 E056 E057 a form that cannot be prefilled, and a repo and a loan that fail, each say so', async ({
  browser,
  sandbox,
}) => {
  const { page, given } = await signInWithHolding(browser, sandbox)
  await test.step('E053 what one holds cannot be read', async () => {
    await page.route('**/registry-manager/positions**', (route) => route.abort())
    const dialog = await openFromHolding(page, given, 'Create Repo Transfer')
    const sentence = dialog.getByText('The form could not be prefilled. Please try again.')
    await expect(sentence).toBeVisible({ timeout: 60_000 })
    await page.keyboard.press('Escape')
    await page.unroute('**/registry-manager/positions**')
    await openFromHolding(page, given, 'Create Repo Transfer')
    await expect(dialog.getByRole('button', { name: /^max / })).toBeVisible()
    await expect(sentence).toBeHidden()
    await page.keyboard.press('Escape')
  })
  for (const [id, action, sentence, terms] of [
    [
      'E056',
      'Create Repo Transfer',
      'The repo transfer could not be created. Please try again.',
      { Quantity: '5', 'Cash quantity': '5,000', 'Repo rate, % p.a.': '2.14' },
    ],
    [
      'E057',
      'Create Sec. Lend Transfer',
      'The securities lending transfer could not be created. Please try again.',
      { 'Delivery quantity': '5', 'Receive quantity': '4' },
    ],
  ] as const)
    await test.step(id, async () => {
      const dialog = await openFromHolding(page, given, action)
      await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
      for (const [label, text] of Object.entries(terms)) await fill(dialog, label, text)
      await fill(dialog, 'Description', 'Will fail')
      if (id === 'E057') {
        await choose(page, dialog, 'Receive instrument', BOND)
        await dialog.getByLabel('Receive account', { exact: true }).click()
        await page.getByRole('option').first().click()
      }
      await review(page)
      await expect(dialog.getByText('Ledger check passed')).toBeVisible({ timeout: 60_000 })
      await page.route('**/publish-raw-tx', (route) =>
        route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
      )
      await dialog.getByRole('button', { name: 'Sign and create' }).click()
      await expect(dialog.getByText(sentence)).toBeVisible({ timeout: 60_000 })
      await expect(dialog.getByLabel('Description')).toHaveValue('Will fail')
      await page.unroute('**/publish-raw-tx')
      await page.keyboard.press('Escape')
    })
  await page.context().close()
})

test('while the ledger has no leg manager for payments a repo is held back, and the alert says whom to ask', async ({
  browser,
  sandbox,
}) => {
  const { page, given } = await signInWithHolding(browser, sandbox)
  const putBack = await withoutPayments(sandbox)
  try {
    await page.reload()
    const dialog = await openFromHolding(page, given, 'Create Repo Transfer')
    await expect(dialog.getByText('Please contact your administrator').first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Review' })).toHaveAttribute('aria-disabled', 'true')
  } finally {
    await putBack()
  }
  await page.context().close()
})
