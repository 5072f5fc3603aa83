// The screens with tables, their popups and what is shown for one row.
import type { Page } from '@playwright/test'
import { away, firstRow, openTable, opener, panelOf, tool } from './stage.ts'
import type { Scenes, Stage } from './stage.ts'

/** A popup of the transactions, opened by its button. */
const popup =
  (button: string, name: string) =>
  async ({ page, take }: Stage): Promise<void> => {
    await openTable(page, '/transactions')
    await openTool(page, button)
    await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor()
    await take(name)
    await page.keyboard.press('Escape')
  }

/** On a phone a button shows most of the tools. */
async function openTool(page: Page, name: string): Promise<void> {
  if (!(await tool(page, name).isVisible())) await tool(page, 'More tools').click()
  await tool(page, name).click()
}

/** A pill's popup, where there is room for pills; elsewhere the same choices are in the filter. */
const pill =
  (button: string, name: string) =>
  async (stage: Stage): Promise<void> => {
    await openTable(stage.page, '/transactions')
    const found = tool(stage.page, button).and(stage.page.locator('[aria-haspopup]'))
    if (await found.isVisible()) await popup(button, name)(stage)
  }

const table =
  (path: (custodianKey: string) => string, name: string) =>
  async ({ page, take, custodianKey }: Stage): Promise<void> => {
    await openTable(page, path(custodianKey))
    await take(name)
  }

/** The panel of the row with this text. */
const panel =
  (path: (custodianKey: string) => string, row: string | RegExp, ready: string | RegExp, name: string) =>
  async ({ page, take, custodianKey }: Stage): Promise<void> => {
    await openTable(page, path(custodianKey))
    await opener(page, row).click()
    await panelOf(page).getByText(ready).first().waitFor()
    await take(name)
  }

const of = (screen: string) => (key: string) => `/custodians/${key}/${screen}`
const at = (path: string) => () => path
const REPOS = '/transactions?transferType=REPO&state='

export const tableScenes: Scenes = {
  custodians: table(at('/custodians'), 'custodians'),
  holdings: table(at('/holdings?layout=table'), 'holdings'),
  transactions: table(at('/transactions'), 'transactions'),
  'transactions-events': table(
    at('/transactions?dealEvent=RETURN&dealEvent=SUBSTITUTION'),
    'transactions-events',
  ),
  counterparties: table(at('/counterparties'), 'counterparties'),
  accounts: table(of('accounts'), 'accounts'),
  instruments: table(of('instruments'), 'instruments'),
  'mint-requests': table(of('mint-requests'), 'mint-requests'),
  'burn-requests': table(of('burn-requests'), 'burn-requests'),
  transaction: panel(at(`${REPOS}PENDING`), 'payment on its way', 'Details match', 'transaction'),
  'transaction-done': panel(at(`${REPOS}SETTLED`), /Repo/, 'Details match', 'transaction-done'),
  'transaction-exchange': panel(
    at('/transactions?dealEvent=SUBSTITUTION'),
    'Baltic Trust Bank',
    'Details match',
    'transaction-exchange',
  ),
  'transaction-canceled': panel(
    at('/transactions?state=CANCELED'),
    /./,
    'Details match',
    'transaction-canceled',
  ),
  confirmation: async ({ page, take }) => {
    await openTable(page, `${REPOS}SETTLED`)
    await opener(page, /./).click()
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await panelOf(page).getByRole('button', { name: 'Print confirmation' }).click()
    await page.emulateMedia({ media: 'print' })
    await page.locator('body > main').waitFor()
    await take('confirmation')
    await page.emulateMedia({ media: null })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  },
  holding: panel(at('/holdings?layout=table'), /./, 'available', 'holding'),
  custodian: async ({ page, take, custodianKey }) => {
    await page.goto(`/custodians?row=${custodianKey}`)
    await panelOf(page).getByText('Registries').first().waitFor()
    await panelOf(page).getByRole('list', { name: 'Your holdings' }).waitFor()
    await take('custodian')
  },
  'custodian-of-transfer': async (stage) => {
    const { page, take } = stage
    await panel(
      at(`${REPOS}PENDING`),
      'payment on its way',
      'Details match',
      'transaction',
    )({
      ...stage,
      take: async () => {},
    })
    await panelOf(page).getByRole('link').last().click()
    await panelOf(page).getByText('Registries').first().waitFor()
    await take('custodian-of-transfer')
  },
  counterparty: panel(at('/counterparties'), 'Baltic Trust Bank', 'Loan over quarter end', 'counterparty'),
  account: panel(of('accounts'), /./, 'Holdings', 'account'),
  instrument: panel(of('instruments'), /./, 'Your holdings', 'instrument'),
  'mint-request': panel(of('mint-requests'), /./, 'Details match', 'mint-request'),
  'mint-request-refused': panel(
    (key) => `/custodians/${key}/mint-requests?state=CANCELED`,
    /./,
    'Details match',
    'mint-request-refused',
  ),
  'burn-request': panel(of('burn-requests'), /./, 'Details match', 'burn-request'),
  'popup-filter': popup('Filter', 'popup-filter'),
  'popup-columns': popup('Columns', 'popup-columns'),
  'popup-views': popup('Views', 'popup-views'),
  'popup-export': popup('Export', 'popup-export'),
  'popup-filter-status': pill('Status', 'popup-filter-status'),
  'popup-filter-value-date': pill('Value date', 'popup-filter-value-date'),
  'popup-as-of': async ({ page, take }) => {
    await openTable(page, '/holdings?layout=table')
    await openTool(page, 'As of now')
    await page.getByRole('dialog').waitFor()
    await take('popup-as-of')
    await page.keyboard.press('Escape')
  },
  'popup-as-of-time': async ({ page, take }) => {
    await openTable(page, '/holdings?layout=table')
    await openTool(page, 'As of now')
    await page.getByLabel('As of', { exact: true }).fill('2026-01-05')
    await page.getByLabel('Time', { exact: true }).fill('14:30')
    await page.getByRole('button', { name: /^As of 5 Jan 2026, 14:30/ }).waitFor()
    await take('popup-as-of-time')
    await page.keyboard.press('Escape')
  },
  'popup-row': async ({ page, take }) => {
    await openTable(page, '/transactions')
    await firstRow(page).getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menu').waitFor()
    await take('popup-row')
    await page.keyboard.press('Escape')
  },
  'transactions-filtered': table(
    at('/transactions?state=PENDING&state=PENDING_COUNTERPARTY&transferType=REPO&description=contains:week'),
    'transactions-filtered',
  ),
  'holdings-past': async ({ page, take }) => {
    await page.goto(
      `/holdings?layout=table&asOf=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`,
    )
    await page.getByRole('heading', { level: 1 }).waitFor()
    await take('holdings-past')
  },
  'transactions-selected': async ({ page, take }) => {
    await openTable(page, '/transactions')
    await firstRow(page).getByRole('checkbox').dispatchEvent('click')
    await page.getByText('1 selected').waitFor()
    await take('transactions-selected')
    await away(page)
  },
}
