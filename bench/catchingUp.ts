// Catching up with a ledger that others have filled: ours, and Ponder on the same chain, each into an empty database of the
// same PostgreSQL; ours into PGlite as well. What an engine can take at best is a bare `unnest` of 1,000 rows at a time.
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountRegistryManagerAbi, dappControllerAbi, deliveryManagerAbi } from '@connex/contracts'
import { Address } from '@connex/protocol'
import { pino } from 'pino'
import { sql } from 'kysely'
import { TOPICS } from '../node/src/indexer/handledEvents.ts'
import { startIndexer } from '../node/src/indexer/startIndexer.ts'
import { openDatabase } from '../node/src/storage/engine/openDatabase.ts'
import type { Database, DatabaseLocation } from '../node/src/storage/engine/openDatabase.ts'
import { openTestLedger } from '../testkit/src/index/testIndexer.ts'
import { atLeast, cpuOf, inRounds, median } from './measure.ts'
import type { Gate } from './measure.ts'
import { createDatabase, untilBlock } from './market/fixture.ts'
import type { BenchFixture } from './market/fixture.ts'
import { catchUpByPonder } from './ponder.ts'

const ROUNDS = 3
const EVENTS = 20_000
const OWNERS = 5_000
const AT_A_TIME = 1_000

export type CatchingUp = {
  numEvents: number
  overPonder: Gate
  overPonderPerCpuSecond: Gate
  overUnnestOnPostgres: Gate
  overUnnestOnPglite: Gate
}

export async function catchingUp(market: BenchFixture): Promise<CatchingUp> {
  const { ledger, postgres } = market
  const head = Number(await ledger.rpc('eth_blockNumber'))
  const numEvents = (await openTestLedger(ledger).logs({ topics: TOPICS, from: 0, to: head })).length
  const chain = await writeChain(market)
  const databaseCpu = () => cpuOf(process.pid, 'postgres')
  const perCpuSecond = { ours: [] as number[], ponder: [] as number[] }
  const ours = async (location: DatabaseLocation) => {
    const database = await openDatabase(location)
    const before = { cpu: ownCpu() + (await databaseCpu()), at: performance.now() }
    await index(market, database, head)
    const seconds = (performance.now() - before.at) / 1000
    const cpu = ownCpu() + (await databaseCpu()) - before.cpu
    await database.close()
    return { rate: numEvents / seconds, cpuRate: numEvents / cpu }
  }
  try {
    const rates = await inRounds(ROUNDS, {
      ours: async () => {
        const { rate, cpuRate } = await ours({ databaseUrl: await createDatabase(postgres) })
        perCpuSecond.ours.push(cpuRate)
        return rate
      },
      ponder: async () => {
        const url = await createDatabase(postgres)
        const caught = await catchUpByPonder(chain.file, url, databaseCpu)
        perCpuSecond.ponder.push(caught.eventsPerCpuSecond)
        return caught.eventsPerSecond
      },
      unnest: async () => unnestRows({ databaseUrl: await createDatabase(postgres) }),
      oursOnPglite: async () => (await ours({ inMemory: true })).rate,
      unnestOnPglite: () => unnestRows({ inMemory: true }),
    })
    return {
      numEvents,
      overPonder: atLeast(3, rates.ours, rates.ponder),
      overPonderPerCpuSecond: atLeast(3, median(perCpuSecond.ours), median(perCpuSecond.ponder)),
      overUnnestOnPostgres: atLeast(0.2, rates.ours, rates.unnest),
      overUnnestOnPglite: atLeast(0.35, rates.oursOnPglite, rates.unnestOnPglite),
    }
  } finally {
    await chain.remove()
  }
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function index({ ledger }: BenchFixture, database: Database, head: number): Promise<void> {
  const indexer = startIndexer({
    database,
    ledger: openTestLedger(ledger),
    log: pino({ level: 'warn' }),
    config: {
      chainId: ledger.chainId,
      platformManager: Address.parse(ledger.deployment.contracts.PlatformManager),
      startBlock: 0,
      hostedTenants: [],
      finalityDepth: 10_000,
    },
  })
  await untilBlock(database, head)
  await indexer.stop()
}

/** The least that an index of events can do: insert a row for each event, and update one. */
async function unnestRows(location: DatabaseLocation): Promise<number> {
  const database = await openDatabase(location)
  const db = database.kysely
  await sql`CREATE TABLE bare_events (id text COLLATE "C" PRIMARY KEY, owner text, quantity numeric(78, 0), block int8)`.execute(
    db,
  )
  await sql`CREATE TABLE bare_positions (owner text COLLATE "C" PRIMARY KEY, quantity numeric(78, 0), block int8)`.execute(
    db,
  )
  const word = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
  const began = performance.now()
  for (let first = 0; first < EVENTS; first += AT_A_TIME) {
    const indices = Array.from({ length: AT_A_TIME }, (_, offset) => first + offset)
    const owners = indices.map((index) => word(index % OWNERS))
    await sql`INSERT INTO bare_events SELECT * FROM unnest(${indices.map(word)}::text[], ${owners}::text[],
      ${indices.map(String)}::numeric[], ${indices}::int8[])`.execute(db)
    await sql`INSERT INTO bare_positions SELECT * FROM unnest(${owners}::text[], ${indices.map(String)}::numeric[],
      ${indices}::int8[]) ON CONFLICT (owner) DO UPDATE SET quantity = excluded.quantity, block = excluded.block`.execute(
      db,
    )
  }
  const seconds = (performance.now() - began) / 1000
  await database.close()
  return EVENTS / seconds
}

/** The chain as Ponder's configuration reads it. */
async function writeChain({
  ledger,
  database,
}: BenchFixture): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-chain-'))
  const file = join(folder, 'chain.json')
  const controllers = await database.kysely
    .selectFrom('ledger_contracts')
    .select('address')
    .where('kind', '=', 'dappController')
    .execute()
  const { DeliveryManager, AccountRegistryManager } = ledger.deployment.contracts
  const chain = {
    chainId: ledger.chainId,
    rpcUrl: ledger.rpcUrl,
    abis: {
      DeliveryManager: deliveryManagerAbi,
      AccountRegistryManager: accountRegistryManagerAbi,
      DappController: dappControllerAbi,
    },
    addresses: {
      DeliveryManager,
      AccountRegistryManager,
      DappController: controllers.map(({ address }) => address),
    },
  }
  await writeFile(file, JSON.stringify(chain))
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}
