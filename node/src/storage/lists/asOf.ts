// The block that a reader asks for, by its number or by a time.
import type { AsOf } from '@connex/protocol'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { readCursor } from '../projections/cursor.ts'

/** The server cannot answer for this block or time. */
export class UnknownMoment extends Error {
  override name = 'UnknownMoment'
  readonly field: keyof AsOf | 'to'

  constructor(field: UnknownMoment['field'], message: string) {
    super(message)
    this.field = field
  }
}

/** Before the first block nothing was valid. */
const BEFORE_ALL = -1

/**
 * Returns the block of an `AsOf`; undefined means the latest. Every block that changed anything is stored with its time, so a
 * time means the last block before it. `blockAt(db, { asOfTime: 1_790_000_000 })` → 120
 */
export async function blockAt(db: Queryable, { asOfBlock, asOfTime }: AsOf): Promise<number | undefined> {
  if (asOfTime !== undefined) {
    if (asOfBlock !== undefined) throw new UnknownMoment('asOfTime', 'a block and a time')
    if (asOfTime > nowSeconds()) throw new UnknownMoment('asOfTime', 'in the future')
    const row = await db
      .selectFrom('blocks')
      .select('number')
      .where('timestamp', '<=', asOfTime)
      .orderBy('timestamp', 'desc')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.number ?? BEFORE_ALL
  }
  if (asOfBlock === undefined) return undefined
  const indexed = (await readCursor(db))?.block_number ?? BEFORE_ALL
  if (asOfBlock > indexed) throw new UnknownMoment('asOfBlock', `the ledger is read up to block ${indexed}`)
  return asOfBlock
}
