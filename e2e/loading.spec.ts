// The parts of the client that a screen loads when it is first opened.
import type { Page } from '@playwright/test'
import { expect, test } from './support/sandbox.ts'
import { signIn } from './support/navigation.ts'

const CALENDAR = '**/assets/CalendarRoute-*.js'

const openCalendar = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Calendar' })
    .first()
    .click()
const calendar = (page: Page) => page.getByRole('heading', { level: 1, name: 'Calendar' })

test('a screen whose code does not come says so, and a new page opens it', async ({ browser, sandbox }) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.route(CALENDAR, (route) => route.abort())
  await openCalendar(page)
  const failure = page.getByRole('alert').filter({ hasText: 'Something went wrong on this page' })
  await expect(failure).toContainText(
    'Nothing was changed. Part of this client did not load. Reload the page.',
  )
  await page.unroute(CALENDAR)
  await failure.getByRole('button', { name: 'Reload the page' }).click()
  await expect(calendar(page)).toBeVisible()
  await page.context().close()
})

for (const [what, files] of [
  ['code comes', CALENDAR],
  ['styles come', '**/assets/CalendarRoute-*.css'],
] as const)
  test(`a screen whose ${what} at the third try opens`, async ({ browser, sandbox }) => {
    const page = await signIn(browser, sandbox, 'a.keller')
    let tries = 0
    await page.route(files, (route) => {
      tries += 1
      return tries < 3 ? route.abort() : route.continue()
    })
    await openCalendar(page)
    await expect(calendar(page)).toBeVisible()
    expect(tries).toBeGreaterThanOrEqual(3)
    await page.context().close()
  })

/** The files of the client that the page has loaded, and those of them that the server had to answer. */
const filesOf = (page: Page) =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const files = entries.filter(({ name }) => name.includes('/assets/'))
    return {
      all: files.map(({ name }) => name),
      requested: files.filter(({ transferSize }) => transferSize > 0).map(({ name }) => name),
    }
  })

test('a page requests each of its files once, and after a reload none', async ({ browser, sandbox }) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await openCalendar(page)
  await expect(calendar(page)).toBeVisible()
  const first = await filesOf(page)
  // Once each, though a file is fetched before it is imported.
  expect(first.requested.toSorted()).toEqual([...new Set(first.requested)].toSorted())
  expect(first.requested.length).toBeGreaterThan(20)
  await page.reload()
  await expect(calendar(page)).toBeVisible()
  const second = await filesOf(page)
  expect(second.all.length).toBeGreaterThan(20)
  expect(second.requested.filter((name) => first.all.includes(name))).toEqual([])
  await page.context().close()
})
