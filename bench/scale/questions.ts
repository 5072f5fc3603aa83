// What is measured at the end of the chain: pages, an onboarding, the database's size.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../node/src/storage/engine/openDatabase.ts'
import { sendSigned } from '../../testkit/src/servers/requests.ts'
import type { TestUser } from '../../testkit/src/servers/users.ts'
import { quantile } from '../measure.ts'
import { indexedBlock } from './catchUp.ts'
import type { ChainProcess } from './chainProcess.ts'
import type { NodeProcess } from '../../testkit/src/servers/nodeProcess.ts'

const TRANSFERS = '/api/v6/transfer/transfers'
const ROUNDS = 20
const WARM_UP = 2
const POLL_MS = 20

/** `p95Ms` of 20. `rows`: how many the list has in all. */
export type Page = { rows: number; p95Ms: number; longestMs: number }

/** How many blocks the pages of one user take. */
export const BLOCKS_OF_PAGES = 4 * (ROUNDS + WARM_UP)

/**
 * The newest transfers, and others, as a user of the tenant requests them. `goOn` brings a new block before each, so that no
 * answer has what the server has counted before.
 */
export async function measurePages(
  url: string,
  user: TestUser,
  goOn: () => Promise<void>,
): Promise<Record<string, Page>> {
  const measure = (target: string) => measurePage(url, user, target, goOn)
  return {
    newest: await measure(`${TRANSFERS}?items-per-page=20`),
    hundredth: await measure(`${TRANSFERS}?items-per-page=20&page=100`),
    settled: await measure(`${TRANSFERS}?items-per-page=20&state=SETTLED`),
    positions: await measure('/api/v6/registry-manager/positions?items-per-page=20'),
  }
}

async function measurePage(
  url: string,
  user: TestUser,
  target: string,
  goOn: () => Promise<void>,
): Promise<Page> {
  const times: number[] = []
  let rows = 0
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    await goOn()
    const began = performance.now()
    const { status, text } = await sendSigned(url, user, { target })
    if (status !== 200) throw new Error(`${target}: ${status} ${text.slice(0, 200)}`)
    if (round >= 0) times.push(performance.now() - began)
    rows = (JSON.parse(text) as { totalItemCount: number }).totalItemCount
  }
  const round = (ms: number) => Number(ms.toPrecision(3))
  return { rows, p95Ms: round(quantile(times, 0.95)), longestMs: round(Math.max(...times)) }
}

/** The chain's newest block from now on, once the server has it. */
export async function reachIndexed(node: NodeProcess, chain: ChainProcess, head: number): Promise<void> {
  await chain.reach(head)
  while ((await indexedBlock(node)) < head) await sleep(POLL_MS)
}

/** `questions`: to the ledger, beside looking for a newest block. */
export type Onboarding = { blocks: number; questions: number; ms: number }

/** A tenant joins behind the chain's last block: until the index has it. */
export async function measureOnboarding(
  node: NodeProcess,
  chain: ChainProcess,
  { head, blocks }: { head: number; blocks: number },
): Promise<Onboarding> {
  const before = await chain.answers()
  const began = performance.now()
  await reachIndexed(node, chain, head + blocks)
  const ms = Math.round(performance.now() - began)
  const { numCalls } = await chain.answers()
  const questions = Object.entries(numCalls)
    .filter(([name]) => name !== 'newest block')
    .reduce((sum, [name, count]) => sum + count - (before.numCalls[name] ?? 0), 0)
  return { blocks, questions, ms }
}

export type TableSize = { rows: number; megabytes: number; ofThatIndexes: number }

/** The largest tables, and everything. */
export async function measureTables(
  databaseUrl: string,
): Promise<{ megabytes: number; tables: Record<string, TableSize> }> {
  const database = await openDatabase({ databaseUrl })
  await sql`ANALYZE`.execute(database.kysely)
  const { rows } = await sql<{ name: string; rows: number; total: number; indexes: number }>`
    SELECT relname AS name, reltuples::float8 AS rows, pg_total_relation_size(oid)::float8 AS total,
      pg_indexes_size(oid)::float8 AS indexes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    ORDER BY pg_total_relation_size(oid) DESC LIMIT 12`.execute(database.kysely)
  const { rows: whole } = await sql<{ size: number }>`
    SELECT pg_database_size(current_database())::float8 AS size`.execute(database.kysely)
  await database.close()
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
  return {
    megabytes: megabytes(whole[0]?.size ?? 0),
    tables: Object.fromEntries(
      rows.map((row) => [
        row.name,
        {
          rows: Math.max(0, Math.round(row.rows)),
          megabytes: megabytes(row.total),
          ofThatIndexes: megabytes(row.indexes),
        },
      ]),
    ),
  }
}
