// `npm run bench:scale`: an index of our users' size, read from a ledger that is generated from a seed. Each run notes its own
// figures in results.json; another size, for a shorter run: `npm run bench:scale -- --blocks 1000000 --deliveries 100000`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { generatePrivateKey } from 'viem/accounts'
import { nowSeconds } from '../../node/src/storage/engine/database.ts'
import { openDatabase } from '../../node/src/storage/engine/openDatabase.ts'
import { unusedPort } from '../../testkit/src/machine.ts'
import { startNodeProcess } from '../../testkit/src/servers/nodeProcess.ts'
import type { NodeProcess } from '../../testkit/src/servers/nodeProcess.ts'
import { createDatabase, startBenchFixture } from '../market/fixture.ts'
import type { BenchFixture } from '../market/fixture.ts'
import { memoryOf, METRICS_TOKEN, watchCatchUp } from './catchUp.ts'
import { startChain } from './chainProcess.ts'
import type { ChainProcess } from './chainProcess.ts'
import { crossCheck } from './crossCheck.ts'
import { BLOCKS_OF_PAGES, measureOnboarding, measurePages, measureTables, reachIndexed } from './questions.ts'
import { recordActs } from './recordings.ts'
import type { Recordings } from './recordings.ts'
import type { ChainSize } from './schedule.ts'

const FILE = join(import.meta.dirname, 'results.json')
const SEED = 20_260_101
/** The database that is restored from a checkpoint has all but this share of the blocks. */
const BEHIND_CHECKPOINT = 0.01
const READERS = ['alpenbank', 'registrar'] as const

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '10000000' },
    deliveries: { type: 'string', default: '1000000' },
    tenants: { type: 'string', default: '200' },
    instruments: { type: 'string', default: '100' },
    database: { type: 'string', default: 'postgres' },
  },
})
const size: ChainSize = {
  seed: SEED,
  blocks: Number(values.blocks),
  deliveries: Number(values.deliveries),
  tenants: Number(values.tenants),
  instruments: Number(values.instruments),
}

/** Adds figures of this run to the file: what ends early loses nothing. */
type Note = (figures: object) => Promise<void>

type Place = { market: BenchFixture; recordings: Recordings; chain: ChainProcess }

/** `databaseUrl` or a folder. */
function serve(
  { market, recordings, chain }: Place,
  port: number,
  location: Record<string, string>,
): Promise<NodeProcess> {
  return startNodeProcess(generatePrivateKey(), {
    ...location,
    PORT: String(port),
    LEDGER_RPC_URL: chain.url,
    PLATFORM_MANAGER: recordings.platformManager,
    METRICS_TOKEN,
    REQUEST_LIMIT: '0',
    HOSTED_TENANTS: READERS.map((name) => market.members[name].address).join(),
  })
}

async function onPostgres(place: Place, note: Note): Promise<void> {
  const { market, recordings, chain } = place
  const checkpoint = Math.floor(size.blocks * (1 - BEHIND_CHECKPOINT))
  const databaseUrl = await createDatabase(market.postgres)
  await chain.reach(checkpoint)
  const first = await serve(place, await unusedPort(), { DATABASE_URL: databaseUrl })
  const fromNothing = await watchCatchUp(first, chain, { from: 0, to: checkpoint }, log('from nothing'))
  await note({ fromNothing })
  await first.stop()

  const restoredUrl = await restore(market, databaseUrl)
  await addReaders(restoredUrl, market)
  let head = size.blocks - READERS.length * BLOCKS_OF_PAGES
  await chain.reach(head)
  const server = await serve(place, await unusedPort(), { DATABASE_URL: restoredUrl })
  const behind = { from: checkpoint, to: head }
  const fromCheckpoint = await watchCatchUp(server, chain, behind, log('from a checkpoint'))
  const pages: Record<string, unknown> = {}
  const goOn = () => reachIndexed(server, chain, (head += 1))
  for (const name of READERS) pages[name] = await measurePages(server.url, market.members[name].user, goOn)
  await note({ fromCheckpoint, pages })
  const blocks = recordings.acts.joining.blocks.length
  const onboarding = await measureOnboarding(server, chain, { head: size.blocks, blocks })
  await crossCheck({ databaseUrl: restoredUrl }, recordings, size)
  const serverMegabytes = await memoryOf(server.pid)
  await note({ onboarding, serverMegabytes, database: await measureTables(restoredUrl) })
  await server.stop()
}

async function onPglite(place: Place, note: Note): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-scale-'))
  try {
    const server = await serve(place, await unusedPort(), { DATA_DIR: folder })
    const whole = { from: 0, to: size.blocks }
    const fromNothing = await watchCatchUp(server, place.chain, whole, log('from nothing'))
    const blocks = place.recordings.acts.joining.blocks.length
    const onboarding = await measureOnboarding(server, place.chain, { head: size.blocks, blocks })
    const serverMegabytes = await memoryOf(server.pid)
    await server.stop()
    await crossCheck({ dataDir: folder }, place.recordings, size)
    await note({ fromNothing, onboarding, serverMegabytes })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A copy of the database, as from a backup. */
async function restore({ postgres }: BenchFixture, databaseUrl: string): Promise<string> {
  const original = new URL(databaseUrl).pathname.slice(1)
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  await client.query(`CREATE DATABASE ${original}_restored TEMPLATE ${original}`)
  await client.query(`DROP DATABASE ${original}`)
  await client.end()
  return postgres.urlOf(`${original}_restored`)
}

/** The users that read pages; what they may do is on the ledger. */
async function addReaders(databaseUrl: string, { members }: BenchFixture): Promise<void> {
  const database = await openDatabase({ databaseUrl })
  const now = nowSeconds()
  const rows = READERS.map((name) => ({
    tenant: members[name].address,
    address: members[name].user.address,
    user_id: members[name].user.address,
    name,
    status: 'ACTIVE' as const,
    lock_expiration: null,
    created_at: now,
    updated_at: now,
  }))
  await database.kysely.insertInto('users').values(rows).execute()
  await database.close()
}

const log =
  (what: string) =>
  (figures: object): void =>
    console.log(new Date().toISOString(), what, JSON.stringify(figures))

const name = `${values.database}, ${size.blocks} blocks, ${size.deliveries} deliveries`
const figuresOfRun: Record<string, unknown> = { size }

async function note(figures: object): Promise<void> {
  log(name)(figures)
  Object.assign(figuresOfRun, figures)
  const known = JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}')) as object
  const machine = { cpu: cpus()[0]?.model.trim() ?? 'unknown', node: process.version }
  await writeFile(FILE, `${JSON.stringify({ ...known, machine, [name]: figuresOfRun }, null, 2)}\n`)
}

const folder = await mkdtemp(join(tmpdir(), 'connex-chain-'))
const market = await startBenchFixture()
try {
  const recordings = await recordActs(market)
  await market.close()
  const file = join(folder, 'recordings.json')
  await writeFile(file, JSON.stringify(recordings))
  const chain = await startChain(file, size)
  await (values.database === 'pglite' ? onPglite : onPostgres)({ market, recordings, chain }, note)
  chain.stop()
} finally {
  await market.stop()
  await rm(folder, { recursive: true, force: true })
}
