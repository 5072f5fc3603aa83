// The screens that answer a desk's first questions: what waits, what falls due, what is open with whom.
import type { Locator, Page } from '@playwright/test'
import { makeTransfer, openDesk } from './support/desks.ts'
import { signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

const DAY = 86_400
const midnight = (days: number) => (Math.floor(Date.now() / 1000 / DAY) + days) * DAY

/** The buttons of the next step: at most one on a screen. */
const nextSteps = (place: Page | Locator) => place.locator('[data-variant="next"]')

test('a confirmed transfer folds out of the inbox, and the next one is offered', async ({
  browser,
  sandbox,
}, info) => {
  const name = `Inbox ${info.repeatEachIndex} of ${Date.now()}`
  const baltic = await openDesk(sandbox, 'k.tamm')
  const alpenbank = await openDesk(sandbox, 'a.keller')
  // Overdue ones come first, the longest overdue at the top.
  for (const [description, days] of [
    [`${name}, first`, -3],
    [`${name}, second`, -2],
  ] as const)
    await makeTransfer('FOP', [baltic, alpenbank], { description, valueDate: midnight(days) })
  const page = await signIn(browser, sandbox, 'a.keller')
  await expect(page.getByRole('button', { name: /^Search or jump to…/ })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/today$/)
  const rows = page.getByRole('list', { name: 'Your turn' }).getByRole('listitem')
  await expect(rows.first()).toContainText(`${name}, first`)
  await expect(rows.first()).toContainText('3 days late, since')
  await expect(rows.nth(1)).toContainText(`${name}, second`)
  const headline = page.getByRole('heading', { level: 1 })
  await expect(headline).toHaveText(/^\d+ transfers are waiting for you, .*overdue\.$/)
  const waiting = async () => Number.parseInt(await headline.innerText(), 10)
  const before = await waiting()
  await expect(nextSteps(page)).toHaveCount(1)
  await expect(nextSteps(rows.first())).toHaveText('Confirm Receive')
  await test.step('J goes to the first row and on, Enter opens it, Escape closes it', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary').filter({ hasText: `${name}, second` })
    await expect(panel).toContainText('Details match')
    await expect(nextSteps(page)).toHaveCount(1)
    await page.keyboard.press('k')
    await expect(page.getByRole('complementary')).toContainText(`${name}, first`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary')).toHaveCount(0)
  })
  await test.step('C confirms, the row folds, and the next is offered', async () => {
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Confirm Receive' })
    await dialog.getByLabel('Receive into account').click()
    await page.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Sign and confirm' }).click()
    await expect(page.getByText('Transfer confirmed')).toBeVisible()
    await expect(rows.filter({ hasText: `${name}, first` })).toHaveCount(0)
    await expect(rows.first()).toContainText(`${name}, second`)
    await expect(nextSteps(rows.first())).toHaveText('Confirm Receive')
    await expect.poll(waiting).toBe(before - 1)
  })
  await test.step('changes stay until they are marked as seen, also over a reload', async () => {
    const changes = page.getByRole('region', { name: /last 24 hours|Since your last visit/ })
    await expect(changes).toContainText('New from')
    // The custodian's confirmation would be a change after the mark.
    await expect(changes).toContainText(`settled · ${name}, first`)
    await page.reload()
    await changes.getByRole('button', { name: 'Mark as seen' }).click()
    await expect(changes).toContainText('No changes since')
    await page.reload()
    await expect(changes).toContainText('Since your last visit')
  })
  await page.context().close()
})

test('the calendar is walked by keys and read as a list, and a counterparty opens beside its table', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'c.dubois')
  await page.goto('/calendar')
  const days = page.getByRole('group', { name: /^Days/ })
  const selected = days.locator('[aria-pressed="true"]')
  await expect(selected).toHaveAttribute('aria-current', 'date')
  await selected.focus()
  await page.keyboard.press('ArrowRight')
  await expect(selected).toBeFocused()
  await expect(selected).not.toHaveAttribute('aria-current', 'date')
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d$/)
  await page.keyboard.press('Enter')
  const card = page.getByRole('region', { name: /^Due on/ })
  await expect(card).toBeFocused()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Open, no date' })).toContainText('Open loan with')
  await expect(days).toHaveCount(0)
  await page.getByRole('button', { name: 'Ladder', exact: true }).click()
  await expect(days).toBeVisible()

  await page.goto('/counterparties')
  const row = page.getByRole('row').filter({ hasText: 'Alpenbank' })
  await row.getByRole('gridcell').first().click()
  const panel = page.getByRole('complementary', { name: 'Alpenbank' })
  await expect(panel).toContainText('Open loan with Alpenbank')
  await expect(
    panel
      .getByRole('listitem')
      .filter({ hasText: /^Repurchase/ })
      .first(),
  ).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}/)
  await panel.getByRole('link', { name: 'All transfers' }).click()
  await expect(page).toHaveURL(/\/transactions\?counterparty=is/)
  await expect(page.getByRole('row').nth(1)).toContainText('Alpenbank')
  await page.context().close()
})
