// One page of a list: free text over the columns that a table shows, the order asked for, and a unique key behind it, so
// that no row stands on two pages.
import { sql } from 'kysely'
import type { Expression, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Page, Paging } from '@connex/protocol'
import { conditionsOf, literal } from './conditions.ts'
import type { ConditionRules } from './conditions.ts'
import { findTotalCount, storeTotalCount, CACHE_VERSION } from './totalCountCache.ts'
import type { Queryable } from '../engine/database.ts'

const ITEMS_PER_PAGE = 100

export type PageRules = ConditionRules & {
  /** From what `sort-by` and `where` may say to a column. */
  sorts: Readonly<Record<string, string>>
  defaultSort: string
  defaultOrder?: 'asc' | 'desc'
  /** By what a column is ordered that shows more than its own value. */
  orders?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Columns that `filter` looks into, or what holds of the rows that it finds. */
  search: readonly string[] | ((pattern: string) => RawBuilder<boolean>)
  /** Makes the order total. */
  unique: readonly string[]
  /** Columns that may be null: nothing comes last, whatever the order. The others keep to their index. */
  nullable?: readonly string[]
}

/** Somebody asked to sort by what this list does not have. */
export class UnknownSort extends Error {
  override name = 'UnknownSort'
}

/** A page number and size that everyone agrees on. `offsetOf({ page: 3, itemsPerPage: 20 })` → { limit: 20, offset: 40 } */
function offsetOf(paging: Paging): { limit: number; offset: number } {
  const limit = paging.itemsPerPage ?? ITEMS_PER_PAGE
  return { limit, offset: ((paging.page ?? 1) - 1) * limit }
}

/** How a list is counted where the rows themselves need not be. */
export type Counting = {
  db: Queryable
  /** Names the list and all that narrows it, where its total depends on nothing but what is indexed and announced. */
  key: string | undefined
  /** The same rows with less, where nothing is searched for. */
  count?: () => Promise<number>
}

/** `page(db.selectFrom('users').selectAll(), { page: 2 }, rules)` */
export const page = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  paging: Paging,
  rules: PageRules,
  counting?: Counting,
): Promise<Page<Row>> => pageWith(query, paging, rules, counting, readRows)

/** What was found of a page: its items, and whether there is one more behind them. */
export type FoundPage<Items> = RowExtras & { items: Items; numItems: number; hasMore: boolean }

/** Reads what the query gives, which is up to one row more than the page shows. */
type Read<Row, Items> = (
  ordered: Ordered<Row>,
  limit: number,
  beside: RequestedExtras,
) => Promise<FoundPage<Items>>

export type Ordered<Row> = Expression<Row> & { execute: () => Promise<Row[]> }

/** A page as `read` gives its items. */
export async function pageWith<DB, Table extends keyof DB, Row, Items>(
  query: SelectQueryBuilder<DB, Table, Row>,
  paging: Paging,
  rules: PageRules,
  counting: Counting | undefined,
  read: Read<Row, Items>,
): Promise<Omit<Page<unknown>, 'items'> & { items: Items }> {
  const found = conditionsOf(paging.where, rules).reduce<typeof query>(
    (soFar, condition) => soFar.where(condition),
    search(query, paging.filter, rules.search),
  )
  const { limit, offset } = offsetOf(paging)
  const isSearched = found !== query
  const kept = counting?.key === undefined || isSearched ? undefined : { ...counting, key: counting.key }
  // One more than is shown tells whether this is the end, and the end tells how many there are.
  const ordered = order(found, paging, rules)
    .limit(limit + 1)
    .offset(offset)
    .$if(kept !== undefined, (some) => some.select(CACHE_VERSION.as('stamp')))
    // What is searched has to be read whole: it is counted on the way.
    .$if(isSearched, (some) => some.select(NUM_FOUND.as('found')))
  const requested = { stamp: kept !== undefined, found: isSearched }
  const { items, numItems, hasMore, ...beside } = await read(ordered, limit, requested)
  const isEnd = !hasMore && (numItems > 0 || offset === 0)
  const count = () => (counting?.count === undefined || isSearched ? countAll(found) : counting.count())
  const total = isEnd
    ? offset + numItems
    : (beside.found ?? (await (kept === undefined ? count() : countCached(kept, beside.stamp, count))))
  return { items, pageItemCount: numItems, totalItemCount: total }
}

async function readRows<Row>(ordered: Ordered<Row>, limit: number): Promise<FoundPage<Row[]>> {
  const rows = (await ordered.execute()) as (Row & RowExtras)[]
  const [{ stamp, found } = {}] = rows as RowExtras[]
  const items = rows.slice(0, limit)
  for (const item of items) {
    delete item.stamp
    delete item.found
  }
  return { items, numItems: items.length, hasMore: rows.length > limit, stamp, found }
}

/** Told with each row, and of no concern to its reader. */
type RowExtras = { stamp?: string | undefined; found?: number | undefined }
export type RequestedExtras = Readonly<Record<keyof RowExtras, boolean>>
const NUM_FOUND = sql<number>`(count(*) OVER ())::int8`

async function countCached(
  { db, key }: { db: Queryable; key: string },
  stamp: string | undefined,
  count: () => Promise<number>,
): Promise<number> {
  const kept = stamp === undefined ? undefined : findTotalCount(db, key, stamp)
  if (kept !== undefined) return kept
  const total = await count()
  // Counted after the stamp was read: what changed in between has another stamp, and is counted again.
  if (stamp !== undefined) storeTotalCount(db, key, { stamp, total })
  return total
}

export async function countAll<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const counting = query.clearSelect().select(sql<number>`count(*)::int8`.as('total'))
  const [counted] = (await counting.execute()) as unknown as { total: number }[]
  return counted?.total ?? 0
}

function search<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  text: string | undefined,
  columns: PageRules['search'],
): SelectQueryBuilder<DB, Table, Row> {
  if (text === undefined || text.trim() === '') return query
  const pattern = `%${literal(text.trim())}%`
  if (typeof columns === 'function') return query.where(columns(pattern))
  const matches = columns.map((column) => sql<boolean>`${sql.ref(column)}::text ILIKE ${pattern}`)
  return query.where(sql<boolean>`(${sql.join(matches, sql` OR `)})`)
}

function order<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { sortBy, sortOrder }: Paging,
  rules: PageRules,
): SelectQueryBuilder<DB, Table, Row> {
  const name = sortBy ?? rules.defaultSort
  const column = rules.sorts[name]
  if (column === undefined || (sortBy !== undefined && !Object.hasOwn(rules.sorts, sortBy)))
    throw new UnknownSort(`There is no order by ${sortBy ?? ''}.`)
  const direction = sortOrder ?? (sortBy === undefined ? (rules.defaultOrder ?? 'asc') : 'asc')
  const shown = rules.orders?.[name] ?? rules.quantities?.[name] ?? sql.ref(column)
  const sorted = query.orderBy(shown, (by) => {
    const directed = direction === 'asc' ? by.asc() : by.desc()
    return rules.nullable?.includes(column) ? directed.nullsLast() : directed
  })
  // Backwards means backwards: the key behind follows the order that was asked for.
  return rules.unique.reduce((soFar, key) => soFar.orderBy(sql.ref(key), direction), sorted)
}
