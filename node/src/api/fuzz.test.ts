// Whatever a server is sent, it answers by its own document, and never with a failure of its own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzRequests } from '../testing/fuzzRequests.ts'
import { startFuzzWorld } from '../testing/startFuzzWorld.ts'
import type { FuzzWorld } from '../testing/startFuzzWorld.ts'

const REQUESTS = 2_000

let world: FuzzWorld
beforeAll(async () => {
  world = await startFuzzWorld()
}, 300_000)
afterAll(() => world.stop())

test(`${REQUESTS} requests made of the document: no failure but the ledger’s own, and every answer as documented`, async () => {
  const { wrong, served } = await fuzzRequests(world, REQUESTS, 1)
  expect(wrong).toEqual([])
  // Were everything refused, this would prove little.
  expect(served).toBeGreaterThan(REQUESTS / 10)
}, 600_000)
