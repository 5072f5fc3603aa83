// Whatever a server is sent, it answers by its own document, and never with a failure of its own.
import { api } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzRequests, startFuzzFixture } from '../../../../testkit/src/fuzz/fuzzFixture.ts'
import type { FuzzFixture } from '../../../../testkit/src/fuzz/fuzzFixture.ts'

const REQUESTS = 2_000

let world: FuzzFixture
beforeAll(async () => {
  world = await startFuzzFixture()
}, 300_000)
afterAll(() => world.stop())

/** Calls that are left out, and why. Streams have their own tests. */
const isEndless = ({ responseType }: Endpoint) => responseType === 'events'

test('every call but the streams, which never end, is answered well', async () => {
  const { runExamples: each, served } = world.fuzzer
  expect(await each()).toEqual([])
  const calls = Object.entries(api) as [CallName, Endpoint][]
  expect(calls.filter(([name]) => !served.has(name)).map(([name]) => name)).toEqual(
    calls.filter(([, endpoint]) => isEndless(endpoint)).map(([name]) => name),
  )
}, 600_000)

test(`${REQUESTS} requests made of the document: no failure but the ledger’s own, and every answer as documented`, async () => {
  const { wrong, served } = await fuzzRequests(world, REQUESTS, 1)
  expect(wrong).toEqual([])
  // Were everything refused, this would prove little.
  expect(served).toBeGreaterThan(REQUESTS / 10)
}, 600_000)
