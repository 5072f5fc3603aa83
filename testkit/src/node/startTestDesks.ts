// Two servers without a ledger, north and south, that know the same tenants and push to each other: real databases, real
// requests, an index that is written by hand.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Address } from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import type { Client } from '@connex/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createBroadcaster } from '../../../node/src/api/createBroadcaster.ts'
import { createSourceLimit } from '../../../node/src/api/createSourceLimit.ts'
import { createLedgerRpc } from '../../../node/src/api/createLedgerRpc.ts'
import { createNonceBook } from '../../../node/src/api/createNonceBook.ts'
import { createViewerBook } from '../../../node/src/api/createViewerBook.ts'
import { createProbe } from '../../../node/src/api/createProbe.ts'
import { createServer } from '../../../node/src/api/createServer.ts'
import { FAILURE_LIMIT } from '../../../node/src/api/countingFailures.ts'
import type { Config } from '../../../node/src/config.ts'
import { createMetrics } from '../../../node/src/createMetrics.ts'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'
import { nowSeconds } from '../../../node/src/storage/engine/database.ts'
import type { Queryable } from '../../../node/src/storage/engine/database.ts'
import { distributePrivateRecords } from '../../../node/src/storage/sharing/privateRecords.ts'
import { startSync } from '../../../node/src/sync/startSync.ts'
import { freePort } from './freePort.ts'
import { newUser } from './newUser.ts'
import type { TestUser } from './newUser.ts'
import { SEEDED, seedDappPrivilege, seedDelivery, seedPrivileges, seedTenants } from './seedLedger.ts'
import { testClient } from './testClient.ts'
import { openTestDatabase } from './testDatabase.ts'

const HOSTS = {
  operator: 'north',
  alpenbank: 'north',
  registrar: 'north',
  rhone: 'north',
  baltic: 'south',
  fjord: 'south',
} as const

const INVESTORS = ['alpenbank', 'rhone', 'baltic', 'fjord'] as const

export type TenantName = keyof typeof HOSTS
export type ServerName = (typeof HOSTS)[TenantName]
export type TestServer = { url: string; database: Database; config: Config; nodeAccount: Address }
export type ConnectedUser = { user: TestUser; client: Client }

export type ServersFixture = {
  servers: Record<ServerName, TestServer>
  tenants: Record<TenantName, Address>
  /** A new active user of a tenant with some privileges. */
  addUser: (tenant: TenantName, ...privileges: PrivilegeName[]) => Promise<ConnectedUser>
  /** Something about the seeded registry, as if the indexes of these servers had read it. */
  writeIndex: (write: (db: Queryable) => Promise<void>, ...servers: ServerName[]) => Promise<void>
  stop: () => Promise<void>
}

/** Alpenbank delivers to Baltic; the registrar keeps what Alpenbank has issued. Rhône and Fjord take no part. */
export async function startServersFixture(): Promise<ServersFixture> {
  const names = Object.keys(HOSTS) as TenantName[]
  const tenants = Object.fromEntries(
    names.map((name, writeIndex) => [name, Address.parse(`0x${String(writeIndex + 1).repeat(40)}`)]),
  ) as ServersFixture['tenants']
  const plans = { north: await planServer(tenants, 'north'), south: await planServer(tenants, 'south') }
  const seeded = names.map((name) => ({
    name,
    address: tenants[name],
    apiUrl: `http://127.0.0.1:${plans[HOSTS[name]].port}`,
  }))
  const opened = {
    north: await openServer(plans.north),
    south: await openServer(plans.south),
  }
  const { alpenbank: sender, baltic: receiver, registrar } = tenants
  for (const { database } of Object.values(opened)) {
    const db = database.kysely
    await seedTenants(db, seeded)
    await seedDelivery(db, { sender, receiver, registrar, issuer: sender })
    await seedDappPrivilege(db, SEEDED.platform, tenants.operator, 'platform.OPERATOR')
    await seedDappPrivilege(db, SEEDED.registryManager, tenants.operator, 'registry.OPERATOR')
    await seedDappPrivilege(db, SEEDED.deliveryManager, tenants.operator, 'delivery.OPERATOR')
    await seedDappPrivilege(db, SEEDED.registryManager, registrar, 'registry.REGISTRAR')
    for (const name of INVESTORS)
      await seedDappPrivilege(db, SEEDED.registryManager, tenants[name], 'registry.INVESTOR')
    for (const name of names)
      await seedPrivileges(db, tenants[name], opened[HOSTS[name]].nodeAccount, ['user.NODE_ACCOUNT'])
  }
  return {
    servers: opened,
    tenants,
    async addUser(name, ...privileges) {
      const { database, url } = opened[HOSTS[name]]
      const user = newUser()
      await seedPrivileges(database.kysely, tenants[name], user.address, privileges)
      const now = nowSeconds()
      await database.kysely
        .insertInto('users')
        .values({
          tenant: tenants[name],
          address: user.address,
          user_id: user.address,
          name: `User of ${name}`,
          status: 'ACTIVE',
          lock_expiration: null,
          created_at: now,
          updated_at: now,
        })
        .execute()
      return { user, client: await testClient(url, user) }
    },
    async writeIndex(write, ...servers) {
      for (const name of servers.length > 0 ? servers : (['north', 'south'] as const)) {
        const { database, config } = opened[name]
        await database.kysely.transaction().execute(async (trx) => {
          await write(trx)
          await distributePrivateRecords(trx, { registries: [SEEDED.registryId] }, config.hostedTenants)
        })
        opened[name].wakeSync()
      }
    },
    stop: async () => {
      await Promise.all(Object.values(opened).map((desk) => desk.close()))
    },
  }
}

async function planServer(tenants: ServersFixture['tenants'], desk: ServerName): Promise<Config> {
  const dataDir = await mkdtemp(join(tmpdir(), 'connex-desk-'))
  const own = (Object.keys(HOSTS) as TenantName[]).filter((name) => HOSTS[name] === desk)
  return {
    host: '127.0.0.1',
    port: await freePort(),
    publicOrigins: [],
    clientOrigins: [],
    publicBasePath: '',
    // Not opened by it: the world opens its own.
    database: { dataDir },
    documentsDir: join(dataDir, 'documents'),
    // Nobody listens there.
    ledgerRpcUrl: 'http://127.0.0.1:1',
    ledgerWsUrl: undefined,
    chainId: 31337,
    platformManager: Address.parse(`0x${'a1'.padStart(40, '0')}`),
    startBlock: 0,
    nodeKey: generatePrivateKey(),
    hostedTenants: own.map((name) => tenants[name]),
    webRoot: undefined,
    clientConfigFile: undefined,
    allowPrivatePeers: true,
    logLevel: 'silent',
    apiVersions: [5, 6],
    metricsToken: undefined,
    requestLimit: 0,
    callGasLimit: 16_000_000,
    trustedProxies: [],
    exitWithParent: false,
  }
}

async function openServer(
  config: Config,
): Promise<TestServer & { wakeSync: () => void; close: () => Promise<void> }> {
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  const database = await openTestDatabase()
  const sync = await startSync({ config, database, log })
  const url = `http://127.0.0.1:${config.port}`
  const app = await createServer({
    config,
    database,
    log,
    broadcaster: await createBroadcaster(database, log),
    serverIds: new Set([url]),
    ledger: createLedgerRpc(config.ledgerRpcUrl),
    nonces: createNonceBook(database.kysely),
    findViewer: createViewerBook(database, config.hostedTenants),
    failures: createSourceLimit(FAILURE_LIMIT),
    requests: undefined,
    metrics: createMetrics(),
    probe: createProbe({ database, ledgerRpcUrl: config.ledgerRpcUrl, log }),
    indexer: () => ({ state: 'starting' }) as never,
    wakeSync: () => sync.wake(),
    meetPeers: (tenants) => sync.meet(tenants),
    checkResponses: true,
  })
  await app.listen({ host: config.host, port: config.port })
  const { dataDir } = config.database as { dataDir: string }
  return {
    url,
    database,
    config,
    nodeAccount: Address.parse(privateKeyToAccount(config.nodeKey).address),
    wakeSync: () => sync.wake(),
    async close() {
      await app.close()
      await sync.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
