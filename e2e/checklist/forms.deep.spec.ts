// The checklist, row by row: the forms of transfers, what they ask for, what they say, and what becomes of them. Each step
// names its rows by their ids.
import type { Browser, Locator, Page } from '@playwright/test'
import { cancelTransfer, createFopTransfer, everyPage, listTenants, waitForIndex } from '@connex/sdk'
import { openDesk } from '../support/desks.ts'
import { withServerFailing, goTo, signIn, unlock } from '../support/navigation.ts'
import {
  chooseCounterparty,
  choose,
  dayFromNow,
  fill,
  INVALID,
  leaveForm,
  openFromHolding,
} from '../support/forms.ts'
import { readHoldings, rowOf } from '../support/tables.ts'
import { expect, test, walletOf, withoutPayments } from '../support/sandbox.ts'
import type { Sandbox } from '../support/sandbox.ts'

const BOND = 'DE000A2LQ5M4'
const OTHER = 'Baltic Trust Bank'
const KINDS = ['FoP', 'Repo', 'Sec. Lend'] as const

const dialogOf = (page: Page) => page.getByRole('dialog')
const review = (page: Page) => dialogOf(page).getByRole('button', { name: 'Review' }).click()
const required = (page: Page, label: string) =>
  expect(dialogOf(page).getByLabel(label, { exact: true })).toHaveAccessibleDescription(/^Required/)

/** An empty form of this kind, with nothing of a row in it. */
async function openEmpty(page: Page, kind: (typeof KINDS)[number]): Promise<Locator> {
  await goTo(page, 'Transactions')
  await page.getByRole('button', { name: 'Create Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Transfer' })
  await dialog.getByRole('radio', { name: kind }).click()
  return dialog
}

async function signInWithHolding(browser: Browser, sandbox: Sandbox) {
  const page = await signIn(browser, sandbox, 'a.keller')
  const holdings = await readHoldings(page)
  const given = holdings.find(
    ({ identifier, quantity, earmarked }) => identifier === BOND && quantity - earmarked > 9_999n,
  )
  if (given === undefined) throw new Error('the sandbox has no such holding')
  return { page, given }
}

/** Signs in where the configuration names these custodians. */
async function signInWith(browser: Browser, sandbox: Sandbox, custodians: readonly string[]): Promise<Page> {
  const { file, password, url } = walletOf(sandbox, 'a.keller')
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.route('**/config/config.json', async (route) => {
    const answer = await route.fetch()
    const config = (await answer.json()) as Record<string, unknown>
    await route.fulfill({
      response: answer,
      json: { ...config, custodians: custodians.join(), custodianLabels: '' },
    })
  })
  await page.goto('/')
  await unlock(page, file, password)
  await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
  return page
}

test('rows of the forms: with whom, and with which custodians', async ({ browser, sandbox }) => {
  test.setTimeout(600_000)
  const [custodian] = sandbox.description.custodians
  const [manager = '', registrar = ''] = (custodian?.key ?? '').split(':')
  const unknown = `0x${'ab'.repeat(20)}`
  const desk = await openDesk(sandbox, 'a.keller')
  const tenants = await everyPage((page) => listTenants(desk.client, page))
  const keepsNothing = tenants.find(({ name }) => name === 'Fjord Advisory')?.address ?? ''
  for (const [id, pair] of [
    ['R086', `${manager}:${unknown}`],
    ['R087', `${unknown}:${registrar}`],
  ] as const)
    await test.step(`${id} an entry of the configuration that names nobody is dropped, the others are there`, async () => {
      const page = await signInWith(browser, sandbox, [pair, custodian?.key ?? ''])
      await expect(page.getByRole('grid').locator('tbody').getByRole('row')).toHaveCount(1)
      await expect(page.getByRole('grid')).toContainText('Meridian Registrars')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await page.context().close()
    })
  await test.step('R107 a custodian without instruments', async () => {
    const page = await signInWith(browser, sandbox, [custodian?.key ?? '', `${manager}:${keepsNothing}`])
    const dialog = await openEmpty(page, 'FoP')
    await choose(page, dialog, 'Custodian', 'Fjord Advisory')
    await expect(
      dialog.getByText('No instruments found for this custodian.', { exact: true }).first(),
    ).toBeVisible()
    await page.context().close()
  })
  await test.step('R083 R084 R085 not oneself, not the platform, no registrar; another tenant', async () => {
    const page = await signIn(browser, sandbox, 'a.keller')
    const dialog = await openEmpty(page, 'FoP')
    await dialog.getByLabel('Counterparty', { exact: true }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    const names = await page.getByRole('option').allInnerTexts()
    expect(names).toContain(OTHER)
    for (const name of ['Alpenbank', 'ConneX Platform', 'Meridian Registrars', 'Nordhafen Custody'])
      expect(names).not.toContain(name)
    await page.context().close()
  })
})

test('rows of the forms: what they ask for, and what they refuse', async ({ browser, sandbox }) => {
  test.setTimeout(600_000)
  const { page, given } = await signInWithHolding(browser, sandbox)
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await test.step('R088 R091 R092 R093 R094 R095 R104 a plain transfer', async () => {
    const dialog = await openEmpty(page, 'FoP')
    await review(page)
    await expect(dialog.getByText(INVALID, { exact: true })).toBeVisible()
    for (const label of ['Custodian', 'Counterparty', 'Description', 'Instrument', 'Account', 'Quantity'])
      await required(page, label)
    await leaveForm(page)
  })
  await test.step('R100 R101 R102 R103 a loan, besides', async () => {
    await openEmpty(page, 'Sec. Lend')
    await review(page)
    for (const side of ['Delivery', 'Receive'])
      for (const part of ['instrument', 'account', 'quantity']) await required(page, `${side} ${part}`)
    await leaveForm(page)
  })
  for (const [ids, action, labels] of [
    ['R090 R096 R097', 'Create Repo Transfer', ['Quantity', 'Cash quantity']],
    ['R098 R099', 'Create Sec. Lend Transfer', ['Delivery quantity', 'Receive quantity']],
  ] as const)
    await test.step(`${ids} quantities of a ${action}`, async () => {
      await goTo(page, 'Holdings')
      const dialog = await openFromHolding(page, given, action)
      for (const label of labels)
        for (const [wrong, sentence] of [
          ['1,5x', /^Enter a quantity/],
          ['1e30', /^Enter a quantity/],
          ['-1', /^Enter a quantity/],
          ['0', /^Enter a quantity above 0/],
          ['1.001', /whole number|decimals/],
        ] as const) {
          await fill(dialog, label, wrong)
          await review(page)
          await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(sentence)
          await expect(dialog.getByText(INVALID, { exact: true })).toBeVisible()
        }
      await leaveForm(page)
    })
  await test.step('R089 R090 more than there is is refused with the limit, the limit and 1 are taken', async () => {
    const dialog = await openFromHolding(page, given, 'Create FoP Transfer')
    const most = given.quantity - given.earmarked
    const limit = `Maximum quantity is ${most.toLocaleString('en')}`
    await fill(dialog, 'Quantity', String(most + 1n))
    await expect(dialog.getByText(limit, { exact: true })).toBeVisible()
    for (const fits of [String(most), '1']) {
      await fill(dialog, 'Quantity', fits)
      await expect(dialog.getByText(/^Maximum quantity is/)).toHaveCount(0)
      await expect(dialog.getByLabel('Quantity', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
    }
    await test.step('R106 an account with nothing available', async () => {
      await dialog.getByLabel('Account', { exact: true }).click()
      await page.getByRole('option', { name: '0 available' }).last().click()
      await expect(
        dialog.getByText('No available positions found in the selected account.', { exact: true }),
      ).toBeVisible()
    })
    await leaveForm(page)
  })
  await test.step('R091 to R103 nothing of all this was sent', () => expect(sent).toEqual([]))
  await page.context().close()
})

test('rows of the forms: what they say where something fails', async ({ browser, sandbox }) => {
  test.setTimeout(600_000)
  const { page, given } = await signInWithHolding(browser, sandbox)
  const custodian = sandbox.description.custodians[0]?.label ?? ''
  await test.step('E051 the instruments', () =>
    withServerFailing(page, '**/registry-manager/instruments?*', async () => {
      const dialog = await openEmpty(page, 'FoP')
      await dialog.getByRole('radio', { name: 'Receive' }).click()
      await choose(page, dialog, 'Custodian', custodian)
      await expect(
        dialog.getByText('The instruments could not be loaded. Please try again.', { exact: true }).first(),
      ).toBeVisible()
      await leaveForm(page)
    }))
  await test.step('E052 the instruments’ data', async () => {
    await page.reload()
    await withServerFailing(page, '**/registry-manager/positions?*', async () => {
      const dialog = await openEmpty(page, 'FoP')
      await choose(page, dialog, 'Custodian', custodian)
      await expect(
        dialog
          .getByText('The instrument data could not be loaded. Please try again.', { exact: true })
          .first(),
      ).toBeVisible()
      await leaveForm(page)
    })
  })
  await test.step('E053 what the form begins with', async () => {
    await goTo(page, 'Holdings')
    await page.reload()
    await expect(page.getByRole('grid').getByText('earmarked').first()).toBeVisible()
    await withServerFailing(page, '**/platform/tenants/accounts?*', async () => {
      const dialog = await openFromHolding(page, given, 'Create FoP Transfer')
      await expect(
        dialog.getByText('The form could not be prefilled. Please try again.', { exact: true }),
      ).toBeVisible()
      await leaveForm(page)
    })
    await page.reload()
  })
  for (const [id, action, failure] of [
    ['E055', 'Create FoP Transfer', 'The transfer could not be created. Please try again.'],
    ['E056', 'Create Repo Transfer', 'The repo transfer could not be created. Please try again.'],
    [
      'E057',
      'Create Sec. Lend Transfer',
      'The securities lending transfer could not be created. Please try again.',
    ],
  ] as const)
    await test.step(`${id} ${action}`, async () => {
      await goTo(page, 'Holdings')
      const dialog = await openFromHolding(page, given, action)
      await fillTerms(page, dialog, action, 'Will fail')
      await review(page)
      await expect(dialog.getByText('Ledger check passed')).toBeVisible()
      const sign = dialog.getByRole('button', { name: 'Sign and create' })
      const expectText = (text: string) =>
        expect(dialog.getByText(text, { exact: true })).toBeVisible({ timeout: 60_000 })
      if (id === 'E055')
        await test.step('E054 the form itself', () =>
          withServerFailing(page, '**/deliveries/details', async () => {
            await sign.click()
            await expectText('The form could not be submitted. Please try again.')
          }))
      await withServerFailing(page, '**/publish-raw-tx', async () => {
        await sign.click()
        await expectText(failure)
      })
      await expect(dialog.getByLabel('Description')).toHaveValue('Will fail')
      await leaveForm(page)
    })
  await test.step('E058 without a leg manager for payments', async () => {
    const putBack = await withoutPayments(sandbox)
    try {
      await goTo(page, 'Holdings')
      await page.reload()
      const dialog = await openFromHolding(page, given, 'Create Repo Transfer')
      const alert = dialog.getByText('Please contact your administrator').filter({ visible: true })
      await expect(alert).toHaveCount(1)
    } finally {
      await putBack()
    }
  })
  await page.context().close()
})

async function fillTerms(page: Page, dialog: Locator, action: string, description: string): Promise<void> {
  await chooseCounterparty(page, dialog, OTHER)
  if (action === 'Create Sec. Lend Transfer') {
    await fill(dialog, 'Delivery quantity', '5')
    await choose(page, dialog, 'Receive instrument', BOND)
    await dialog.getByLabel('Receive account', { exact: true }).click()
    await page.getByRole('option').first().click()
    await fill(dialog, 'Receive quantity', '4')
  } else await fill(dialog, 'Quantity', '5')
  if (action === 'Create Repo Transfer') {
    await fill(dialog, 'Cash quantity', '4,900')
    await fill(dialog, 'Repo rate, % p.a.', '2.14')
    await dialog.getByLabel('Repurchase date').fill(dayFromNow(7))
  }
  await fill(dialog, 'Description', description)
}

test('rows of the forms: what is done by them, for both sides', async ({ browser, sandbox }, info) => {
  test.setTimeout(900_000)
  const mark = `Forms ${info.repeatEachIndex} of ${Date.now()}`
  const { page, given } = await signInWithHolding(browser, sandbox)
  const other = await signIn(browser, sandbox, 'k.tamm')
  await goTo(other, 'Transactions')
  for (const [ids, action, success, type] of [
    ['W062 E061', 'Create FoP Transfer', 'Transfer created', 'FoP'],
    ['W063 E062', 'Create Repo Transfer', 'Repo transfer created', 'Repo'],
    ['W064 E063', 'Create Sec. Lend Transfer', 'Securities lending transfer created', 'Securities Lending'],
  ] as const)
    await test.step(`${ids} ${action}`, async () => {
      await goTo(page, 'Holdings')
      const closed = await openFromHolding(page, given, action)
      await leaveForm(page)
      await expect(closed).toBeHidden()
      const dialog = await openFromHolding(page, given, action)
      await fillTerms(page, dialog, action, `${mark}, ${type}`)
      await review(page)
      await expect(dialog.getByText('Ledger check passed')).toBeVisible()
      await dialog.getByRole('button', { name: 'Sign and create' }).click()
      await expect(page.getByText(success, { exact: true })).toBeVisible({ timeout: 60_000 })
      await goTo(page, 'Transactions')
      for (const side of [page, other]) {
        const row = rowOf(side, `${mark}, ${type}`)
        await expect(row.getByRole('gridcell').nth(2)).toContainText(type)
      }
    })

  const received = rowOf(other, `${mark}, FoP`)
  const act = async (side: Page, row: Locator, name: string) => {
    await row.getByRole('button', { name: 'Row actions' }).click()
    await side.getByRole('menuitem', { name, exact: true }).click()
  }
  await test.step('W065 E050 E067 confirmed by the other side; where it fails, it says so', async () => {
    const dialog = other.getByRole('dialog', { name: 'Confirm Receive' })
    await act(other, received, 'Confirm Receive')
    await expect(dialog).toContainText('5')
    await leaveForm(other)
    await expect(dialog).toBeHidden()
    await act(other, received, 'Confirm Receive')
    await dialog.getByLabel('Receive into account').click()
    await other.getByRole('option').first().click()
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    const sign = dialog.getByRole('button', { name: 'Sign and confirm' })
    await withServerFailing(other, '**/publish-raw-tx', async () => {
      await sign.click()
      await expect(dialog.getByText('Could not confirm transfer', { exact: true })).toBeVisible({
        timeout: 60_000,
      })
    })
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(other.getByText('Transfer confirmed', { exact: true })).toBeVisible({ timeout: 60_000 })
    for (const side of [page, other])
      await expect(rowOf(side, `${mark}, FoP`).getByRole('gridcell').nth(3)).toContainText(
        /Pending Custodian|Done/,
      )
  })
  await test.step('E049 E066 canceled by its creator; where it fails, it says so', async () => {
    await act(page, rowOf(page, `${mark}, Repo`), 'Cancel')
    const dialog = page.getByRole('dialog', { name: 'Cancel this transfer?' })
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    const cancel = dialog.getByRole('button', { name: 'Cancel transfer' })
    await withServerFailing(page, '**/publish-raw-tx', async () => {
      await cancel.click()
      await expect(dialog.getByText('Transfer could not be canceled', { exact: true })).toBeVisible({
        timeout: 60_000,
      })
    })
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('Transfer canceled', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(rowOf(page, `${mark}, Repo`)).toContainText('Canceled')
  })
  await other.context().close()
  await page.context().close()
})

test('R105 a confirmation from an account with too little', async ({ browser, sandbox }, info) => {
  test.setTimeout(300_000)
  const description = `Too much ${info.repeatEachIndex} of ${Date.now()}`
  const [alpenbank, rhone] = [await openDesk(sandbox, 'b.moser'), await openDesk(sandbox, 'p.marchand')]
  const { holding, keeper, tenantAddr } = alpenbank
  const { deliveryId, block } = await createFopTransfer(rhone.client, {
    ...keeper,
    registryId: holding.registryId,
    account: rhone.account,
    quantity: BigInt(holding.available) * 100n,
    direction: 'RECEIVE',
    counterpartyAddr: tenantAddr,
    description,
  })
  await waitForIndex(alpenbank.client, block)
  const page = await signIn(browser, sandbox, 'b.moser')
  await goTo(page, 'Transactions')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await rowOf(page, description).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Confirm Delivery', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Delivery' })
  await dialog.getByLabel('Deliver from account').click()
  await page.getByRole('option').first().click()
  await expect(dialog.getByText('Insufficient funds in selected account.', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign and confirm' }).click()
  await expect(dialog.getByText('Insufficient funds in selected account.', { exact: true })).toBeVisible()
  expect(sent.filter((url) => !url.endsWith('/rpc'))).toEqual([])
  await page.context().close()
  await cancelTransfer(rhone.client, { deliveryId })
})
