// What the tasks of a desk cost: keys and clicks from a signed-in start. e2e/tasks.json has them beside those of
// the client before it had Today, the inventory, and tabs by whose turn it is.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { businessDayFrom, TARGET } from '@connex/protocol'
import type { Locator, Page } from '@playwright/test'
import { countEffort } from './support/effort.ts'
import { makeTransfer, openDesk } from './support/desks.ts'
import { dayFromNow } from './support/forms.ts'
import { signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

type Effort = { keys: number; clicks: number }
/** `before`: at the commit that the documents name; undefined where it could not be done, or was not counted. */
type Task = { task: string; before?: Effort | undefined; note?: string; now: Effort }

const FILE = join(import.meta.dirname, 'tasks.json')
/** The second press of a double press does not sign (shared/deal/useReview.ts). */
const DOUBLE_PRESS_MS = 700
const LONG = { timeout: 120_000 }
/** The next business day: 'Tue 24 Nov' */
const nextDay = (): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(Date.parse(businessDayFrom(dayFromNow(1), TARGET)))
    .replace(',', '')
const sumOf = ({ keys, clicks }: Effort): number => keys + clicks

const screen = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name }).first()
const panel = (page: Page): Locator => page.getByRole('complementary')
const settledRepo = (page: Page): Locator =>
  page.getByRole('row').filter({ hasText: 'Repo' }).filter({ hasText: 'Settled' }).first()

test('each of a desk’s tasks takes at most half of the keys and clicks that it took', async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(600_000)
  const measured: Pick<Task, 'task' | 'now'>[] = []
  const page = await signIn(browser, sandbox, 'a.keller')
  page.setDefaultTimeout(15_000)
  /** From the first screen after signing in. */
  const measure = async (task: string, act: () => Promise<void>) => {
    await page.goto('/custodians')
    await expect(page.getByRole('list', { name: 'Your desk' })).toContainText(/\d/)
    const read = await countEffort(page)
    await act()
    measured.push({ task, now: await read() })
  }

  await measure('Create an FoP from a holding', async () => {
    await screen(page, 'Holdings').click()
    await page.getByRole('row').filter({ hasText: 'DE000A2LQ5M4' }).getByText('DE000A2LQ5M4').click()
    await expect(panel(page)).toContainText('Latest movements')
    await page.keyboard.press('t')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Same as last time: / }).click()
    await page.keyboard.type('5')
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    await page.waitForTimeout(DOUBLE_PRESS_MS)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Transfer created').last()).toBeVisible()
  })

  const desks = [await openDesk(sandbox, 'k.tamm'), await openDesk(sandbox, 'a.keller')] as const
  const offer = (description: string) => makeTransfer('FOP', desks, { description })
  await test.step('the desk has confirmed such a receipt before, and nothing else waits for it', async () => {
    await offer('Receipt of yesterday')
    const dialog = await confirmAll(page)
    await expect(dialog.getByLabel('Receive into account').first()).toBeVisible()
    const choice = dialog.getByRole('combobox').filter({ hasText: 'Choose' }).first()
    for (let number = 0; number < 10 && (await choice.count()) > 0; number += 1) {
      await choice.click()
      await page.getByRole('option').last().click()
    }
    await dialog.getByRole('button', { name: /^Sign and confirm/ }).click()
    await expect(dialog).toContainText(/\d confirmed/, LONG)
    for (let number = 1; number <= 20; number += 1) await offer(`Receipt ${number}`)
  })
  await measure('Confirm 20 receipts', async () => {
    const dialog = await confirmAll(page)
    const sign = dialog.getByRole('button', { name: 'Sign and confirm 20' })
    await expect(sign).toBeEnabled(LONG)
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toContainText('20 confirmed', LONG)
  })
  await test.step('a pause: after 26 confirmations, the wallet has signed most of its 300 requests a minute', () =>
    page.waitForTimeout(60_000))
  await measure('Find what has been stuck longest', async () => {
    await screen(page, 'Today').click()
    const group = page.locator('details').filter({ hasText: 'With counterparties' }).getByRole('link').first()
    await expect(group).toContainText('since')
    await group.click()
    await expect(page).toHaveURL(/PENDING_COUNTERPARTY.*sort=lastAt/)
    await expect(page.getByRole('row').nth(1)).toContainText('Pending Counterparty')
  })
  await measure('Find what falls due tomorrow', async () => {
    await screen(page, 'Today').click()
    await page.getByRole('region', { name: 'Due' }).getByRole('link').filter({ hasText: nextDay() }).click()
    await expect(page.getByText('Overnight, opening leg settled').first()).toBeVisible()
  })
  await measure('See how much of an instrument is available across custodians', async () => {
    await screen(page, 'Holdings').click()
    await page.getByRole('button', { name: 'Inventory', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'DE000A2LQ5M4' })
    await expect(row.getByRole('gridcell').nth(-3)).toHaveText(/^[\d,.]+ ?EUR$/)
  })
  await measure('Explain one settled repo to an auditor', async () => {
    await screen(page, 'Transactions').click()
    await page.getByRole('button', { name: /^Done/ }).click()
    await settledRepo(page).getByRole('gridcell').nth(2).click()
    await expect(panel(page)).toContainText('Details match')
    await expect(panel(page)).toContainText('Settled')
  })
  await measure('Return a repo', async () => {
    await screen(page, 'Transactions').click()
    await page.getByRole('button', { name: /^Done/ }).click()
    await settledRepo(page).getByRole('gridcell').nth(2).click()
    await panel(page).getByRole('button', { name: 'Create Return' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    await page.waitForTimeout(DOUBLE_PRESS_MS)
    await page.keyboard.press('Control+Enter')
    // A session signs 300 requests a minute, and the twenty receipts have taken most of them.
    await expect(page.getByText('Return created').last()).toBeVisible(LONG)
  })
  await page.context().close()
  const before = JSON.parse(await readFile(FILE, 'utf8')) as Task[]
  const all = measured.map((one): Task => ({ ...before.find(({ task }) => task === one.task), ...one }))
  await writeFile(FILE, `${JSON.stringify(all, null, 2)}\n`)
  expect(all.filter(({ before: was, now }) => was !== undefined && 2 * sumOf(now) > sumOf(was))).toEqual([])
})

/** Selects all that waits, and opens the dialog that confirms it. */
async function confirmAll(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: /^Transfers waiting for you/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Receipt' }).first()).toBeVisible(LONG)
  await page.getByRole('columnheader').getByRole('checkbox').click({ force: true })
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm several transfers' })
  await expect(dialog.getByRole('button', { name: /^Sign and confirm/ })).toBeVisible()
  return dialog
}
