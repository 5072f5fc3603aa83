// Whatever one user reads from the ledger, it still answers the others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { fuzzReads } from '../../../../testkit/src/fuzz/ledgerReads.ts'
import { createRandom } from '../../../../testkit/src/random.ts'

/** Another seed sends other calls. */
const CALLS = Number(process.env['CONNEX_REQUESTS'] ?? 10_000)
const SEED = Number(process.env['CONNEX_SEED'] ?? 2)
/** On a loaded machine; a ledger that one call has frozen answers nobody within 15 seconds. */
const USUAL_MS = 5_000

let world: BankFixture
beforeAll(async () => {
  world = await startBankFixture()
})
afterAll(() => world.stop())

test(`H1: ${CALLS} calls of the ledger, bent in every way: no failure, and another user is served meanwhile`, async () => {
  const { wrong, statuses, slowestMs } = await fuzzReads(world, createRandom(SEED), CALLS)
  expect(wrong).toEqual([])
  // Were everything refused, this would prove little.
  expect(statuses.get(200)).toBeGreaterThan(CALLS / 50)
  expect(slowestMs).toBeLessThan(USUAL_MS)
})
