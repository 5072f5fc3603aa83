// The everyday sibling of manyStreams.deep.test.ts, which also measures how soon and with how much memory: other tests
// run beside this one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { EXPECTED_EVENTS, measureStreams } from '../../../../testkit/src/streams/streamLoad.ts'

let world: BankFixture
beforeAll(async () => {
  world = await startBankFixture()
})
afterAll(() => world.stop())

test('SRV-20 a hundred open streams all hear everything that is theirs, and nothing else', async () => {
  const measured = await measureStreams(world, 100)
  expect(measured).toMatchObject({ received: new Set([EXPECTED_EVENTS]), foreign: 0, numOpen: 100 })
})
