// SRV-18: what a peer may answer, or not, and what the outbox makes of it; with comments, which any party may push.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fingerprintOf, freshSalt, SaltedText } from '@connex/protocol'
import type { Fingerprint } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { nextDue, requeueFor, takeDue } from '../../storage/sharing/outbox.ts'

let world: ServersFixture
let alpen: Client
let admin: Client
let server: Server
let peer: RequestListener
let calls: string[] = []
const { deliveryId } = SEEDED

beforeAll(async () => {
  world = await startServersFixture()
  alpen = (await world.addUser('alpenbank', 'delivery.BACKOFFICE')).client
  admin = (await world.addUser('alpenbank', 'user.TECHNICAL_ADMIN')).client
  server = createServer((request, response) => {
    calls.push(request.url ?? '')
    peer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await moveBaltic(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await world.stop()
})
beforeEach(() => {
  calls = []
})

const db = () => world.servers.north.database.kysely
/** As the ledger would say it to north. */
const moveBaltic = (api_url: string) =>
  db().updateTable('tenants').set({ api_url }).where('address', '=', world.tenants.baltic).execute()

async function comment(): Promise<Fingerprint> {
  const given = SaltedText.parse({ salt: freshSalt(), text: 'Late by a day' })
  await call(alpen, 'putDeliveryComment', { body: { deliveryId, comment: given } })
  return fingerprintOf(given)
}
const rowOf = (fingerprint: Fingerprint) =>
  db().selectFrom('outbox').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirstOrThrow()
/** Tried, or postponed with one that its server has just failed. */
const untilTried = (fingerprint: Fingerprint) =>
  until('a try', async () => {
    const row = await rowOf(fingerprint)
    return row.attempts > 0 || row.last_error !== null ? row : undefined
  })
async function untilSynced(fingerprint: Fingerprint): Promise<void> {
  let last = ''
  const isSynced = async () => {
    const { status, attempts, last_error } = await rowOf(fingerprint)
    last = `${status} after ${attempts} attempts, ${last_error ?? 'no error'}`
    return status === 'SYNCED'
  }
  await until('the push', isSynced).catch((cause: unknown) => {
    throw new Error(last, { cause })
  })
}
const forget = () => sql`TRUNCATE outbox, unreachable_peers`.execute(db())

const introspection = (request: IncomingMessage, response: ServerResponse): boolean => {
  if (request.url !== '/api/introspection') return false
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ supportedApiVersions: [5, 6], chainId: 31337 }))
  return true
}
const answering =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    if (!introspection(request, response)) request.resume().on('end', () => answer(request, response))
  }
const problem = (status: number, code: string): RequestListener =>
  answering((_, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify({ type: 'about:blank', title: 'x', status, code }))
  })
const block = Buffer.alloc(65_536, 32)

test.each<[string, RequestListener, RegExp]>([
  ['403, not entitled', problem(403, 'forbidden'), /./],
  ['502 in its proxy’s place', answering((_, response) => void response.writeHead(502).end('<html>')), /./],
  ['500 with a page', answering((_, response) => void response.writeHead(500).end('<html>')), /./],
  ['something else than JSON', answering((_, response) => void response.end('no JSON')), /./],
  [
    'a redirect to the cloud’s metadata',
    answering((_, response) => void response.writeHead(307, { location: 'http://169.254.169.254/' }).end()),
    /redirect/,
  ],
  [
    'a gigabyte',
    answering((_, response) => {
      const push = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', push)
      push()
    }),
    /too large/,
  ],
  ['nothing, and hangs up', answering((request) => void request.socket.destroy()), /cannot be reached/],
])('SRV-18 a peer that answers %s has failed, and is retried later', async (_, answer, error) => {
  peer = answer
  const row = await untilTried(await comment())
  expect(row).toMatchObject({ status: 'REQUEST_FAILED', attempts: 1 })
  expect(row.last_error).toMatch(error)
  expect(row.next_attempt_at).toBeGreaterThan(0)
  await forget()
})

test.each<[string, RequestListener, number]>([
  ['is unreachable', (request) => void request.socket.destroy(), 1],
  ['has a proxy that answers 502 for it', answering((_, response) => void response.writeHead(502).end()), 1],
  ['has too much to do', problem(429, 'tooManyRequests'), 1],
  ['refuses', problem(403, 'forbidden'), 0],
])('L5: pushes wait for a peer that %s only where it is the peer that fails', async (_, answer, numAway) => {
  peer = answer
  await untilTried(await comment())
  expect(await db().selectFrom('unreachable_peers').selectAll().execute()).toHaveLength(numAway)
  await forget()
})

test('a peer that has not indexed the event yet is retried soon, and has not failed', async () => {
  peer = problem(409, 'notYetIndexed')
  const row = await untilTried(await comment())
  expect(row.status).toBe('PENDING')
  expect(row.next_attempt_at! - row.updated_at).toBeLessThanOrEqual(10)
  await forget()
})

test('SRV-18 a hundred pushes to an unreachable peer are a handful of calls', async () => {
  peer = (request) => void request.socket.destroy()
  await untilTried(await comment())
  await db().updateTable('outbox').set({ next_attempt_at: null }).execute()
  calls = []
  await sql`INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status,
      attempts, next_attempt_at, created_at, updated_at)
    SELECT event, entity_id || n, fingerprint, dapp, sending_tenant, destination_tenant, 'PENDING', 5, 0, 0, 0
    FROM outbox, generate_series(1, 100) n`.execute(db())
  const { items } = await call(admin, 'syncOperations', { query: { status: ['PENDING'] } })
  await call(admin, 'retrySync', { body: { ids: items.map(({ id }) => id) } })
  const { id } = await db().selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const retry = () => call(admin, 'retrySync', { body: { ids: [String(id)] } })
  for (let times = 0; times < 5; times += 1) await retry()
  await until('a try', async () => calls.length > 0)
  // However often a user asks: one push at a time tries the server, and asks for its versions first.
  expect(calls.length).toBeLessThanOrEqual(8)
  await forget()
})

test('SRV-18 pushes that were refused together are retried apart', async () => {
  peer = problem(403, 'forbidden')
  const fingerprint = await comment()
  const { id } = await untilTried(fingerprint)
  const waits: number[] = []
  for (let times = 0; times < 12; times += 1) {
    await db().updateTable('outbox').set({ attempts: 9, next_attempt_at: null }).execute()
    await call(admin, 'retrySync', { body: { ids: [String(id)] } })
    const row = await until('another try', async () => {
      const tried = await rowOf(fingerprint)
      return tried.attempts === 10 ? tried : undefined
    })
    waits.push(row.next_attempt_at! - row.updated_at)
  }
  expect(new Set(waits).size).toBeGreaterThan(3)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(149)
  expect(Math.max(...waits)).toBeLessThanOrEqual(301)
  await forget()
})

test('a peer that stays unreachable is shown as silent since its last answer', async () => {
  peer = (request) => void request.socket.destroy()
  const fingerprint = await comment()
  const { id, last_error: first } = await untilTried(fingerprint)
  expect(first).toMatch(/^The server cannot be reached\. It has not answered since [\d-]{10} [\d:]{5} UTC\.$/)
  const last_error = 'The server cannot be reached. It has not answered since 2026-01-01 00:00 UTC.'
  await db().updateTable('outbox').set({ attempts: 9, next_attempt_at: null, last_error }).execute()
  await call(admin, 'retrySync', { body: { ids: [String(id)] } })
  await until('another try', async () => (await rowOf(fingerprint)).attempts === 10)
  expect(await rowOf(fingerprint)).toMatchObject({ last_error })
  await forget()
})

test('SRV-18 a tenant without a server is noted, and its pushes go once it has one', async () => {
  await moveBaltic('')
  const fingerprint = await comment()
  expect(await rowOf(fingerprint)).toMatchObject({ status: 'NO_ELIGIBLE_TENANTS', next_attempt_at: null })
  await moveBaltic(world.servers.south.url)
  // As the index does with a tenant that has changed.
  await requeueFor(db(), [world.tenants.rhone])
  expect(await rowOf(fingerprint)).toMatchObject({ status: 'NO_ELIGIBLE_TENANTS' })
  await requeueFor(db(), [world.tenants.baltic])
  await call(admin, 'retrySync', { body: { ids: [] } })
  await untilSynced(fingerprint)
})

test('SRV-18 pushes in another order than they were made, and twice, are each there once', async () => {
  const baltic = (await world.addUser('baltic', 'delivery.BACKOFFICE_RO')).client
  await moveBaltic('http://127.0.0.1:1')
  const fingerprints = [await comment(), await comment(), await comment()]
  for (const fingerprint of fingerprints) await untilTried(fingerprint)
  await moveBaltic(world.servers.south.url)
  for (const round of [fingerprints.toReversed(), fingerprints])
    for (const fingerprint of round) {
      await db()
        .updateTable('outbox')
        .set({ status: 'PENDING' })
        .where('fingerprint', '=', fingerprint)
        .execute()
      const { id } = await rowOf(fingerprint)
      await call(admin, 'retrySync', { body: { ids: [String(id)] } })
      await untilSynced(fingerprint)
    }
  const { items } = await call(baltic, 'deliveryComments', { query: { deliveryIds: [deliveryId] } })
  const held = items.map((item) => item.fingerprint).filter((one) => fingerprints.includes(one))
  expect(held.toSorted()).toEqual(fingerprints.toSorted())
  await forget()
})

test('SRV-19 a clock that was put back by an hour keeps no push waiting', async () => {
  await moveBaltic('')
  const fingerprint = await comment()
  const now = Math.floor(Date.now() / 1000)
  const set = (next_attempt_at: number) =>
    db().updateTable('outbox').set({ next_attempt_at }).where('fingerprint', '=', fingerprint).execute()
  await set(now + 300)
  expect(await takeDue(db(), 1)).toEqual([])
  expect(await nextDue(db())).toBe(now + 300)
  await set(now + 3_600)
  await untilTried(fingerprint)
  await forget()
})
