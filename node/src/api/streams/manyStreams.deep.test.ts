// As many streams as one process is promised to hold.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { EXPECTED_EVENTS, measureStreams } from '../../../../testkit/src/streams/streamLoad.ts'

let world: BankFixture
beforeAll(async () => {
  world = await startBankFixture()
})
afterAll(() => world.stop())

test('SRV-20 a thousand open streams all hear everything that is theirs, and nothing else, within a second', async () => {
  const measured = await measureStreams(world, 1_000)
  const kilobytes = (measured.bytesPerStream / 1024).toFixed(0)
  process.stdout.write(
    `1,000 streams: p95 ${measured.p95Ms.toFixed(0)} ms, ${kilobytes} kB each, its reader included\n`,
  )
  expect(measured).toMatchObject({ received: new Set([EXPECTED_EVENTS]), foreign: 0, numOpen: 1_000 })
  expect(measured.p95Ms).toBeLessThan(1_000)
  expect(measured.bytesPerStream).toBeLessThan(262_144)
})
