import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'

const file = join(import.meta.dirname, '..', 'measured.json')

/** What was measured, under its name, into the file that is committed: so that a change of it shows in a diff. */
export async function recordMeasurement(
  name: string,
  found: Readonly<Record<string, unknown>>,
): Promise<void> {
  const known = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, unknown>
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    load: round(loadavg()[0]),
  }
  await writeFile(file, `${JSON.stringify({ ...known, [name]: { ...found, machine } }, null, 2)}\n`)
}

export const round = (value = Number.NaN): number => Number(value.toPrecision(3))

/** `quantile(times, 0.5)` is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

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
export async function totalBlockingTime(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number> {
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
    throw new Error('the trace has no tasks with their times')
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1000 - LONG_TASK_MS), 0)
}

/**
 * A server in front of another: at `/empty` a page of one word with the styles and the headers of the other's login, fetched
 * from the other as the login is. Everything else is the other's, byte for byte. So the two pages differ in content alone.
 */
export async function startServerProxy(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const login = await (await fetch(`${url}/login`)).text()
  const styles = [...login.matchAll(/<link[^>]+rel="stylesheet"[^>]*>/g)].map(([link]) => link).join('')
  if (styles === '') throw new Error('the login has no styles of its own')
  const empty = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>${styles}</head><body><p>Empty</p></body></html>`
  const server = createServer((incoming, answer) => {
    const { method, headers } = incoming
    const isEmpty = incoming.url === '/empty'
    const passed = request(
      new URL(isEmpty ? '/login' : (incoming.url ?? '/'), url),
      { method, headers },
      (found) => {
        if (isEmpty) {
          const { 'content-encoding': _packed, 'content-length': _long, etag: _tag, ...same } = found.headers
          found.resume().on('end', () => answer.writeHead(found.statusCode ?? 502, same).end(empty))
          return
        }
        answer.writeHead(found.statusCode ?? 502, found.headers)
        found.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

// The files of the built client, as web/build/listChunks.ts has listed them.

export type Chunk = { file: string; imports: string[]; styles: string[]; modules: string[] }

const web = new URL('../../web/', import.meta.url)

export const readChunks = (): Chunk[] =>
  JSON.parse(readFileSync(new URL('.built/chunks.json', web), 'utf8')) as Chunk[]

/** Every file that is fetched for these sources, scripts and styles, with all that they import. */
export function filesFor(chunks: readonly Chunk[], sources: readonly string[]): Set<string> {
  const files = new Set<string>()
  const take = (file: string): void => {
    const chunk = chunks.find((one) => one.file === file)
    if (chunk === undefined || files.has(file)) return
    for (const one of [file, ...chunk.styles]) files.add(one)
    for (const one of chunk.imports) take(one)
  }
  for (const source of sources) {
    const chunk = chunks.find(({ modules }) => modules.includes(source))
    if (chunk === undefined) throw new Error(`${source} is in no file that was built`)
    take(chunk.file)
  }
  return files
}

/** After gzip, in kilobytes of 1,024 bytes. */
export const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(`dist/${file}`, web))).length, 0) /
  1024
