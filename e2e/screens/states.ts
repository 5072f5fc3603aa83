// What a screen shows in place of its rows: while it loads, after a failure, without a connection, without any rows.
import { chooseCounterparty, fill } from '../support/forms.ts'
import { away, openTable, opener, panelOf, rowAction, withRoute } from './stage.ts'
import type { Scenes, Stage } from './stage.ts'

/** What the screens read; the session, the platform and the names are there already. */
const DATA =
  /\/api\/v\d+\/(transfer|registry-manager|instrument-manager|platform\/tenants\/accounts|confirmation-workflows)/
const DELIVERIES = /\/delivery-manager\//

const SCREENS = (custodianKey: string): Readonly<Record<string, string>> => ({
  today: '/today',
  holdings: '/holdings?layout=table',
  inventory: '/holdings?layout=inventory',
  transactions: '/transactions',
  calendar: '/calendar',
  counterparties: '/counterparties',
  availability: '/availability',
  approvals: '/approvals',
  custodians: '/custodians',
  accounts: `/custodians/${custodianKey}/accounts`,
  instruments: `/custodians/${custodianKey}/instruments`,
  'mint-requests': `/custodians/${custodianKey}/mint-requests`,
})

/** Each screen while its answers never come, or fail. */
const everyScreen =
  (answer: 'never' | 'fail', suffix: string) =>
  async ({ page, take, custodianKey }: Stage): Promise<void> => {
    for (const [name, path] of Object.entries(SCREENS(custodianKey)))
      await withRoute(page, DATA, answer, async () => {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        const failure = page.getByText(/could not be loaded/).first()
        if (answer === 'fail') {
          await failure.waitFor({ timeout: 40_000 })
          // Once the screen follows the ledger, it reads everything again.
          await page.waitForTimeout(2_000)
          await failure.waitFor({ timeout: 40_000 })
        } else await page.waitForTimeout(1_500)
        await take(`${name}-${suffix}`)
        await page.goto('/help.html')
      })
  }

export const stateScenes: Scenes = {
  'today-loading': everyScreen('never', 'loading'),
  'today-failed': everyScreen('fail', 'failed'),
  'transactions-none': async ({ page, take }) => {
    await page.goto('/transactions?description=contains:no+such+thing')
    await page.getByText('Nothing matches').waitFor()
    await take('transactions-none')
  },
  'transactions-past-end': async ({ page, take }) => {
    await page.goto('/transactions?page=99')
    await page.getByText('No rows on this page').waitFor()
    await take('transactions-past-end')
  },
  'transaction-unknown': async ({ page, take }) => {
    await page.goto('/transactions?row=0x1234')
    await page.getByRole('complementary').waitFor()
    await take('transaction-unknown')
  },
  'custodian-unknown': async ({ page, take }) => {
    await page.goto('/custodians/none/accounts')
    await page.getByText('This custodian is not configured').waitFor()
    await take('custodian-unknown')
  },
  'not-found': async ({ page, take }) => {
    await page.goto('/no-such-page')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await take('not-found')
  },
  offline: async ({ page, take }) => {
    // Chromium opens offline what it has in its cache: here a screen that no earlier scene has opened is wanted.
    const cache = await page.context().newCDPSession(page)
    await cache.send('Network.clearBrowserCache')
    const popup = page.waitForResponse(/HealthPopup/)
    await openTable(page, '/holdings?layout=table')
    await popup
    // The popup needs more files than the first one that arrives.
    await page.waitForTimeout(2_000)
    await page.context().setOffline(true)
    try {
      await page.getByRole('status').filter({ hasText: 'Offline' }).waitFor({ timeout: 120_000 })
      await take('holdings-offline')
      await page.getByRole('button', { name: 'Offline', exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await take('popup-connection-offline')
      await page.keyboard.press('Escape')
      await page.keyboard.press('g')
      await page.keyboard.press('l')
      await page.getByText('No connection.').waitFor()
      await take('calendar-offline')
    } finally {
      await page.context().setOffline(false)
    }
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor({ timeout: 120_000 })
  },
  'transaction-loading': async ({ page, take }) => {
    for (const [answer, suffix] of [
      ['never', 'loading'],
      ['fail', 'failed'],
    ] as const)
      await withRoute(page, DELIVERIES, answer, async () => {
        await openTable(page, '/transactions?transferType=REPO&state=PENDING')
        await opener(page, /./).click()
        await panelOf(page).waitFor()
        await page.waitForTimeout(answer === 'fail' ? 8_000 : 1_000)
        await take(`transaction-${suffix}`)
      })
  },
  'dialog-check-failed': async ({ page, take }) => {
    await openTable(page, '/holdings?layout=table')
    const dialog = await rowAction(page, 'Create FoP Transfer')
    await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
    await fill(dialog, 'Quantity', '1')
    await fill(dialog, 'Description', 'The ledger does not answer')
    await withRoute(page, '**/dlt/eth/rpc', 'fail', async () => {
      await dialog.getByRole('button', { name: 'Review' }).click()
      await dialog
        .getByText('Check again')
        .waitFor({ timeout: 30_000 })
        .catch(() => undefined)
      await take('dialog-check-failed')
    })
    await away(page)
  },
}
