// Several receipts confirmed at once, while the desk does something else.
import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { HEADERS } from '@connex/protocol'
import { getTransfer, waitForIndex } from '@connex/sdk'
import { makeTransfer, openDesk, type Desk } from './support/desks.ts'
import { goTo, logOut, signIn, unlock } from './support/navigation.ts'
import { expect, test, walletOf } from './support/sandbox.ts'

/** Long enough for what was published to have its block and be indexed, on a quiet machine. */
const SETTLING_MS = 4_000
/** What a slow line adds to each publication. */
const SLOW_LINE_MS = 1_500

/** The count, once it no longer changes. */
async function untilStill(page: Page, count: () => Promise<number>): Promise<number> {
  const before = await count()
  await page.waitForTimeout(SETTLING_MS)
  return (await count()) === before ? before : untilStill(page, count)
}

async function offerReceipts(desks: readonly [Desk, Desk], mark: string, count: number) {
  const offered = []
  for (let number = 1; number <= count; number += 1)
    offered.push(await makeTransfer('FOP', desks, { description: `${mark} no. ${number}` }))
  return offered
}

/** Selects all of them, and opens the dialog that confirms them. */
async function openConfirm(page: Page, mark: string, count: number): Promise<Locator> {
  await goTo(page, 'Transactions')
  await page.getByRole('searchbox').fill(mark)
  await expect(page.getByText(`1–${count} of ${count}`)).toBeVisible()
  await page.getByRole('columnheader').getByRole('checkbox').dispatchEvent('click')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  return page.getByRole('dialog', { name: 'Confirm several transfers' })
}

test('D6: signing goes on after the dialog is closed, and the next time proposes the same account', async ({
  browser,
  sandbox,
}, info) => {
  const mark = `Closed${info.repeatEachIndex}${Date.now()}`
  const desks = [await openDesk(sandbox, 'a.keller'), await openDesk(sandbox, 'k.tamm')] as const
  await offerReceipts(desks, mark, 5)
  const page = await signIn(browser, sandbox, 'k.tamm')
  const dialog = await openConfirm(page, mark, 5)
  const accounts = dialog.getByLabel('Receive into account')
  await accounts.first().click()
  await page.getByRole('option').last().click()
  const chosen = (await accounts.first().innerText()).trim()
  await dialog.getByRole('button', { name: 'Sign and confirm 5' }).click()
  await dialog.getByRole('button', { name: 'Continue in the background' }).click()
  await expect(dialog).toBeHidden()
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications).toContainText(/[0-4] of 5 done/)
  await goTo(page, 'Holdings')
  await expect(notifications).toContainText('5 confirmed', { timeout: 60_000 })
  const [again] = await offerReceipts(desks, `${mark} again`, 1)
  if (again === undefined) throw new Error('nothing was offered')
  await waitForIndex(desks[1].client, again.block)
  const next = await openConfirm(page, `${mark} again`, 1)
  await expect(next.getByLabel('Receive into account')).toContainText(chosen)
  await expect(next.getByRole('button', { name: 'Sign and confirm 1' })).toBeEnabled()
  await page.context().close()
})

/** The requests that the wallet signs: 300 a minute, and what comes then has to wait. */
function signedRequests(page: Page): string[] {
  const signed: string[] = []
  page.on('request', (request) => {
    if (HEADERS.signature in request.headers()) signed.push(new URL(request.url()).pathname)
  })
  return signed
}

test('twenty receipts leave the wallet enough signatures for what comes next', async ({
  browser,
  sandbox,
}, info) => {
  const COUNT = 20
  const mark = `Counted${info.repeatEachIndex}${Date.now()}`
  const desks = [await openDesk(sandbox, 'a.keller'), await openDesk(sandbox, 'k.tamm')] as const
  await offerReceipts(desks, mark, COUNT)
  const page = await signIn(browser, sandbox, 'k.tamm')
  await goTo(page, 'Transactions')
  const signed = signedRequests(page)
  const dialog = await openConfirm(page, mark, COUNT)
  const accounts = dialog.getByLabel('Receive into account')
  await expect(accounts.first()).toBeVisible()
  await accounts.first().click()
  await page.getByRole('option').last().click()
  const submit = dialog.getByRole('button', { name: `Sign and confirm ${COUNT}` })
  await expect(submit).toBeEnabled({ timeout: 60_000 })
  // A dry run of each, the holdings, the details, and what the table reads on the way.
  expect(signed.length).toBeLessThanOrEqual(COUNT + 15)
  signed.length = 0
  await submit.click()
  await expect(dialog.getByText(`${COUNT} confirmed`)).toBeVisible({ timeout: 90_000 })
  // With each change, the table reads its page, its totals, and the desk's summary: as often as changes come.
  const reads = signed.filter((path) => path.endsWith('/transfers/totals')).length
  // Of each: the transfer, its details, a dry run, the account, the transaction and its receipt. A slow stream adds a few polls.
  expect(signed.length - 3 * reads).toBeLessThan(COUNT * 7)
  expect(signed.length).toBeLessThan(220)
  await page.context().close()
})

test('the end of the session ends the signing, and the next session reports only what was signed', async ({
  browser,
  sandbox,
}, info) => {
  const COUNT = 8
  const mark = `Ended${info.repeatEachIndex}${Date.now()}`
  const desks = [await openDesk(sandbox, 'a.keller'), await openDesk(sandbox, 'k.tamm')] as const
  const offered = await offerReceipts(desks, mark, COUNT)
  const page = await signIn(browser, sandbox, 'k.tamm')
  // However fast the machine, some are still unsigned when the user logs out.
  await page.route('**/publish-raw-tx', async (route) => {
    await setTimeout(SLOW_LINE_MS)
    await route.continue()
  })
  const dialog = await openConfirm(page, mark, COUNT)
  const accounts = dialog.getByLabel('Receive into account')
  await expect(accounts.first()).toBeVisible()
  if (!(await dialog.getByRole('button', { name: `Sign and confirm ${COUNT}` }).isEnabled())) {
    await accounts.first().click()
    await page.getByRole('option').last().click()
  }
  await dialog.getByRole('button', { name: `Sign and confirm ${COUNT}` }).click()
  await dialog.getByRole('button', { name: 'Continue in the background' }).click()
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications).toContainText(`of ${COUNT} done`)
  await logOut(page, 'k.tamm')
  await expect(page).toHaveURL(/\/login/)
  const waiting = async () => {
    const transfers = await Promise.all(offered.map((one) => getTransfer(desks[1].client, one.deliveryId)))
    return transfers.filter(({ state }) => state === 'PENDING').length
  }
  const left = await untilStill(page, waiting)
  expect(left).toBeGreaterThan(1)
  await expect(page.getByText('Confirm several transfers')).toHaveCount(0)
  const { file, password } = walletOf(sandbox, 'k.tamm')
  await unlock(page, file, password)
  await expect(page.getByRole('button', { name: 'k.tamm' })).toBeVisible({ timeout: 60_000 })
  const leftNow = await untilStill(page, waiting)
  // One is signed at a time: at most one was signed and not yet published.
  expect(left - leftNow).toBeLessThanOrEqual(1)
  const reports = await notifications.getByRole('listitem').allInnerTexts()
  for (const report of reports) expect(report).toContain('A transaction you signed earlier has executed')
  await page.context().close()
})
