// Two processes under load are replaced by the next version, one after the other: real processes, a real ledger, a real second version.
// Users wait while the older ones leave and the database is migrated; nothing is answered wrongly, lost, or written in the old form.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshSalt } from '@connex/protocol'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedUser } from '../../testkit/src/database/ledgerRows.ts'
import { startPostgres } from '../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../testkit/src/database/postgres.ts'
import { joinTenant } from '../../testkit/src/fixtures/tenants.ts'
import type { TestTenant } from '../../testkit/src/fixtures/tenants.ts'
import { compareIndex } from '../../testkit/src/index/comparison.ts'
import { createLedgerFixture } from '../../testkit/src/ledger/ledgerFixture.ts'
import type { LedgerFixture } from '../../testkit/src/ledger/members.ts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import { createRandom } from '../../testkit/src/random.ts'
import { buildNextVersion } from '../../testkit/src/servers/nextVersion.ts'
import type { NextVersion } from '../../testkit/src/servers/nextVersion.ts'
import { environmentOf, launchServer } from '../../testkit/src/servers/nodeProcess.ts'
import type { LaunchedServer } from '../../testkit/src/servers/nodeProcess.ts'
import { rawRequest, sendSigned } from '../../testkit/src/servers/requests.ts'
import { planTestNode } from '../../testkit/src/servers/testNode.ts'
import type { NodePlan } from '../../testkit/src/servers/testNode.ts'
import { createRandomActor } from '../../testkit/src/simulation/randomActor.ts'
import type { RandomActor } from '../../testkit/src/simulation/randomActor.ts'
import { openDatabase } from './storage/engine/openDatabase.ts'
import { MIGRATIONS } from './storage/schema/migrate.ts'

const DETAILS = '/api/v6/delivery-manager/deliveries/details'
const NUM_USERS = 4
/** Of users: the older processes leave, and the migration of a second runs, on a busy machine. */
const PAUSE_LIMIT_MS = 20_000

type Server = LaunchedServer & { url: string }
type Load = { pauseMs: () => number; stop: () => Promise<string[]> }

const random = createRandom(21)
/** Of the load, whose order nobody knows. */
const chance = createRandom(7)
let world: LedgerFixture
let bank: TestTenant
let place: NodePlan
let next: NextVersion
let postgres: Postgres
let folder: string
let environment: Record<string, string>
const launched: LaunchedServer[] = []
const report = (line: string) => process.stdout.write(`${line}\n`)
/** Where a load balancer would send requests. */
const behind: Server[] = []

beforeAll(async () => {
  ;[world, postgres, next] = await Promise.all([createLedgerFixture(), startPostgres(), buildNextVersion()])
  place = await planTestNode(world.ledger)
  await world.ledger.rpc('evm_setAutomine', true)
  bank = await joinTenant(world.ledger, place, {
    name: 'Savings Bank',
    user: ['registry.SHARED_POSITION_HANDLING', 'delivery.BACKOFFICE'],
    registry: ['registry.INVESTOR'],
  })
  await world.ledger.rpc('evm_setAutomine', false)
  folder = await mkdtemp(join(tmpdir(), 'connex-rolling-'))
  const location = { databaseUrl: postgres.urlOf('postgres') }
  environment = await environmentOf(
    { ...place.config, database: location, hostedTenants: [bank.address] },
    folder,
  )
  for (let number = 0; number < 2; number += 1) behind.push(await ready(await launch()))
  const database = await openDatabase(location)
  await untilIndexed(behind)
  await seedUser(database.kysely, {
    tenant: bank.address,
    address: bank.user.address,
    user_id: 'user',
    name: 'User of Savings Bank',
  })
  await database.close()
})

afterAll(async () => {
  for (const { child } of launched) child.kill('SIGKILL')
  await Promise.all(launched.map(({ exited }) => exited))
  await postgres.remove()
  await world.ledger.stop()
  await Promise.all([place.remove(), next.remove(), rm(folder, { recursive: true, force: true })])
})

async function launch(script?: string): Promise<LaunchedServer> {
  const server = launchServer(
    { ...environment, PORT: String(await unusedPort()), LOG_LEVEL: 'warn' },
    undefined,
    script,
  )
  launched.push(server)
  // Some are to end before they are ready.
  server.ready.catch(() => undefined)
  return server
}

const ready = async (server: LaunchedServer): Promise<Server> => ({
  ...server,
  url: (await server.ready).url,
})

const readiness = ({ url }: Server) => rawRequest(url, { target: '/health/ready' })
const isReady = async (server: Server) => (await readiness(server)).status === 200

async function untilIndexed(servers: readonly Server[]): Promise<void> {
  const head = Number(await world.ledger.rpc('eth_blockNumber'))
  for (const server of servers)
    await until(`block ${head}`, async () => {
      const { text } = await readiness(server)
      return ((JSON.parse(text) as { indexedBlock?: number }).indexedBlock ?? -1) >= head
    })
}

/** The answer of the first process that takes the request, undefined if none does. Others may say only that they are upgraded. */
async function request(method: 'GET' | 'PUT', target: string, body?: object): Promise<string | undefined> {
  const first = chance.below(behind.length)
  for (const { url, child } of [...behind.slice(first), ...behind.slice(0, first)]) {
    try {
      const answer = await sendSigned(url, bank.user, { method, target, ...(body && { body }) })
      if (answer.status === 200) return answer.text
      if (answer.problem.code === 'upgrading') continue
      throw new Error(`${method} ${target} was answered ${answer.status} ${answer.text}`)
    } catch (error) {
      // A process that has been stopped: it refuses connections, and resets those that it had not accepted yet.
      const { code = '' } = error as NodeJS.ErrnoException
      const isStopped = child.killed && ['ECONNREFUSED', 'ECONNRESET'].includes(code)
      if (!isStopped) throw error
    }
  }
  return undefined
}

async function insist(method: 'GET' | 'PUT', target: string, body?: object): Promise<string> {
  for (;;) {
    const text = await request(method, target, body)
    if (text !== undefined) return text
    await sleep(50)
  }
}

/** Users who write details, and read again what was stored. `stop` lists what was reported as stored. */
function startLoad(): Load {
  const stored: string[] = []
  const state = { isOn: true }
  let pauseMs = 0
  let lastAt = performance.now()
  const note = () => {
    pauseMs = Math.max(pauseMs, performance.now() - lastAt)
    lastAt = performance.now()
  }
  async function work(): Promise<void> {
    while (state.isOn) {
      const body = { deliveryId: freshSalt(), details: { salt: freshSalt(), description: 'Rebalancing' } }
      await insist('PUT', DETAILS, body)
      stored.push(body.deliveryId)
      note()
      const earlier = chance.pick(stored)
      const text = await insist('GET', `${DETAILS}?delivery-ids=${earlier}`)
      note()
      if (!text.includes(earlier) || !text.includes('Rebalancing'))
        throw new Error(`${earlier} is lost: ${text}`)
    }
  }
  const working = Promise.all(Array.from({ length: NUM_USERS }, work))
  // What fails meanwhile is reported by `stop`.
  working.catch(() => (state.isOn = false))
  return {
    pauseMs: () => {
      const longest = pauseMs
      pauseMs = 0
      return Math.round(longest)
    },
    stop: async () => {
      state.isOn = false
      await working
      return stored
    },
  }
}

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A process that does not leave: the next version waits for it. */
async function useSchema(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  await client.query('SELECT pg_advisory_lock_shared(7024002)')
  return client
}

let older: [Server, Server]
let load: Load
let player: RandomActor
let business: { stop: () => Promise<void> }

/** Actions on the ledger until stopped. */
function startBusiness(): { stop: () => Promise<void> } {
  const state = { isOn: true }
  const acting = (async () => {
    while (state.isOn) await player.act(random, 5)
  })()
  return {
    stop: () => {
      state.isOn = false
      return acting
    },
  }
}

beforeAll(async () => {
  older = [...behind] as [Server, Server]
  player = createRandomActor(world)
  await player.act(random, 20)
  await untilIndexed(older)
  load = startLoad()
  business = startBusiness()
  await sleep(2_000)
  report(`longest pause before: ${load.pauseMs()} ms`)
})

test('when the next version is killed between its announcement and its migration, the older ones serve again', async () => {
  const holder = await useSchema()
  const killed = await launch(next.script)
  for (const server of older)
    await until('it to drain', async () => (await readiness(server)).problem.code === 'upgrading')
  expect((await readiness(older[0])).problem.detail).toContain(`Version ${next.version} waits to migrate`)
  killed.child.kill('SIGKILL')
  await killed.exited
  for (const server of older) await until('it to serve', () => isReady(server))
  await holder.end()
  await sleep(2_000)
  report(`longest pause around a killed upgrade: ${load.pauseMs()} ms`)
  expect(await query('SELECT FROM kysely_migration WHERE name = $1', [next.migration])).toEqual([])
})

test('the older ones leave, the next version migrates and serves, and users wait for seconds', async () => {
  const begin = performance.now()
  const first = await ready(await launch(next.script))
  behind.push(first)
  await until('it to be ready', () => isReady(first))
  const wholeMs = Math.round(performance.now() - begin)
  await sleep(2_000)
  const pauseMs = load.pauseMs()
  report(`longest pause of an upgrade of ${wholeMs} ms with a migration of 1000 ms: ${pauseMs} ms`)
  expect(pauseMs).toBeLessThan(PAUSE_LIMIT_MS)
  for (const server of older) {
    await until('the reason to change', async () =>
      ((await readiness(server)).problem.detail ?? '').includes(`(${next.migration}). Start that version`),
    )
    expect(await rawRequest(server.url, { target: '/health/live' })).toMatchObject({ status: 200 })
  }
})

test('the older ones are replaced, one after the other; started again, they refuse the newer database', async () => {
  for (const server of older) {
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    const newer = await ready(await launch(next.script))
    behind.splice(behind.indexOf(server), 1, newer)
    await until('it to be ready', () => isReady(newer))
  }
  await sleep(1_000)
  report(`longest pause while they are replaced: ${load.pauseMs()} ms`)
  const refused = await launch()
  expect(await refused.exited).toBe(1)
  expect(refused.output.stderr).toContain('version 0.1.0 does not run on it')
})

test('nothing was lost or written in the old form, and the index is the one built again', async () => {
  await business.stop()
  const stored = await load.stop()
  await untilIndexed(behind)
  expect(stored.length).toBeGreaterThan(100)
  expect(await query('SELECT name FROM writers')).toEqual([{ name: `connex ${next.version}` }])
  const rows = await query<{ id: string }>('SELECT delivery_id AS id FROM delivery_details')
  expect(rows.map(({ id }) => id).toSorted()).toEqual(stored.toSorted())
  for (const { child } of behind) child.kill('SIGTERM')
  expect(await Promise.all(behind.map(({ exited }) => exited))).toEqual([0, 0, 0])

  const migrations = { ...MIGRATIONS, [next.migration]: { up: () => Promise.resolve() } }
  const database = await openDatabase({ databaseUrl: postgres.urlOf('postgres') }, { migrations })
  try {
    const index = await compareIndex(world, database, player.deliveryIds())
    expect(index.actual).toEqual(index.expected)
  } finally {
    await database.close()
  }
})
