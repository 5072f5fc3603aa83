// WCAG 2.2 AA as far as a checker can tell: every route, dialog, menu and popup, in both styles.
import type { Locator, Page } from '@playwright/test'
import { checker, stillness } from './support/axe.ts'
import { INVALID, openFromHolding } from './support/forms.ts'
import { readHoldings } from './support/tables.ts'
import { expect, test, walletOf } from './support/sandbox.ts'
import { signIn, unlock } from './support/navigation.ts'

const STYLES = ['light', 'dark'] as const

const wear = (page: Page, style: string) =>
  page.addInitScript((theme) => localStorage.setItem('connex.theme', theme), style)
const firstRow = (page: Page) => page.getByRole('grid').getByRole('row').nth(1)
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const style of STYLES) {
  test(`nothing is found at the door and on any route, ${style}`, async ({ browser, sandbox }) => {
    test.setTimeout(600_000)
    const { file, password, url } = walletOf(sandbox, 'a.keller')
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    await wear(page, style)
    const { found, check } = checker(page, style)
    await page.goto('/login')
    await check('login')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByText('Required')).toHaveCount(2)
    await check('login, nothing chosen')
    await unlock(page, file, 'not the password')
    await expect(page.getByText('Login Error')).toBeVisible({ timeout: 60_000 })
    await check('login, refused')
    await page.goto('/help.html')
    await check('help')
    await page.goto('/login')
    await unlock(page, file, password)
    await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
    const [custodian] = sandbox.description.custodians
    const ofCustodian = ['accounts', 'instruments', 'mint-requests', 'burn-requests']
    for (const path of [
      '/custodians',
      '/holdings',
      '/transactions',
      ...ofCustodian.map((screen) => `/custodians/${custodian?.key}/${screen}`),
    ]) {
      await page.goto(path)
      await expect(firstRow(page)).toBeVisible()
      await check(path)
    }
    for (const path of [
      '/today',
      '/calendar',
      '/counterparties',
      '/availability',
      '/approvals',
      '/holdings?layout=inventory',
    ]) {
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading').or(main.getByRole('grid')).first()).toBeVisible()
      await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
      await check(path)
    }
    await page.goto('/calendar')
    await tool(page, 'List').click()
    await check('the calendar as a list')
    await page.goto('/transactions?description=contains:no+such+thing')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await check('an empty table')
    await page.goto('/custodians/none/accounts')
    await expect(page.getByText('This custodian is not configured')).toBeVisible()
    await check('an unknown custodian')
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check('not found')
    await page.route('**/transfer/transfers**', (route) => route.abort())
    await page.goto('/transactions')
    await expect(page.getByText('The transactions could not be loaded')).toBeVisible({ timeout: 60_000 })
    await check('a failure')
    await context.close()
    const restricted = await signIn(browser, sandbox, 'r.lesser')
    await wear(restricted, style)
    await restricted.goto('/holdings')
    await expect(restricted.getByRole('heading', { name: 'Restricted Access' })).toBeVisible()
    const behind = checker(restricted, style)
    await behind.check('restricted access')
    await restricted.context().close()
    expect([...found, ...behind.found]).toEqual([])
  })

  test(`nothing is found in any dialog, menu and popup, ${style}`, async ({ browser, sandbox }) => {
    test.setTimeout(600_000)
    const page = await signIn(browser, sandbox, 'b.moser')
    await wear(page, style)
    await page.reload()
    await expect(firstRow(page)).toBeVisible()
    const { found, check } = checker(page, style)
    const away = async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0)
    }
    await test.step('palette, keys, menus', async () => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await check('palette')
      await away()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await check('keys')
      await away()
      await page.getByRole('button', { name: 'b.moser' }).click()
      await check('user menu')
      await away()
    })
    const given = (await readHoldings(page)).find(({ quantity, earmarked }) => quantity - earmarked > 1000n)
    if (given === undefined) throw new Error('the sandbox has no such holding')
    await test.step('tools of a table', async () => {
      for (const name of ['Filter', 'Columns', 'Views', 'Export']) {
        await tool(page, name).click()
        await expect(page.getByRole('dialog', { name }).or(page.getByRole('menu', { name }))).toBeVisible()
        await check(name)
        await away()
      }
      await tool(page, 'Inventory').click()
      await expect(page.getByRole('grid', { name: 'Holdings' }).getByRole('rowheader').first()).toBeVisible()
      await check('inventory')
      await tool(page, 'Table').click()
      await firstRow(page).getByRole('button', { name: 'Row actions' }).click()
      await check('row actions')
      await away()
    })
    await test.step('forms of transfers, with what is wrong, lists open', async () => {
      for (const action of [
        'Create Transfer',
        'Create FoP Transfer',
        'Create Repo Transfer',
        'Create Sec. Lend Transfer',
      ]) {
        const dialog = await openFromHolding(page, given, action)
        await dialog.getByRole('button', { name: 'Review' }).click()
        await expect(dialog.getByText(INVALID)).toBeVisible()
        await check(action)
        await dialog.getByLabel('Counterparty', { exact: true }).click()
        await expect(page.getByRole('option').first()).toBeVisible()
        await check(`${action}, counterparties`)
        await page.keyboard.press('Escape')
        await away()
      }
    })
    await test.step('requests', async () => {
      const [custodian] = sandbox.description.custodians
      for (const kind of ['Mint', 'Burn']) {
        await page.goto(`/custodians/${custodian?.key}/${kind.toLowerCase()}-requests`)
        await page.getByRole('button', { name: `Create ${kind} Request` }).click()
        const dialog = page.getByRole('dialog', { name: `Create ${kind} Request` })
        await dialog.getByRole('button', { name: 'Review' }).click()
        await expect(dialog.getByText(INVALID)).toBeVisible()
        await check(`${kind} request`)
        await away()
      }
    })
    await test.step('a transfer, and what is done with it', async () => {
      for (const [state, action] of [
        ['PENDING', /^Confirm/],
        ['PENDING', 'Cancel'],
        ['SETTLED', 'Copy as new'],
        ['SETTLED', 'Create Return'],
      ] as const) {
        await page.goto(`/transactions?state=${state}&transferType=REPO&transferType=SEC_LEND`)
        // An opening: substitutions and returns have the type of their deal, and no return of their own.
        const type = page.getByRole('gridcell', { name: /^(Repo|Securities Lending)/ })
        await type.first().click()
        await expect(page.getByRole('complementary').getByText('Details match')).toBeVisible()
        await check(`panel, ${state}`)
        await page.getByRole('complementary').getByRole('button', { name: action }).first().click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await expect(dialog.getByText('Checking with the ledger…')).toHaveCount(0)
        await check(`${action} of a transfer`)
        await away()
      }
    })
    await test.step('many at once', async () => {
      await page.goto('/transactions')
      await firstRow(page).getByRole('checkbox').dispatchEvent('click')
      await check('rows that are ticked')
      await tool(page, 'Cancel').click()
      const dialog = page.getByRole('dialog', { name: 'Cancel several transfers?' })
      await expect(dialog.getByRole('button', { name: /^Sign and cancel/ })).toBeEnabled()
      await check('many at once')
      await away()
    })
    await page.context().close()
    expect(found).toEqual([])
  })
}

test('D24: where the system chooses the colors, every kind of step and every turn still looks different', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/transactions')
  await firstRow(page).getByRole('gridcell').nth(2).click()
  const panel = page.getByRole('complementary')
  const dot = panel.getByRole('img', { name: /./ }).first()
  const chip = panel.locator('header [data-tone]').first()
  await expect(dot).toBeVisible()
  const pictures = async (
    element: Locator,
    set: (to: string) => Promise<void>,
    values: readonly string[],
  ) => {
    const taken = new Set<string>()
    for (const value of values) {
      await set(value)
      await page.evaluate(stillness)
      taken.add((await element.screenshot()).toString('base64'))
    }
    return taken.size
  }
  const states = ['done', 'now', 'next', 'stopped']
  const step = dot.locator('..')
  const setState = (to: string) =>
    step.evaluate((element, state) => element.setAttribute('data-state', state), to)
  expect(await pictures(dot, setState, states)).toBe(states.length)
  // One word in all of them, so that only the look differs.
  const tones = ['yours', 'counterparty', 'custodian', 'done', 'canceled']
  const setTone = (to: string) =>
    chip.evaluate((element, tone) => element.setAttribute('data-tone', tone), to)
  expect(await pictures(chip, setTone, tones)).toBe(tones.length)
  await page.context().close()
})
