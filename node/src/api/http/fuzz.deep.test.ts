// Whatever a server is sent, it answers by its own document, and never with a failure of its own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzRequests, startFuzzFixture } from '../../../../testkit/src/fuzz/fuzzFixture.ts'
import type { FuzzFixture } from '../../../../testkit/src/fuzz/fuzzFixture.ts'

/** Another seed sends other requests. */
const REQUESTS = Number(process.env['CONNEX_REQUESTS'] ?? 40_000)
const SEED = Number(process.env['CONNEX_SEED'] ?? 2)

let world: FuzzFixture
beforeAll(async () => {
  world = await startFuzzFixture()
}, 900_000)
afterAll(() => world.stop())

test(`${REQUESTS} requests made of the document: no failure but the ledger’s own, and every answer as documented`, async () => {
  // Some examples are made of what others were answered.
  expect(await world.fuzzer.runExamples()).toEqual([])
  const { wrong, served } = await fuzzRequests(world, REQUESTS, SEED)
  expect(wrong).toEqual([])
  // Were everything refused, this would prove little.
  expect(served).toBeGreaterThan(REQUESTS / 10)
}, 7_200_000)
