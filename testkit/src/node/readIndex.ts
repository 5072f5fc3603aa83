import { validAt } from '../../../node/src/storage/lists/asOf.ts'
import { readCursor } from '../../../node/src/storage/projections/cursor.ts'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'
import { APPENDED_NAMES, VERSIONED_NAMES } from '../../../node/src/storage/schema/versionKeys.ts'
import type { AnyRow } from '../../../node/src/storage/schema/versionKeys.ts'

export type Index = Record<string, AnyRow[]>

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
