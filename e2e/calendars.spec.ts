// A desk imports the business days of a currency: every fault is named, and the days are reviewed before they are stored.
import { signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

test('a calendar is refused with all its faults, reviewed, stored, and replaced', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.goto('/calendar')
  await page.getByRole('button', { name: 'Business days' }).click()
  const dialog = page.getByRole('dialog', { name: 'Business days' })
  await expect(dialog.getByText('No calendar for USD: only weekends are known.')).toBeVisible()
  await dialog.getByLabel('Closed days', { exact: true }).fill('2026-13-01,Nothing\n26 November,Thanksgiving')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText(/^Row 1: .* Row 2: The date must be a day/)).toBeVisible()

  await dialog
    .getByLabel('Closed days', { exact: true })
    .fill('2027-11-25,Thanksgiving\n2027-07-05,Independence Day')
  await dialog.getByLabel('Complete until').fill('2027-12-31')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog).toContainText('2 closed days from')
  await expect(dialog).toContainText('This is the first calendar for USD.')
  await dialog.getByRole('button', { name: 'Save calendar' }).click()
  await expect(page.getByText('Calendar for USD saved')).toBeVisible()

  await page.getByRole('button', { name: 'Business days' }).click()
  await expect(dialog.getByRole('list', { name: 'Closed days for USD' })).toContainText('Thanksgiving')
  await dialog.getByLabel('Closed days', { exact: true }).fill('2027-11-25,Thanksgiving')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog).toContainText('New days: 0. No longer closed: 1.')
  await dialog.getByRole('button', { name: 'Back' }).click()

  await test.step('its removal says what changes, and can be left', async () => {
    await dialog.getByRole('button', { name: 'Remove calendar…' }).click()
    await expect(dialog).toContainText('This removes the calendar for USD: 2 closed days from 5 Jul 2027')
    await expect(dialog).toContainText('2 closed days become business days again, starting 5 Jul 2027.')
    await expect(dialog).toContainText('Dates in USD are then checked for weekends only')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByRole('list', { name: 'Closed days for USD' })).toContainText('Thanksgiving')
    await dialog.getByRole('button', { name: 'Remove calendar…' }).click()
    await dialog.getByRole('button', { name: 'Remove calendar', exact: true }).click()
    await expect(page.getByText('Calendar for USD removed')).toBeVisible()
    await page.getByRole('button', { name: 'Business days' }).click()
    await expect(dialog.getByText('No calendar for USD: only weekends are known.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Remove calendar…' })).toHaveCount(0)
  })
  await page.context().close()
})

test('a desk reads that its calendars could not be loaded, and no day is judged by their lack', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.route(/\/platform\/tenants\/templates/, (route) => route.abort())
  await page.goto('/calendar')
  await expect(page.getByText('Your calendars could not be loaded')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^No calendar for/)).toHaveCount(0)
  await page.goto('/today')
  await expect(page.getByText(/Your calendars could not be loaded: dates in currencies/)).toBeVisible({
    timeout: 30_000,
  })
  await page.context().close()
})
