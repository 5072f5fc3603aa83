// A primary with a synchronous standby behind one address: killed under writes, the standby takes its place.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address } from '@connex/protocol'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../testkit/src/database/postgres.ts'
import { startRelay } from '../../testkit/src/database/relay.ts'
import type { Relay } from '../../testkit/src/database/relay.ts'
import { compareIndex } from '../../testkit/src/index/comparison.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../testkit/src/index/testIndexer.ts'
import { createLedgerFixture } from '../../testkit/src/ledger/ledgerFixture.ts'
import type { LedgerFixture } from '../../testkit/src/ledger/members.ts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import { createRandom } from '../../testkit/src/random.ts'
import { environmentOf, launchServer } from '../../testkit/src/servers/nodeProcess.ts'
import type { LaunchedServer } from '../../testkit/src/servers/nodeProcess.ts'
import { rawRequest } from '../../testkit/src/servers/requests.ts'
import { planTestNode } from '../../testkit/src/servers/testNode.ts'
import type { NodePlan } from '../../testkit/src/servers/testNode.ts'
import { createRandomActor } from '../../testkit/src/simulation/randomActor.ts'
import { openDatabase } from './storage/engine/openDatabase.ts'
import type { Database } from './storage/engine/openDatabase.ts'
import { useNonces } from './storage/queries/credentials.ts'

const random = createRandom(16)
let world: LedgerFixture
let place: NodePlan
let folder: string
let primary: Postgres
let standby: Postgres
let relay: Relay
let client: Database
const servers: LaunchedServer[] = []

const portOf = ({ urlOf }: Postgres) => Number(new URL(urlOf('postgres')).port)

beforeAll(async () => {
  world = await createLedgerFixture()
  place = await planTestNode(world.ledger)
  folder = await mkdtemp(join(tmpdir(), 'connex-failover-'))
  primary = await startPostgres('wal_keep_size=256MB')
  standby = await primary.startStandby()
  await administer(primary, 'ALTER SYSTEM SET synchronous_standby_names = standby')
  await administer(primary, 'SELECT pg_reload_conf()')
  await until('the standby to be synchronous', async () => {
    const [row] = await administer(primary, 'SELECT sync_state FROM pg_stat_replication')
    return row?.['sync_state'] === 'sync'
  })
  relay = await startRelay(portOf(primary))
  const databaseUrl = `postgres://connex@127.0.0.1:${relay.port}/postgres`
  const hostedTenants = [Address.parse(world.ledger.deployment.operator.tenant)]
  const environment = await environmentOf(
    { ...place.config, database: { databaseUrl }, hostedTenants },
    folder,
  )
  for (let number = 0; number < 2; number += 1)
    servers.push(launchServer({ ...environment, PORT: String(await unusedPort()) }))
  await Promise.all(servers.map(({ ready }) => ready))
  client = await openDatabase({ databaseUrl })
})

afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ exited }) => exited))
  await client.close()
  await relay.close()
  await Promise.all([primary.remove(), standby.remove()])
  await world.ledger.stop()
  await place.remove()
  await rm(folder, { recursive: true, force: true })
})

async function administer({ urlOf }: Postgres, statement: string): Promise<Record<string, unknown>[]> {
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  try {
    return (await admin.query<Record<string, unknown>>(statement)).rows
  } finally {
    await admin.end()
  }
}

const nonceOf = (number: number) => ({ user: '0x01' as never, nonce: `failover ${number}` })

/** Writes one row after another until stopped, and lists those whose commit was reported. */
function writeRows(): { stop: () => Promise<number[]> } {
  const state = { isOn: true }
  const reported: number[] = []
  const writing = (async () => {
    for (let number = 0; state.isOn; number += 1) {
      const [isNew] = await useNonces(client.kysely, [nonceOf(number)]).catch(() => [])
      if (isNew === true) reported.push(number)
      else await new Promise((done) => setTimeout(done, 20))
    }
    return reported
  })()
  return {
    stop: () => {
      state.isOn = false
      return writing
    },
  }
}

async function untilServersIndexed(): Promise<void> {
  const head = Number(await world.ledger.rpc('eth_blockNumber'))
  for (const { ready } of servers) {
    const { url } = await ready
    await until(`block ${head}`, async () => {
      const { text } = await rawRequest(url, { target: '/health/ready' })
      return ((JSON.parse(text) as { indexedBlock?: number }).indexedBlock ?? -1) >= head
    })
  }
}

test('the servers continue on the standby, and no row is lost or doubled', { timeout: 900_000 }, async () => {
  const player = createRandomActor(world)
  await player.act(random, 20)
  await untilServersIndexed()
  const rows = writeRows()
  const acting = player.act(random, 60)
  await new Promise((done) => setTimeout(done, 1500))
  await primary.stop('kill')
  relay.pointTo(undefined)
  await administer(standby, 'SELECT pg_promote()')
  relay.pointTo(portOf(standby))
  await acting
  await player.act(random, 20)
  await untilServersIndexed()
  const reported = await rows.stop()
  expect(reported.length).toBeGreaterThan(50)

  const again = await useNonces(client.kysely, reported.map(nonceOf))
  expect(again.filter((isNew) => isNew)).toEqual([])
  for (const { child } of servers) expect(child.exitCode ?? child.signalCode).toBeNull()
  for (const { child } of servers) child.kill('SIGTERM')
  expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0])

  const database = await openDatabase({ databaseUrl: standby.urlOf('postgres') })
  const indexer = await startTestIndexer(world.ledger, { database })
  try {
    await untilAtHead(openTestLedger(world.ledger), indexer)
    const index = await compareIndex(world, database, player.deliveryIds())
    expect(index.actual).toEqual(index.expected)
  } finally {
    await indexer.close()
  }
})
