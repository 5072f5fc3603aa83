// Whatever a server is sent, it answers by its own document, and never with a failure of its own.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzRequests, startFuzzFixture } from '../../../../testkit/src/fuzz/fuzzFixture.ts'
import type { Exchange } from '../../../../testkit/src/fuzz/fuzzer.ts'
import type { FuzzFixture } from '../../../../testkit/src/fuzz/fuzzFixture.ts'

const REQUESTS = 2_000

let world: FuzzFixture
beforeAll(async () => {
  world = await startFuzzFixture()
}, 300_000)
afterAll(() => world.stop())

/** Calls that are left out, and why. Streams have their own tests. */
const isEndless = ({ responseType }: Endpoint) => responseType === 'events'

/** They store nothing but on the ledger, or find nothing to store: no push has failed that could be tried again. */
const STORES_NOTHING: readonly CallName[] = [
  'prepareAdministration',
  'prepareApproval',
  'prepareCancel',
  'prepareConfirmation',
  'prepareExecution',
  'prepareRefund',
  'prepareRejection',
  'proposeSetFrom',
  'publishRawTx',
  'publishSignature',
  'retrySync',
  'rpc',
  'updateTenant',
]

test('every call but the streams, which never end, is answered well, and none as if it had stored what it could not', async () => {
  const { runExamples: each, served, exchanges } = world.fuzzer
  const refused = new Map<CallName, number>()
  const answeredAnyway: CallName[] = []
  const rehearse = async (name: CallName, send: () => Promise<{ status: number }>) => {
    if (api[name].method === 'GET') return
    const { status } = await world.whileFailing(send)
    if (status === 200) answeredAnyway.push(name)
    else refused.set(name, status)
  }
  expect(await each(rehearse)).toEqual([])
  expect(answeredAnyway.toSorted()).toEqual(STORES_NOTHING)
  expect([...refused].filter(([, status]) => status !== 503)).toEqual([])
  if (process.env['CONNEX_WRITE_EXAMPLES'] !== undefined) await writeExamples(exchanges)
  const calls = Object.entries(api) as [CallName, Endpoint][]
  expect(calls.filter(([name]) => !served.has(name)).map(([name]) => name)).toEqual(
    calls.filter(([, endpoint]) => isEndless(endpoint)).map(([name]) => name),
  )
}, 600_000)

const LONGEST_BYTES = 400

/** The examples of the OpenAPI document: with `CONNEX_WRITE_EXAMPLES=yes`, whenever a call has changed. Bytes are cut short, lists too. */
async function writeExamples(exchanges: ReadonlyMap<string, Exchange>): Promise<void> {
  const short = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith('0x') && value.length > LONGEST_BYTES)
      return value.slice(0, LONGEST_BYTES)
    if (Array.isArray(value)) return value.slice(0, 1).map(short)
    if (typeof value !== 'object' || value === null) return value
    const shortened = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, short(one)]))
    const isPage = 'pageItemCount' in shortened && Array.isArray(shortened['items'])
    return isPage ? { ...shortened, pageItemCount: (shortened['items'] as unknown[]).length } : shortened
  }
  const sorted = [...exchanges].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const text = JSON.stringify(Object.fromEntries(sorted.map(([name, one]) => [name, short(one)])), null, 1)
  await writeFile(join(import.meta.dirname, 'examples.json'), `${text}\n`)
}

test(`${REQUESTS} requests made of the document: no failure but the ledger’s own, and every answer as documented`, async () => {
  const { wrong, served } = await fuzzRequests(world, REQUESTS, 1)
  expect(wrong).toEqual([])
  // Were everything refused, this would prove little.
  expect(served).toBeGreaterThan(REQUESTS / 10)
}, 600_000)
