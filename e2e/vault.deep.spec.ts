// The vault for longer than a story: a hundred reloads, a search for the key in all that the browser leaves behind, and a
// vault that dies while it signs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { changePassword, readWalletFile, unlockWallet } from '@connex/sdk'
import { chromiumPath, launchArguments, windowedChromiumPath } from '../tools/browser.ts'
import { chooseCounterparty, fill, openFromHolding } from './support/forms.ts'
import { readHoldings, rowOf } from './support/tables.ts'
import { expect, test, walletOf } from './support/sandbox.ts'
import { goTo, logOut, signIn, unlock } from './support/navigation.ts'

const RELOADS = 100
const WITHIN_MS = 300
const CANARY = 'Canary-of-the-vault-7319'

const logOutToLogin = async (page: Page, user: string) => {
  await logOut(page, user)
  await expect(page.getByLabel('Wallet file')).toBeVisible()
}

// A trace is written while the page loads, and would be measured with it.
test.use({ trace: 'off' })

test('WEB-09 of a hundred reloads at least 99 find the session again within 300 ms', async ({
  browser,
  sandbox,
}, info) => {
  test.setTimeout(360_000)
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Holdings')
  const times: number[] = []
  for (let count = 0; count < RELOADS; count++) {
    // The vault signs 300 times a minute and lets the rest wait; each reload reads again what the page shows.
    await sleep(1_200)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Holdings' })).toBeVisible()
    times.push(
      await page.evaluate(() => performance.getEntriesByName('connex.recovered')[0]?.startTime ?? Infinity),
    )
  }
  const sorted = times.toSorted((a, b) => a - b).map(Math.round)
  const figures = `median ${sorted[RELOADS / 2]} ms, 95th percentile ${sorted[94]} ms, longest ${sorted.at(-1)} ms`
  info.annotations.push({ type: 'recovered', description: figures })
  expect(times.filter(Number.isFinite).length, 'recovered').toBeGreaterThanOrEqual(99)
  expect(sorted[98], figures).toBeLessThanOrEqual(WITHIN_MS)
  await page.context().close()
})

test('a reload beyond 300 signatures a minute waits for its turn, and does not call the server away', async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(300_000)
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Holdings')
  let longest = 0
  for (let count = 0; count < 50 && longest < 5_000; count++) {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Holdings' })).toBeVisible({ timeout: 100_000 })
    const recovered = await page.evaluate(
      () => performance.getEntriesByName('connex.recovered')[0]?.startTime ?? 0,
    )
    longest = Math.max(longest, recovered)
  }
  expect(longest, 'the limit was reached').toBeGreaterThan(5_000)
  await page.context().close()
})

test('after a logout neither key nor password is in the heap, the requests, the console or the profile', async ({
  sandbox,
}) => {
  const { file, password, url } = walletOf(sandbox, 'a.keller')
  const wallet = readWalletFile(await readFile(file, 'utf8'))
  const key = Buffer.from(await unlockWallet(wallet, password))
  const folder = await mkdtemp(join(tmpdir(), 'connex-canary-'))
  const profile = join(folder, 'profile')
  const canaryFile = join(folder, 'wallet.json')
  await writeFile(canaryFile, await changePassword(wallet, password, CANARY))
  const secrets = [
    key,
    ...[key.toString('hex'), key.toString('base64'), CANARY].map((text) => Buffer.from(text)),
    Buffer.from(CANARY, 'utf16le'),
  ]
  const found = (text: Buffer): boolean => secrets.some((secret) => text.includes(secret))

  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await chromiumPath(),
    args: [...launchArguments],
    baseURL: url,
  })
  try {
    const seen = watch(context)
    const page = await context.newPage()
    await page.goto('/')
    // The search finds what is there.
    expect(found(Buffer.from(`x${CANARY}x`))).toBe(true)
    expect(found(Buffer.concat([Buffer.from('x'), key]))).toBe(true)
    await unlock(page, canaryFile, CANARY)
    await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
    await goTo(page, 'Transactions')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
    await logOutToLogin(page, 'a.keller')
    expect(found(Buffer.from(await heapOf(page))), 'heap').toBe(false)
    expect(found(Buffer.from(seen.join('\n'))), 'requests and console').toBe(false)
    expect(seen.length).toBeGreaterThan(20)
  } finally {
    await context.close()
  }
  const files = await filesOf(profile)
  expect(files.length).toBeGreaterThan(10)
  for (const path of files) expect(found(await readFile(path)), path).toBe(false)
  await rm(folder, { recursive: true, force: true })
})

test('a vault that is killed while it signs ends the session, and its request takes effect once or not at all', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Killed ${info.repeatEachIndex} of ${Date.now()}`
  const page = await signIn(browser, sandbox, 'a.keller')
  const holding = (await readHoldings(page)).find(({ quantity, earmarked }) => quantity - earmarked > 10n)!
  const dialog = await openFromHolding(page, holding, 'Create FoP Transfer')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Quantity', '1')
  await fill(dialog, 'Description', description)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText('Ledger check passed')).toBeVisible()
  const workers = await page.context().newCDPSession(page)
  await workers.send('ServiceWorker.enable')
  await Promise.all([
    dialog.getByRole('button', { name: 'Sign and create' }).click(),
    workers.send('ServiceWorker.stopAllWorkers'),
  ])
  // Either the signature came first, or the session has ended: nothing in between, and nothing without a word.
  const ended = page.getByText('Your session has ended.')
  await expect(page.getByText('Transfer created').or(ended).first()).toBeVisible({ timeout: 60_000 })
  await page.context().close()

  const again = await signIn(browser, sandbox, 'a.keller')
  await goTo(again, 'Transactions')
  await again
    .getByRole('searchbox')
    .or(again.getByPlaceholder('Search transactions'))
    .first()
    .fill(description)
  await expect(again.getByText(/^(1–1 of 1|0 of 0|No )/).first()).toBeVisible()
  expect(await rowOf(again, description).count()).toBeLessThanOrEqual(1)
  await again.context().close()
})

test('a file that is remembered in its tab is there when the browser has ended the vault, and gone after a logout', async ({
  browser,
  sandbox,
}) => {
  const { url, file, password } = walletOf(sandbox, 'a.keller')
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByText('Remember this file in this tab').click()
  await unlock(page, file, password)
  await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
  const workers = await context.newCDPSession(page)
  await workers.send('ServiceWorker.enable')
  await workers.send('ServiceWorker.stopAllWorkers')
  await page.reload()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expect(page.getByText(basename(file))).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock again' }).click()
  await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
  await logOutToLogin(page, 'a.keller')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('crypto')
  await page.reload()
  await expect(page.getByText('Drop your wallet file here')).toBeVisible()
  await context.close()
})

test('all tabs of a browser share one line to the server, and the next one takes it over', async ({
  browser,
  sandbox,
}) => {
  const first = await signIn(browser, sandbox, 'a.keller')
  const context = first.context()
  const live = (page: Page) =>
    expect(page.getByRole('status').filter({ hasText: /^Live/ }).first()).toBeVisible()
  await live(first)
  const streams: Page[] = []
  context.on('request', (request) => {
    if (/\/events\/sse/.test(request.url())) streams.push(request.frame().page())
  })
  const second = await context.newPage()
  await second.goto('/holdings')
  await live(second)
  expect(streams).toEqual([])
  await first.close()
  await expect.poll(() => streams.length).toBe(1)
  expect(streams[0]).toBe(second)
  await live(second)
  await context.close()
})

test('a tab that lay hidden for ten minutes is still signed in', async ({ sandbox }) => {
  test.setTimeout(15 * 60_000)
  const { url, file, password } = walletOf(sandbox, 'a.keller')
  const { endpoint, close } = await startBrowser()
  try {
    await withPage(endpoint, async (page) => {
      await page.goto(url)
      await unlock(page, file, password)
      await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
    })
    // Another tab comes to the front. The timers of this one are throttled, after five minutes to one a minute; its beats
    // come from a worker.
    await fetch(`${endpoint}/json/new?about:blank`, { method: 'PUT' })
    await sleep(10 * 60_000)
    await withPage(endpoint, async (page) => {
      const hidden = await page.evaluate(() =>
        performance.getEntriesByType('visibility-state').filter(({ name }) => name === 'hidden'),
      )
      expect(hidden.length, 'it was hidden').toBeGreaterThan(0)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Custodians' })).toBeVisible()
    })
  } finally {
    await close()
  }
})

/** A browser that nobody drives: a page of a driven one is never hidden. */
async function startBrowser(): Promise<{ endpoint: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-hidden-'))
  const browser = spawn(
    windowedChromiumPath(),
    [
      '--headless=new',
      ...launchArguments,
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  const ended = once(browser, 'exit')
  const port = await expect
    .poll(() => readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => ''), { timeout: 60_000 })
    .not.toBe('')
    .then(() => readFile(join(folder, 'DevToolsActivePort'), 'utf8'))
  return {
    endpoint: `http://127.0.0.1:${port.split('\n')[0]}`,
    close: async () => {
      browser.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Drives the page of the client for a moment, or the one in which it is to be opened. */
async function withPage(endpoint: string, act: (page: Page) => Promise<void>): Promise<void> {
  const driven = await chromium.connectOverCDP(endpoint)
  const pages = driven.contexts()[0]?.pages() ?? []
  const page = pages.find((one) => one.url().startsWith('http')) ?? pages[0]
  if (page === undefined) throw new Error('The browser has no page.')
  await act(page)
  await driven.close()
}

/** All that leaves a page: what it asks for, and what it says. */
function watch(context: BrowserContext): string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    seen.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '')
  })
  context.on('console', (message) => seen.push(message.text()))
  return seen
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('D28 no wait of a login is without end: it goes on without a vault, or says what did not come', async ({
  browser,
  sandbox,
}) => {
  const { url, file, password } = walletOf(sandbox, 'a.keller')
  await test.step('a service worker that never registers: the session lives with the page', async () => {
    const page = await browser.newPage({ baseURL: url })
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => new Promise(() => undefined)
    })
    await page.goto('/login')
    await unlock(page, file, password)
    await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
    await page.context().close()
  })
  for (const part of ['login', 'application'])
    await test.step(`a part that never comes: ${part}`, async () => {
      const page = await browser.newPage({ baseURL: url })
      // Neither answered nor refused.
      await page.route(`**/assets/${part}-*.js`, () => new Promise(() => undefined))
      await page.goto('/login')
      await unlock(page, file, password)
      await expect(page.getByText('Part of this client did not load.')).toBeVisible({ timeout: 60_000 })
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
      await page.context().close()
    })
})
