// What the benchmarks trade on: a ledger, a server on PostgreSQL, a bond, and for each party some users that can send at
// the same time.
import { randomUUID } from 'node:crypto'
import { grantUserPrivileges } from '@connex/contracts/deploy'
import type { PrivilegeName } from '@connex/contracts/deploy'
import { Address } from '@connex/protocol'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import { joinTenant } from '../../testkit/src/fixtures/tenants.ts'
import type { TenantOptions } from '../../testkit/src/fixtures/tenants.ts'
import { newUser, testClient } from '../../testkit/src/servers/users.ts'
import type { TestUser } from '../../testkit/src/servers/users.ts'
import { startPostgres } from '../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../testkit/src/database/postgres.ts'
import { mint, openRegistry } from '../../testkit/src/fixtures/market.ts'
import type { MarketParty, MarketRegistry, MarketFixture } from '../../testkit/src/fixtures/market.ts'
import { startTestLedger } from '../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'
import { openDatabase } from '../../node/src/storage/engine/openDatabase.ts'
import type { Database } from '../../node/src/storage/engine/openDatabase.ts'
import { nowSeconds } from '../../node/src/storage/engine/database.ts'
import { startNodeProcess } from '../../testkit/src/servers/nodeProcess.ts'
import type { NodeProcess } from '../../testkit/src/servers/nodeProcess.ts'
import { createSenderQueue } from './senderQueue.ts'
import type { SenderQueue } from './senderQueue.ts'

const HANDLING: PrivilegeName = 'registry.SHARED_POSITION_HANDLING'
const TRADER: readonly PrivilegeName[] = [HANDLING, 'delivery.BACKOFFICE']
const SENDERS = 12
const CREATED = 1_000_000_000n

const SENDING = ['alpenbank', 'rhone', 'registrar'] as const
export type PartyName = (typeof SENDING)[number]
type Name = PartyName | 'issuer' | 'baltic'

const PARTIES: Record<Name, TenantOptions> = {
  issuer: {
    name: 'Hanseatic Issuance',
    user: ['instrument.BACKOFFICE', 'registry.ISSUER_DOCUMENTATION'],
    instrument: ['instrument.ISSUER'],
    registry: ['registry.ISSUER'],
  },
  registrar: {
    name: 'Meridian Registrars',
    user: ['registry.REGISTRAR_REGISTRATION', ...TRADER],
    registry: ['registry.REGISTRAR'],
  },
  alpenbank: { name: 'Alpenbank', user: TRADER, registry: ['registry.INVESTOR'] },
  rhone: { name: 'Rhône Capital', user: TRADER, registry: ['registry.INVESTOR'] },
  baltic: { name: 'Baltic Trust Bank', user: TRADER, registry: ['registry.INVESTOR'] },
}

export type BenchFixture = {
  ledger: TestLedger
  postgres: Postgres
  node: NodeProcess
  /** The server's own database, looked at from outside. */
  database: Database
  databaseUrl: string
  members: Record<Name, MarketParty>
  registry: MarketRegistry
  queues: Record<PartyName, SenderQueue[]>
  /** Ends the server, so that its database can be copied. */
  close: () => Promise<void>
  stop: () => Promise<void>
}

export async function startBenchFixture(): Promise<BenchFixture> {
  const ledger = await startTestLedger()
  const postgres = await startPostgres('shared_buffers=512MB', 'max_wal_size=4GB', 'max_connections=100')
  const databaseUrl = await createDatabase(postgres)
  const nodeKey = generatePrivateKey()
  const port = await unusedPort()
  const url = `http://127.0.0.1:${port}`
  const place = { url, nodeAccount: Address.parse(privateKeyToAccount(nodeKey).address) } as never
  const joined = {} as JoinedTenants
  for (const name of Object.keys(PARTIES) as Name[])
    joined[name] = await joinTenant(ledger, place, PARTIES[name])
  const senders = await addSenders(ledger, joined)

  const node = await startNodeProcess(nodeKey, {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    // Here all users come from one address.
    REQUEST_LIMIT: '0',
    LEDGER_RPC_URL: ledger.rpcUrl,
    LEDGER_WS_URL: ledger.wsUrl,
    PLATFORM_MANAGER: ledger.deployment.contracts.PlatformManager,
    HOSTED_TENANTS: Object.values(joined)
      .map(({ address }) => address)
      .join(),
  })
  const database = await openDatabase({ databaseUrl })
  const head = Number(await ledger.ledger.client.getBlockNumber({ cacheTime: 0 }))
  await untilBlock(database, head)
  const members = await addMembers(database, node.url, joined, senders)
  const market = { ledger, ...members } as unknown as MarketFixture
  const registry = await openRegistry(market, 'DE000CNX0017')
  await mint(market, registry, CREATED)

  const queues = {} as Record<PartyName, SenderQueue[]>
  for (const name of SENDING)
    queues[name] = await Promise.all(senders[name].map((user) => createSenderQueue(ledger, node.url, user)))
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await node.stop()
    await database.close()
  }
  return {
    ledger,
    postgres,
    node,
    database,
    databaseUrl,
    members,
    registry,
    queues,
    close,
    async stop() {
      await close()
      await postgres.remove()
      await ledger.stop()
    },
  }
}

type JoinedTenants = Record<Name, Awaited<ReturnType<typeof joinTenant>>>

/** Users who may trade, for each party that sends transactions. */
async function addSenders(ledger: TestLedger, joined: JoinedTenants): Promise<Record<PartyName, TestUser[]>> {
  const senders = {} as Record<PartyName, TestUser[]>
  for (const name of SENDING) {
    senders[name] = Array.from({ length: SENDERS }, newUser)
    const grants = senders[name].map(({ account }) => ({
      user: account.address,
      privileges: ['user.DAPP_USER', ...TRADER] as const,
      fund: true,
    }))
    const { PlatformManager } = ledger.deployment.contracts
    await grantUserPrivileges(
      ledger.ledger,
      joined[name].admin.account,
      joined[name].access,
      PlatformManager,
      grants,
    )
  }
  return senders
}

/** Their users in the server's database, and a client for each party. */
async function addMembers(
  database: Database,
  url: string,
  joined: JoinedTenants,
  senders: Record<PartyName, TestUser[]>,
): Promise<Record<Name, MarketParty>> {
  const members = {} as Record<Name, MarketParty>
  for (const name of Object.keys(PARTIES) as Name[]) {
    const tenant = joined[name]
    await addUsers(database, tenant.address, [tenant.user, ...(senders[name as PartyName] ?? [])])
    members[name] = { ...tenant, client: await testClient(url, tenant.user) }
  }
  return members
}

/** An empty database of its own. */
export async function createDatabase(postgres: Postgres): Promise<string> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return postgres.urlOf(name)
}

export async function untilBlock(database: Database, block: number): Promise<void> {
  const at = () => database.kysely.selectFrom('cursor').select('block_number').executeTakeFirst()
  await until(`block ${block}`, async () => ((await at())?.block_number ?? -1) >= block, 120_000)
}

async function addUsers({ kysely }: Database, tenant: Address, users: readonly TestUser[]): Promise<void> {
  const now = nowSeconds()
  const rows = users.map(({ address }) => ({
    tenant,
    address,
    user_id: address,
    name: address,
    status: 'ACTIVE' as const,
    lock_expiration: null,
    created_at: now,
    updated_at: now,
  }))
  await kysely.insertInto('users').values(rows).execute()
}
