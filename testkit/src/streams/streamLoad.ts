// Many readers of one server's streams: how long an event takes to reach each, and what they cost in memory, the readers'
// own side of the sockets included.
import { announce } from '../../../node/src/storage/projections/announcements.ts'
import { openTestStream } from './testStream.ts'
import type { TestStream } from './testStream.ts'
import type { BankFixture } from '../fixtures/bank.ts'
import { until } from '../machine.ts'

/** Opened side by side. */
const AT_ONCE = 50
const NUM_EVENTS = 20

export type StreamMeasurements = {
  /** Events that each reader has had of those that it may see. */
  received: Set<number>
  /** Of events that are for another tenant. */
  foreign: number
  p95Ms: number
  bytesPerStream: number
  numOpen: number
}

export async function measureStreams(
  { node, bank, stranger }: BankFixture,
  count: number,
): Promise<StreamMeasurements> {
  const before = process.memoryUsage().rss
  const streams: TestStream[] = []
  while (streams.length < count) {
    const more = Math.min(AT_ONCE, count - streams.length)
    const opened = Array.from({ length: more }, () => openTestStream(node.url, bank.user))
    streams.push(...(await Promise.all(opened)))
  }
  const delays: number[] = []
  for (let event = 0; event < NUM_EVENTS; event += 1) {
    const key = `0x${event}`
    const common = { topic: 'transfers' as const, block: 1, txHashes: [] }
    await node.database.kysely.transaction().execute((trx) =>
      announce(trx, [
        { ...common, keys: [`foreign${event}`], tenants: [stranger.address] },
        { ...common, keys: [key], tenants: [bank.address] },
      ]),
    )
    const begin = performance.now()
    const hasIt = (stream: TestStream) => stream.events.at(-1)?.keys[0] === key
    const waiting = new Set(streams)
    await until(
      `event ${event}`,
      () => {
        for (const stream of waiting)
          if (hasIt(stream) && waiting.delete(stream)) delays.push(performance.now() - begin)
        return Promise.resolve(waiting.size === 0)
      },
      30_000,
      1,
    )
  }
  const numOpen = streams.filter((stream) => !stream.isEnded()).length
  const measurements = {
    received: new Set(streams.map(({ events }) => events.length)),
    foreign: streams.filter(({ events }) => events.some(({ keys }) => keys[0]?.startsWith('foreign'))).length,
    p95Ms: delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? 0,
    bytesPerStream: (process.memoryUsage().rss - before) / count,
    numOpen,
  }
  for (const stream of streams) stream.close()
  return measurements
}

export const EXPECTED_EVENTS = NUM_EVENTS
