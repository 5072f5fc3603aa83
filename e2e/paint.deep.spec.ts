// How soon the login is painted and answers, on a slow telephone: measured, and written down in measured.json.
import type { Browser, Page } from '@playwright/test'
import {
  startServerProxy,
  totalBlockingTime,
  quantile,
  round,
  recordMeasurement,
} from './support/measuring.ts'
import { expect, test, walletOf } from './support/sandbox.ts'

/** Of slow 4G, as the browsers' own tools have it: 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
  latency: 150,
}
const CPU_SLOWDOWN = 4
/**
 * Of the paint. Beside other work (load 5 to 15 on two cores) nine results of ten lie within 0.22 to 0.33 of each other for nine
 * rounds, and within 0.15 to 0.24 for 21, resampled from 45. What disturbs one page of a round does not disturb the other: the
 * ratios of pairs are as steady as the ratio of the medians, no steadier.
 */
const PAINT_ROUNDS = 21
/** Of the blocking time, which is the processor's, and hardly moves. */
const BLOCK_ROUNDS = 9
const MOST_TIMES_EMPTY = 1.3
const MOST_BLOCKED_MS = 100

// What a trace of Playwright's takes down would be measured with the page.
test.use({ trace: 'off', screenshot: 'off' })

async function openSlow(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

const load = async (page: Page, address: string): Promise<void> => {
  await page.goto(address, { waitUntil: 'networkidle' })
}

/** In ms. The page is left at its first paint: what it loads then is not measured, and would slow down the next one. */
async function firstPaint(browser: Browser, address: string): Promise<number> {
  const page = await openSlow(browser)
  await page.goto(address, { waitUntil: 'commit' })
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const found = list.getEntriesByName('first-contentful-paint')[0]
          if (found !== undefined) resolve(found.startTime)
        })
        observer.observe({ type: 'paint', buffered: true })
      }),
  )
  await page.context().close()
  return paint
}

async function blockingTime(browser: Browser, address: string): Promise<number> {
  const page = await openSlow(browser)
  const blocked = await totalBlockingTime(browser, page, () => load(page, address))
  await expect(page.getByLabel('Wallet file')).toBeVisible()
  await page.context().close()
  return blocked
}

type Round = { empty: number; login: number }

/** Each page first in every other round. */
async function paintBoth(browser: Browser, url: string, round: number): Promise<Round> {
  const times = { empty: 0, login: 0 }
  const names = ['empty', 'login'] as const
  for (const name of round % 2 === 0 ? names : names.toReversed())
    times[name] = await firstPaint(browser, `${url}/${name}`)
  return times
}

test('the login is painted nearly as soon as an empty page, and blocks nobody', async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(600_000)
  const front = await startServerProxy(walletOf(sandbox, 'a.keller').url)
  const paints: Round[] = []
  const blocks: number[] = []
  try {
    // The first of each warms up server and browser, and is not counted.
    for (let attempt = -1; attempt < PAINT_ROUNDS; attempt += 1) {
      const both = await paintBoth(browser, front.url, attempt)
      if (attempt >= 0) paints.push(both)
    }
    for (let attempt = -1; attempt < BLOCK_ROUNDS; attempt += 1) {
      const blocked = await blockingTime(browser, `${front.url}/login`)
      if (attempt >= 0) blocks.push(blocked)
    }
  } finally {
    await front.stop()
  }
  const medianOf = (measure: (paint: Round) => number) => quantile(paints.map(measure), 0.5)
  const times = medianOf(({ login, empty }) => login / empty)
  const totalBlocking = quantile(blocks, 0.5)
  await recordMeasurement('loginOnSlow4gAnd4TimesSlowerCpu', {
    firstContentfulPaintMs: {
      login: round(medianOf(({ login }) => login)),
      emptyPage: round(medianOf(({ empty }) => empty)),
      times: round(times),
      limit: MOST_TIMES_EMPTY,
    },
    totalBlockingCpuMs: {
      median: round(totalBlocking),
      longest: round(Math.max(...blocks)),
      limit: MOST_BLOCKED_MS,
    },
  })
  expect(times).toBeLessThanOrEqual(MOST_TIMES_EMPTY)
  expect(totalBlocking).toBeLessThanOrEqual(MOST_BLOCKED_MS)
})
