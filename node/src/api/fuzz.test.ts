// Whatever a server is sent, it answers by its own document, and never with a failure of its own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../testing/seeded.ts'
import { startFuzzWorld } from '../testing/startFuzzWorld.ts'
import type { FuzzWorld } from '../testing/startFuzzWorld.ts'

const REQUESTS = 2_000

let world: FuzzWorld
beforeAll(async () => {
  world = await startFuzzWorld()
}, 300_000)
afterAll(() => world.stop())

test(`${REQUESTS} requests made of the document: no failure but the ledger’s own, and every answer as documented`, async () => {
  const random = createRandom(1)
  const wrong: string[] = []
  for (let index = 0; index < REQUESTS; index++) {
    if (index % 50 === 0) await world.readmit()
    const sentence = await world.fuzzer.once(random)
    if (sentence !== undefined) wrong.push(sentence)
  }
  expect(wrong).toEqual([])
  // Were everything refused, this would prove little.
  expect(world.fuzzer.statuses.get(200)).toBeGreaterThan(REQUESTS / 10)
}, 600_000)
