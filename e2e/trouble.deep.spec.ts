// What goes wrong beside the client: the line, the server, the ledger, the other side, the hand that clicks twice.
import type { Browser, Page } from '@playwright/test'
import { cancelTransfer, createFopTransfer, waitForIndex } from '@connex/sdk'
import { makeTransfer, openDesk } from './support/desks.ts'
import { choose, chooseCounterparty, fill, INVALID, openFromHolding } from './support/forms.ts'
import { readHoldings, rowOf } from './support/tables.ts'
import { expect, killPart, test } from './support/sandbox.ts'
import type { Sandbox } from './support/sandbox.ts'
import { goTo, signIn } from './support/navigation.ts'

const rows = (page: Page) => page.getByRole('grid').getByRole('row')
const live = (page: Page, status: 'Live' | 'Offline') =>
  expect(page.getByRole('status').filter({ hasText: status })).toBeVisible({ timeout: 120_000 })
/** Registered with the sandbox's first custodian, as the other desk's own. */
const BOND = 'DE000A2LQ5M4'
const TRANSFERS = '**/transfer/transfers**'
/** The client tries several times before it gives up. */
const PATIENTLY = { timeout: 60_000 }

test('WEB-11 D25 offline, and back: the screen says so and keeps its rows, a new one says what it waits for', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Holdings')
  await expect(rows(page).nth(1)).toBeVisible()
  await live(page, 'Live')
  await page.context().setOffline(true)
  await live(page, 'Offline')
  await expect(rows(page).nth(1)).toBeVisible()
  await page.getByRole('link', { name: 'Transactions' }).first().click()
  await expect(page.getByText('No connection. This page loads when your connection is back.')).toBeVisible()
  await page.context().setOffline(false)
  await live(page, 'Live')
  await expect(page.getByText('No connection.')).toHaveCount(0)
  await expect(rows(page).nth(1)).toBeVisible()
  await page.context().close()
})

test('a change before the live connection is open appears once it is', async ({ browser, sandbox }, info) => {
  const description = `Before the line ${info.repeatEachIndex} of ${Date.now()}`
  const pair = [await openDesk(sandbox, 'p.marchand'), await openDesk(sandbox, 'b.moser')] as const
  const page = await signIn(browser, sandbox, 'b.moser')
  const gate = Promise.withResolvers<void>()
  await page.route('**/events/sse', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/transactions')
  await expect(rows(page).nth(1)).toBeVisible()
  await makeTransfer('FOP', pair, { description })
  await expect(rowOf(page, description)).toHaveCount(0)
  gate.resolve()
  await expect(rowOf(page, description)).toBeVisible()
  await page.context().close()
})

test('WEB-11 a failed or malformed answer becomes a sentence, with a way to try again', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const answers = {
    'no line': undefined,
    'a refusal': { status: 403, contentType: 'application/problem+json', body: '{"title":"Forbidden"}' },
    'a page instead': { status: 500, contentType: 'text/html', body: '<h1>nginx</h1>' },
    'another shape': { status: 200, contentType: 'application/json', body: '{"rows":7}' },
    'no JSON': { status: 200, contentType: 'application/json', body: '<!doctype html>' },
  }
  for (const [name, answer] of Object.entries(answers))
    await test.step(name, async () => {
      await goTo(page, 'Custodians')
      await page.route(TRANSFERS, (route) => (answer ? route.fulfill(answer) : route.abort()))
      await page.goto('/transactions')
      await expect(page.getByText('The transactions could not be loaded')).toBeVisible({ timeout: 60_000 })
      await expect(page.getByText('Nothing was changed.').first()).toBeVisible()
      await expect(page.getByText(/nginx|doctype/)).toHaveCount(0)
      const again = page.getByRole('button', { name: 'Try again' })
      await Promise.all([page.waitForRequest(TRANSFERS), again.click()])
      await page.unroute(TRANSFERS)
      // The screen tries again without the button as well, once the live connection is open.
      await expect(async () => {
        if (await again.isVisible()) await again.click({ timeout: 1_000 })
        await expect(rows(page).nth(1)).toBeVisible({ timeout: 5_000 })
      }).toPass()
    })
  await test.step('a session that the server no longer knows', async () => {
    // The screen that is still open reads again when something changes, and its session would end unseen.
    await page.goto('about:blank')
    await page.route(TRANSFERS, (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 401, title: 'User Authentication Failure', code: 'unauthenticated' }),
      }),
    )
    await page.goto('/transactions')
    await expect(page.getByText('Your session has ended.')).toBeVisible({ timeout: 60_000 })
    await expect(page).toHaveURL(/\/login\?/)
  })
  await page.context().close()
})

test('a server that is killed and comes back, and a ledger: nobody has to log in again', async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(600_000)
  const page = await signIn(browser, sandbox, 'b.moser')
  await goTo(page, 'Transactions')
  await live(page, 'Live')
  await test.step('the server', async () => {
    await killPart(sandbox, 'north')
    await live(page, 'Offline')
    await live(page, 'Live')
    await page.getByRole('searchbox').fill('Loan')
    await expect(rowOf(page, 'Loan').first()).toBeVisible()
    await page.reload()
    await expect(rows(page).nth(1)).toBeVisible()
  })
  await test.step('the ledger: what needs it says so, and works again', async () => {
    const holdings = await readHoldings(page)
    const given = holdings.find(({ quantity, earmarked }) => quantity - earmarked > 100n)
    if (given === undefined) throw new Error('the sandbox has no such holding')
    await killPart(sandbox, 'ledger')
    const dialog = await openFromHolding(page, given, 'Create FoP Transfer')
    await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
    await fill(dialog, 'Quantity', '1')
    await fill(dialog, 'Description', `After the ledger ${Date.now()}`)
    await dialog.getByRole('button', { name: 'Review' }).click()
    const again = dialog.getByRole('button', { name: 'Check again' })
    const passed = dialog.getByText('Ledger check passed')
    await expect(again.or(passed)).toBeVisible({ timeout: 60_000 })
    await expect(async () => {
      if (await again.isVisible()) await again.click()
      await expect(passed).toBeVisible()
    }).toPass({ timeout: 120_000 })
    await dialog.getByRole('button', { name: 'Sign and create' }).click()
    await expect(page.getByText('Transfer created')).toBeVisible({ timeout: 120_000 })
  })
  await page.context().close()
})

test('a server of the fifth version alone is spoken to in that version', async ({ browser, sandbox }) => {
  for (const answer of [{ json: { supportedApiVersions: [5] } }, { status: 404, body: '' }]) {
    const context = await browser.newContext({ baseURL: sandbox.description.servers[0]?.url ?? '' })
    await context.route('**/api/introspection', (route) => route.fulfill(answer))
    const paths: string[] = []
    context.on('request', (request) => paths.push(new URL(request.url()).pathname))
    const page = await signIn(browserOf(context), sandbox, 'a.keller')
    for (const screen of ['Holdings', 'Transactions'] as const) {
      await goTo(page, screen)
      await expect(rows(page).nth(1)).toBeVisible()
    }
    const calls = paths.filter((path) => path.startsWith('/api/v'))
    expect(calls.length).toBeGreaterThan(4)
    expect(calls.filter((path) => !path.startsWith('/api/v5/'))).toEqual([])
    await context.close()
  }
})

/** A browser that gives out the context that already exists. */
const browserOf = (context: Awaited<ReturnType<Browser['newContext']>>): Pick<Browser, 'newContext'> => ({
  newContext: () => Promise.resolve(context),
})

async function openFop(browser: Browser, sandbox: Sandbox) {
  const page = await signIn(browser, sandbox, 'a.keller')
  const given = (await readHoldings(page)).find(
    ({ identifier, quantity, earmarked }) => identifier === BOND && quantity - earmarked > 1000n,
  )
  if (given === undefined) throw new Error('the sandbox has no such holding')
  const dialog = await openFromHolding(page, given, 'Create FoP Transfer')
  return { page, given, dialog }
}

test('WEB-12 a double click on Review does not sign, and one on the signature signs once', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Twice ${info.repeatEachIndex} of ${Date.now()}`
  const { page, dialog } = await openFop(browser, sandbox)
  let published = 0
  page.on('request', (request) => {
    if (request.url().includes('publish-raw-tx')) published++
  })
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Quantity', '1')
  await fill(dialog, 'Description', description)
  await dialog.getByRole('button', { name: 'Review' }).dblclick()
  await expect(dialog.getByText('Ledger check passed')).toBeVisible()
  expect(published).toBe(0)
  await dialog.getByRole('button', { name: 'Sign and create' }).dblclick()
  await expect(page.getByText('Transfer created')).toBeVisible({ timeout: 60_000 })
  await goTo(page, 'Transactions')
  await expect(rowOf(page, description)).toHaveCount(1)
  expect(published).toBe(1)
  await page.context().close()
})

test('what may have been published is never signed a second time, whatever comes instead of the answer', async ({
  browser,
  sandbox,
}, info) => {
  const page = await signIn(browser, sandbox, 'b.moser')
  await goTo(page, 'Holdings')
  const given = (await readHoldings(page)).find(({ quantity, earmarked }) => quantity - earmarked > 1000n)
  if (given === undefined) throw new Error('the sandbox has no such holding')
  const fillIn = async (description: string) => {
    await goTo(page, 'Holdings')
    const dialog = await openFromHolding(page, given, 'Create FoP Transfer')
    await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
    await fill(dialog, 'Quantity', '7')
    await fill(dialog, 'Description', description)
    await dialog.getByRole('button', { name: 'Review' }).click()
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    return { dialog, sign: dialog.getByRole('button', { name: 'Sign and create' }) }
  }
  const made = async (description: string) => {
    await page.goto(`/transactions?description=${encodeURIComponent(`is:${description}`)}`)
    await expect(rowOf(page, description).first()).toBeVisible()
    return rowOf(page, description).count()
  }

  await test.step('the server took it, and a proxy answered: it is done, once', async () => {
    const description = `Proxy ${info.repeatEachIndex} of ${Date.now()}`
    const { sign } = await fillIn(description)
    await page.route('**/publish-raw-tx', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
    })
    await sign.click()
    await expect(page.getByText('Transfer created')).toBeVisible({ timeout: 60_000 })
    await page.unroute('**/publish-raw-tx')
    expect(await made(description)).toBe(1)
  })

  await test.step('the server never got it: trying again publishes the same', async () => {
    const description = `Again ${info.repeatEachIndex} of ${Date.now()}`
    const { dialog, sign } = await fillIn(description)
    const published = new Set<string>()
    await page.route('**/publish-raw-tx', (route) => {
      published.add(route.request().postData() ?? '')
      return route.fulfill({ status: 504, body: '' })
    })
    await sign.click()
    await expect(dialog.getByText('The transfer could not be created. Please try again.')).toBeVisible({
      timeout: 60_000,
    })
    await expect(dialog.getByText(/Sending it again cannot execute it twice/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Back' })).toHaveCount(0)
    await page.unroute('**/publish-raw-tx')
    page.on('request', (request) => {
      if (request.url().endsWith('/publish-raw-tx')) published.add(request.postData() ?? '')
    })
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('Transfer created')).toBeVisible({ timeout: 60_000 })
    await expect(dialog).toHaveCount(0)
    expect(published.size).toBe(1)
    expect(await made(description)).toBe(1)
  })

  await test.step('its dialog is left: it is gone on with all the same', async () => {
    const description = `Left ${info.repeatEachIndex} of ${Date.now()}`
    const { dialog, sign } = await fillIn(description)
    await page.route('**/publish-raw-tx', (route) => route.abort())
    await sign.click()
    await expect(dialog.getByText(/Sending it again cannot execute it twice/)).toBeVisible({
      timeout: 60_000,
    })
    await page.keyboard.press('Escape')
    await expect(page.getByText(/sent again automatically: do not repeat it/)).toBeVisible()
    await page.unroute('**/publish-raw-tx')
    await expect(page.getByText('Transfer created')).toBeVisible({ timeout: 60_000 })
    expect(await made(description)).toBe(1)
  })
  await page.context().close()
})

test('WEB-13 what the other side has canceled, or what is no longer available, is refused in words', async ({
  browser,
  sandbox,
}, info) => {
  const mark = `Stale ${info.repeatEachIndex} of ${Date.now()}`
  const [alpenbank, rhone] = [await openDesk(sandbox, 'b.moser'), await openDesk(sandbox, 'p.marchand')]
  await test.step('canceled while the dialog was open', async () => {
    const { deliveryId } = await makeTransfer('FOP', [rhone, alpenbank], { description: mark })
    const page = await signIn(browser, sandbox, 'b.moser')
    await goTo(page, 'Transactions')
    await rowOf(page, mark).getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: 'Confirm Receive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Receive' })
    await choose(page, dialog, 'Receive into account', alpenbank.account)
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    const { block } = await cancelTransfer(rhone.client, { deliveryId })
    await waitForIndex(alpenbank.client, block)
    const notice = page.getByRole('dialog', { name: 'Canceled' })
    await expect(notice.getByRole('alert')).toContainText(
      'Rhône Capital canceled this transfer. Any earmark is released. Nothing was signed.',
      { timeout: 60_000 },
    )
    await expect(notice.getByText('Ledger check passed')).toBeHidden()
    await expect(notice.getByRole('button', { name: 'Sign and confirm' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, mark)).toContainText('Canceled')
    await page.context().close()
  })
  await test.step('earmarked for another transfer between form and signature', async () => {
    const { page, given, dialog } = await openFop(browser, sandbox)
    const available = given.quantity - given.earmarked
    await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
    await dialog.getByRole('button', { name: /^max / }).click()
    await fill(dialog, 'Description', `${mark}, all of it`)
    await dialog.getByRole('button', { name: 'Review' }).click()
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    const held = await openDesk(sandbox, 'b.moser', given)
    const taken = { ...held.keeper, registryId: held.holding.registryId, account: held.holding.account }
    const { deliveryId, block } = await createFopTransfer(held.client, {
      ...taken,
      quantity: 10n,
      direction: 'DELIVER',
      counterpartyAddr: rhone.tenantAddr,
      description: `${mark}, ten of it`,
    })
    expect(available).toBeGreaterThan(10n)
    await waitForIndex(held.client, block)
    const sign = dialog.getByRole('button', { name: 'Sign and create' })
    const maximum = dialog.getByText(/^Maximum quantity is/)
    // The form learns of it from the stream, or the ledger refuses it: in both cases nothing is created.
    if (await sign.isVisible()) await sign.click()
    await expect(maximum.or(dialog.getByText('The transfer could not be created.')).first()).toBeVisible({
      timeout: 60_000,
    })
    await cancelTransfer(held.client, { deliveryId })
    await page.context().close()
  })
})

test('WEB-14 the field says that a quantity is invalid or too large, and nothing is sent', async ({
  browser,
  sandbox,
}) => {
  const { page, given, dialog } = await openFop(browser, sandbox)
  const go = dialog.getByRole('button', { name: 'Review' })
  const most = given.quantity - given.earmarked
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Description', 'Never sent')
  for (const wrong of ['0', '-1', '1e30', '1,5x', '0.0000000001', 'NaN', '٣']) {
    await fill(dialog, 'Quantity', wrong)
    await go.click()
    await expect(dialog.getByText(INVALID)).toBeVisible()
    await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(go).toBeVisible()
  }
  await fill(dialog, 'Quantity', '9'.repeat(30))
  await expect(dialog.getByText(/^Maximum quantity is [\d,.]+$/)).toBeVisible()
  expect(most).toBeGreaterThan(0n)
  await page.context().close()
})

test('D20: a suspended registry is marked among the holdings, and a form says so before it is reviewed', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  // The custodian's instruments, as the page loads them, are what its Holdings will show as suspended.
  const [custodian] = sandbox.description.custodians
  const loaded = '**/registry-manager/instruments?**'
  let items: object[] = []
  await page.route(loaded, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { items: object[] }
    items = answer.items.map((item) => ({ ...item, registryState: 'SUSPENDED' }))
    await route.fulfill({ response })
  })
  await page.goto(`/custodians/${custodian?.key}/instruments`)
  await expect.poll(() => items.length).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/registry-manager/instruments?**SUSPENDED**', (route) =>
    route.fulfill({ json: { items, pageItemCount: items.length, totalItemCount: items.length } }),
  )
  await goTo(page, 'Holdings')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Suspended' }).first()
  await expect(row.getByText('Suspended')).toBeVisible()
  await test.step('the inventory and the panel say so as well', async () => {
    await page.getByRole('button', { name: 'Inventory', exact: true }).click()
    const cell = page.getByRole('gridcell').filter({ hasText: 'Suspended' }).first()
    await expect(cell.getByText('Suspended')).toBeVisible()
    await cell.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary')
    await expect(panel.getByText('Suspended', { exact: true })).toBeVisible()
    await expect(panel).toContainText('has suspended this instrument')
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
  })
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Create FoP Transfer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog
      .getByRole('alert')
      .or(dialog.getByText(/This instrument is suspended/))
      .first(),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText(/This instrument is suspended/).first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Review' })).toBeVisible()
  await page.context().close()
})

test('figures of a desk and of its custodians that cannot be loaded say so, and are loaded again', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const figures = /[/]transfer[/](summary|custodians)([?]|$)/
  await page.route(figures, (route) => route.abort())
  await page.goto('/custodians')
  const failures = page.getByRole('alert')
  await expect(
    failures.filter({ hasText: 'The transfers waiting for you could not be loaded.' }),
  ).toBeVisible(PATIENTLY)
  await expect(failures.filter({ hasText: 'Some of these figures could not be loaded.' })).toBeVisible(
    PATIENTLY,
  )
  await page.unrouteAll({ behavior: 'wait' })
  for (const left of [1, 0]) {
    await failures.getByRole('button', { name: 'Try again' }).first().click()
    await expect(failures).toHaveCount(left)
  }
  await expect(page.getByRole('list', { name: 'Your desk' })).toContainText(/\d/)
  await page.context().close()
})
