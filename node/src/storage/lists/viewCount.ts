// How many transfers a list has, from an earlier count on: a registrar's million are counted once, and behind a new block only the
// transfers that it has changed.
import type { Address } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import type { Schema } from '../schema/schema.ts'
import type { Count } from './totalCountCache.ts'

type Views = SelectQueryBuilder<Schema & { v: Schema['transfer_views'] }, 'v', object>

/** A list's views `v` as they were after a block, or as they are now. */
type SelectViews = (block?: number) => Views

type Counted = { total: number; newest_number: number | null; newest_hash: string | null; is_known: boolean }

/**
 * Each change of a transfer closes a view and opens the next one in the same block. So the views opened since the newest counted block
 * name the transfers to count: as they were then, and as they are now. Whether a view belongs to the list must depend on its columns
 * alone. Count all where that block is no longer on the chain, or where a contract was discovered since: it brings its past with it.
 *
 * @example
 * const first = await countViews(db, viewer, select, undefined) // { total: 1000000, newest: { number: 120, hash: '0x…' } }
 * await countViews(db, viewer, select, first) // reads the transfers changed since block 120
 */
export async function countViews(
  db: Queryable,
  viewer: Address,
  select: SelectViews,
  earlier: Count | undefined,
): Promise<Count> {
  const newest = earlier?.newest
  if (earlier !== undefined && newest !== undefined) {
    const changed = sql`(SELECT x.delivery_id FROM transfer_views x WHERE x.viewer = ${viewer} AND x.from_block > ${newest.number})`
    const isChanged = sql<boolean>`v.delivery_id IN ${changed}`
    const isKnown = sql`EXISTS (SELECT FROM blocks b WHERE b.number = ${newest.number} AND b.hash = ${newest.hash})
      AND NOT EXISTS (SELECT FROM ledger_contracts c WHERE c.from_block > ${newest.number})`
    const now = numberOf(select().where('v.from_block', '>', newest.number))
    const before = numberOf(select(newest.number).where(isChanged))
    const row = await read(db, viewer, sql`${earlier.total}::int8 + ${now} - ${before}`, isKnown)
    if (row.is_known) return countOf(row)
  }
  return countOf(await read(db, viewer, numberOf(select()), sql`true`))
}

const numberOf = (views: Views): RawBuilder<number> =>
  sql<number>`(${views.select(sql<number>`count(*)::int8`.as('total'))})`

/** One statement, so that the newest block is that of the count. */
async function read(
  db: Queryable,
  viewer: Address,
  total: RawBuilder<unknown>,
  isKnown: RawBuilder<unknown>,
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    SELECT ${total} AS total, (${isKnown}) AS is_known, b.number AS newest_number, b.hash AS newest_hash
    FROM (SELECT max(x.from_block) AS number FROM transfer_views x WHERE x.viewer = ${viewer}) newest
    LEFT JOIN blocks b ON b.number = newest.number`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A count has one row.')
  return row
}

const countOf = ({ total, newest_number: number, newest_hash: hash }: Counted): Count =>
  number === null || hash === null ? { total } : { total, newest: { number, hash } }
