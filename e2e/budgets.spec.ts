// What a browser has to fetch before something can be done, after gzip; in kilobytes of 1,024 bytes.
import type { Page } from '@playwright/test'
import { filesFor, kilobytes, readChunks } from './support/measuring.ts'
import { expect, test, walletOf } from './support/sandbox.ts'
import { unlock } from './support/navigation.ts'

const LOGIN_KB = 110
const FIRST_TABLE_KB = 175
const LATER_ROUTE_KB = 20
/** Screens of several parts each. */
const LARGE_ROUTES_KB: Readonly<Record<string, number>> = { TodayRoute: 30, CalendarRoute: 30, Inventory: 30 }
const DIALOG_KB = 60
/** From a link that opens one with its screen. */
const PANEL_KB = 40

/**
 * Scripts and styles of the page itself that were requested before it showed something; its workers' code is fetched in
 * parallel, while the key is derived.
 */
const fetchedBefore = async (page: Page, mark: string): Promise<number> => {
  const paths = await page.evaluate((name) => {
    const until = performance.getEntriesByName(name)[0]?.startTime ?? 0
    const requested = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= until)
    return requested.map((entry) => new URL(entry.name).pathname)
  }, mark)
  const own = paths.filter((path) => /[.](js|css)$/.test(path) && !/worker|vault/i.test(path))
  return kilobytes(new Set(own.map((path) => path.slice(1))))
}

/** Scripts of the client that share the line with what the first paint waits for. */
const startsBeforeStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const styled = Math.max(...all.filter(({ name }) => name.endsWith('.css')).map((one) => one.responseEnd))
    const scripts = all.filter(({ name }) => /\/assets\/.*\.js$/.test(name))
    return scripts.filter(({ startTime }) => startTime < styled).map(({ name }) => name)
  })

test('login and the first table stay within their budgets', async ({ browser, sandbox }, info) => {
  const { file, password, url } = walletOf(sandbox, 'a.keller')
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('[role="grid"] tbody tr[data-row]') === null) return
      performance.mark('table')
      seen.disconnect()
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Wallet file')).toBeVisible()
  await page.evaluate(() => performance.mark('login'))
  expect(await startsBeforeStyles(page)).toEqual([])
  const login = await fetchedBefore(page, 'login')
  await unlock(page, file, password)
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  const table = await fetchedBefore(page, 'table')
  const sizes = [login, table].map((size) => size.toFixed(1)).join(', ')
  info.annotations.push({ type: 'kilobytes', description: sizes })
  expect(login, sizes).toBeGreaterThan(50)
  expect(login, sizes).toBeLessThanOrEqual(LOGIN_KB)
  expect(table, sizes).toBeGreaterThan(login)
  expect(table, sizes).toBeLessThanOrEqual(FIRST_TABLE_KB)
  await context.close()
})

const LOGIN = ['main.tsx', 'session/parseConfiguration.ts']
const TABLE = [
  ...LOGIN,
  'session/login.ts',
  'session/startSession.ts',
  'app/Application.tsx',
  'app/routes/CustodiansRoute.tsx',
]
const inWeb = (path: string) => `web/src/${path}`

/** In kilobytes, what comes on top of what is there. */
function beyond(
  present: readonly string[],
  isWanted: (source: string) => boolean,
): [source: string, size: number][] {
  const chunks = readChunks()
  const there = filesFor(chunks, present)
  const sources = chunks.flatMap(({ modules }) => modules).filter((source) => isWanted(source))
  return sources.map((source) => [source, kilobytes(filesFor(chunks, [source]).difference(there))])
}

test('as built, the login and the first table stay within their budgets', () => {
  const chunks = readChunks()
  expect(kilobytes(filesFor(chunks, LOGIN.map(inWeb)))).toBeLessThanOrEqual(LOGIN_KB)
  expect(kilobytes(filesFor(chunks, TABLE.map(inWeb)))).toBeLessThanOrEqual(FIRST_TABLE_KB)
})

test('every later route stays within its budget', () => {
  // The inventory is a layout of Holdings, fetched when it is chosen.
  const isRoute = /^web\/src\/(app\/routes\/\w+Route|features\/holdings\/inventory\/Inventory)\.tsx$/
  const routes = beyond(TABLE.map(inWeb), (source) => isRoute.test(source))
  expect(routes.length).toBeGreaterThanOrEqual(10)
  const budgetOf = (source: string) =>
    Object.entries(LARGE_ROUTES_KB).find(([name]) => source.endsWith(`/${name}.tsx`))?.[1] ?? LATER_ROUTE_KB
  expect(routes.filter(([source, size]) => size > budgetOf(source))).toEqual([])
})

test('every panel beside a table stays within its budget', () => {
  const panels = beyond(TABLE.map(inWeb), (source) => /^web\/src\/features\/.*Panel\.tsx$/.test(source))
  expect(panels.length).toBeGreaterThanOrEqual(6)
  expect(panels.filter(([, size]) => size > PANEL_KB)).toEqual([])
})

test('every popup, what all dialogs share, and what each of them adds, stay within their budget', () => {
  const ground = 'web/src/shared/ledger/LedgerDialog.tsx'
  const popups = /^web\/src\/(ui|app)\/.*(Dialog|Popup|Palette)\.tsx$/
  const shared = beyond(TABLE.map(inWeb), (source) => source === ground || popups.test(source))
  const own = beyond([...TABLE.map(inWeb), ground], (source) =>
    /^web\/src\/features\/.*Dialog\.tsx$/.test(source),
  )
  expect(shared.length).toBeGreaterThanOrEqual(6)
  expect(own.length).toBeGreaterThanOrEqual(6)
  expect([...shared, ...own].filter(([, size]) => size > DIALOG_KB)).toEqual([])
})

test('no dependency is there twice', () => {
  const homes = new Map<string, Set<string>>()
  for (const source of readChunks().flatMap(({ modules }) => modules)) {
    const [, home, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(source) ?? []
    if (home !== undefined && name !== undefined) homes.set(name, new Set([...(homes.get(name) ?? []), home]))
  }
  expect(homes.size).toBeGreaterThan(5)
  expect([...homes].filter(([, places]) => places.size > 1).map(([name]) => name)).toEqual([])
})
