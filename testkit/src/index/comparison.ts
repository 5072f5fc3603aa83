// Puts what an index says beside what it should say, for a test to compare: all that one says which has read the ledger
// for the first time, and what the contracts answer themselves.
import { accountRegistryManagerAbi, deliveryManagerAbi, deliveryStates } from '@connex/contracts'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'
import { validAt } from '../../../node/src/storage/projections/validAt.ts'
import { readCursor } from '../../../node/src/storage/projections/cursor.ts'
import { APPENDED_NAMES, VERSIONED_NAMES } from '../../../node/src/storage/schema/versionKeys.ts'
import type { AnyRow } from '../../../node/src/storage/schema/versionKeys.ts'
import type { LedgerFixture } from '../ledger/members.ts'
import type { Index } from './facts/fact.ts'
import { ledgerFacts } from './facts/ledgerFacts.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from './testIndexer.ts'
import type { TestIndexer } from './testIndexer.ts'

type Holdings = { balances: string[]; supplies: string[] }
type Facts = Readonly<Record<string, readonly unknown[]>>
export type Comparison = { actual: Facts; expected: Facts }

const NOW = Number.MAX_SAFE_INTEGER
const PATIENCE_MS = 300_000

/**
 * `const index = await compareIndex(world, database, ids)`, then `expect(index.actual).toEqual(index.expected)`. A reference database
 * is emptied and filled again; without one, a temporary one is used.
 */
export async function compareIndex(
  world: LedgerFixture,
  database: Database,
  ids: readonly Hex[],
  reference?: Database,
): Promise<Comparison> {
  const rebuilt = await rebuild(world, { reference })
  try {
    const actual = await readIndex(database)
    const now = await readIndexAt(database, NOW)
    const facts = await ledgerFacts(world, now)
    const rebuiltIndex = await readIndex(rebuilt.database)
    // Those that it keeps, and those that it has to keep. Where a batch ends without an event is up to each.
    const numbers = [...(await hashesIn(database)).keys(), ...blocksWithEvents(rebuiltIndex)]
    const wanted = [...new Set(numbers)].toSorted((a, b) => a - b)
    return {
      actual: {
        ...actual,
        ...holdingsIn(world, now),
        facts: facts.actual,
        states: statesIn(actual, ids),
        blocks: await storedBlocks(database, wanted),
      },
      expected: {
        ...rebuiltIndex,
        ...(await holdings(world)),
        facts: facts.expected,
        states: await states(world, ids),
        blocks: await ledgerBlocks(world, wanted),
      },
    }
  } finally {
    await rebuilt.close()
  }
}

/** The same as of an earlier block, compared with an index that has read no further. */
export async function compareIndexAt(
  world: LedgerFixture,
  database: Database,
  block: number,
): Promise<Comparison> {
  const rebuilt = await rebuild(world, { last: block })
  try {
    const actual = await readIndexAt(database, block)
    const facts = await ledgerFacts(world, actual, block)
    return {
      actual: { ...actual, ...holdingsIn(world, actual), facts: facts.actual },
      expected: {
        ...(await readIndexAt(rebuilt.database, NOW)),
        ...(await holdings(world, block)),
        facts: facts.expected,
      },
    }
  } finally {
    await rebuilt.close()
  }
}

type Rebuilding = { last?: number; reference?: Database | undefined }

async function rebuild(
  { ledger: test }: LedgerFixture,
  { last, reference }: Rebuilding,
): Promise<TestIndexer> {
  const ledger = openTestLedger(test)
  if (last !== undefined) {
    const block = await ledger.findBlock(last)
    if (block === undefined) throw new RangeError(`There is no block ${last}.`)
    ledger.head = () => Promise.resolve(block)
  }
  if (reference !== undefined) await deleteAll(reference)
  const rebuilt = await startTestIndexer(test, {
    ledger,
    ...(reference === undefined ? {} : { database: reference }),
  })
  await untilAtHead(ledger, rebuilt)
  return reference === undefined ? rebuilt : { ...rebuilt, close: () => rebuilt.stop() }
}

async function deleteAll({ kysely }: Database): Promise<void> {
  for (const table of [...VERSIONED_NAMES, ...APPENDED_NAMES, 'blocks', 'cursor', 'announcements'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(kysely)
}

async function hashesIn({ kysely }: Database): Promise<Map<number, string>> {
  const rows = await kysely.selectFrom('blocks').select(['number', 'hash']).execute()
  return new Map(rows.map(({ number, hash }) => [number, hash]))
}

/**
 * The blocks at which anything began or ended. Not those of early logs: a fork is looked for among the others, and whatever is
 * above it is read again.
 */
const blocksWithEvents = (index: Index): number[] =>
  Object.entries(index)
    .filter(([table]) => table !== 'early_logs')
    .flatMap(([, rows]) => rows)
    .flatMap((row) => [row['from_block'], row['to_block']])
    .filter((block) => typeof block === 'number')

async function storedBlocks(database: Database, numbers: readonly number[]): Promise<string[]> {
  const hashes = await hashesIn(database)
  return numbers.map((number) => `${number} ${hashes.get(number)}`)
}

async function ledgerBlocks({ ledger }: LedgerFixture, numbers: readonly number[]): Promise<string[]> {
  // All at once, of a ledger that may be slow to answer.
  const { findBlock } = openTestLedger(ledger, { timeoutMs: PATIENCE_MS })
  return Promise.all(numbers.map(async (number) => `${number} ${(await findBlock(number))?.hash}`))
}

function holdingsIn({ ledger, registryIds, accounts }: LedgerFixture, index: Index): Holdings {
  const manager = ledger.deployment.contracts.AccountRegistryManager.toLowerCase()
  const find = (table: string, wanted: Readonly<Record<string, string>>) =>
    index[table]?.find((row) => Object.entries(wanted).every(([column, value]) => row[column] === value))
  return {
    balances: registryIds.flatMap((registryId) =>
      accounts.map(({ member, accountNum }) => {
        const key = {
          registry_manager: manager,
          registry_id: registryId,
          owner: member.tenant.toLowerCase(),
          account: `${accountNum}`,
        }
        const row = find('positions', key)
        return `${row?.['balance'] ?? 0} ${row?.['earmarked'] ?? 0}`
      }),
    ),
    supplies: registryIds.map((id) =>
      String(find('registries', { registry_manager: manager, registry_id: id })?.['outstanding']),
    ),
  }
}

async function holdings({ ledger, registryIds, accounts }: LedgerFixture, block?: number): Promise<Holdings> {
  const { client } = ledger.ledger
  const at = {
    address: ledger.deployment.contracts.AccountRegistryManager,
    abi: accountRegistryManagerAbi,
    ...(block === undefined ? {} : { blockNumber: BigInt(block) }),
  }
  const balanceOf = async (registryId: Hex, { member, accountNum }: LedgerFixture['accounts'][number]) => {
    const args = [registryId, { owner: member.tenant, accountNum }] as const
    const balance = await client.readContract({ ...at, functionName: 'balanceOf', args })
    return `${balance} ${await client.readContract({ ...at, functionName: 'earmarkedBalanceOf', args })}`
  }
  const supplyOf = async (id: Hex) =>
    String(await client.readContract({ ...at, functionName: 'totalSupplyOf', args: [id] }))
  return {
    balances: await Promise.all(
      registryIds.flatMap((id) => accounts.map((account) => balanceOf(id, account))),
    ),
    supplies: await Promise.all(registryIds.map(supplyOf)),
  }
}

function statesIn(index: Index, ids: readonly Hex[]): string[] {
  const current = (index['deliveries'] ?? []).filter((row) => row['to_block'] === null)
  const stateOf = new Map(current.map((row) => [row['delivery_id'], row['state']]))
  return ids.map((id) => `${id} ${stateOf.get(id) ?? 'NONE'}`)
}

async function states({ ledger }: LedgerFixture, ids: readonly Hex[]): Promise<string[]> {
  const manager = { address: ledger.deployment.contracts.DeliveryManager, abi: deliveryManagerAbi }
  return Promise.all(
    ids.map(async (id) => {
      const call = { ...manager, functionName: 'deliveries', args: [id] } as const
      const { state } = await ledger.ledger.client.readContract(call)
      return `${id} ${deliveryStates[state]}`
    }),
  )
}

/** All that the index knows of the ledger, with every version there ever was, in an order that is always the same. */
export async function readIndex({ kysely }: Database): Promise<Index> {
  const index: Index = { cursor: [{ ...(await readCursor(kysely)) }] }
  for (const table of [...VERSIONED_NAMES, ...APPENDED_NAMES])
    index[table] = inOrder(await kysely.selectFrom(table).selectAll().execute())
  return index
}

/** What held at a block. When it ended, nobody knew then. */
export async function readIndexAt({ kysely }: Database, block: number): Promise<Index> {
  const index: Index = {}
  for (const table of VERSIONED_NAMES) {
    const rows = await kysely.selectFrom(table).selectAll().where(validAt(table, block)).execute()
    index[table] = inOrder(rows.map((row) => ({ ...row, to_block: null })))
  }
  for (const table of APPENDED_NAMES)
    index[table] = inOrder(
      await kysely.selectFrom(table).selectAll().where('from_block', '<=', block).execute(),
    )
  return index
}

const inOrder = (rows: readonly AnyRow[]): AnyRow[] =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row)
