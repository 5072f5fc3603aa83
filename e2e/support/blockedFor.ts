import type { Browser, Page } from '@playwright/test'

/** What is longer than this blocks whoever wants to type. */
const LONG_TASK_MS = 50
const CATEGORIES = [
  'toplevel',
  'loading',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  '__metadata',
]

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  tdur?: number
  args?: { name?: string }
}

/**
 * Total blocking time of what `act` loads, in ms: of every task of the page after its first paint what is over 50 ms. In the
 * processor's time, so that what else the machine does is not counted.
 */
export async function blockedFor(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[]
  }
  const paint = traceEvents.filter(({ name }) => name === 'firstContentfulPaint').at(-1)
  const main = traceEvents.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === paint?.pid && args?.name === 'CrRendererMain',
  )
  if (paint === undefined || main === undefined) throw new Error('the trace tells of no page')
  // Other categories tell of the same task under longer names.
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid, ts }) =>
      name === 'RunTask' && ph === 'X' && pid === main.pid && tid === main.tid && ts >= paint.ts,
  )
  if (!tasks.some(({ tdur }) => tdur !== undefined))
    throw new Error('the trace tells of no tasks and their time')
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1000 - LONG_TASK_MS), 0)
}
