// One page of a list: free text over the columns that a table shows, the requested order, and a unique key behind it, so
// that no row appears on two pages.
import { sql } from 'kysely'
import type { Expression, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Page, Paging } from '@connex/protocol'
import { conditionsOf, literal } from './conditions.ts'
import type { ConditionRules } from './conditions.ts'
import { findTotalCount, storeTotalCount, CACHE_VERSION } from './totalCountCache.ts'
import type { Count } from './totalCountCache.ts'
import type { Queryable } from '../engine/database.ts'

const ITEMS_PER_PAGE = 100

export type PageRules = ConditionRules & {
  /** Columns by their names in `sort-by` and `where`. */
  sorts: Readonly<Record<string, string>>
  defaultSort: string
  defaultOrder?: 'asc' | 'desc'
  /** The sort expression of a column that shows more than its own value. */
  orders?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Columns that `filter` searches, or the condition that it sets. */
  search: readonly string[] | ((pattern: string) => RawBuilder<boolean>)
  /** Makes the order total. */
  unique: readonly string[]
  /** Columns that may be null: nulls come last in both directions. The others can use their index. */
  nullable?: readonly string[]
}

/** The list has no such sort column. */
export class UnknownSort extends Error {
  override name = 'UnknownSort'

  constructor(columns: readonly string[]) {
    super(`must be one of ${columns.join(', ')}`)
  }
}

/** `offsetOf({ page: 3, itemsPerPage: 20 })` → { limit: 20, offset: 40 } */
export function offsetOf(paging: Paging): { limit: number; offset: number } {
  const limit = paging.itemsPerPage ?? ITEMS_PER_PAGE
  return { limit, offset: ((paging.page ?? 1) - 1) * limit }
}

/** How to count a list without reading it. */
export type Counting = {
  db: Queryable
  /** Names the list and its filters; undefined if its total depends on more than the index and the announcements. */
  key: string | undefined
  /** A cheaper query for the same rows, used unless the list is searched. */
  count?: () => Promise<number>
  /** The same, from an earlier count on where there is one. */
  recount?: ((earlier: Count | undefined) => Promise<Count>) | undefined
}

/** `page(db.selectFrom('users').selectAll(), { page: 2 }, rules)` */
export const page = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  paging: Paging,
  rules: PageRules,
  counting?: Counting,
): Promise<Page<Row>> => pageWith(query, paging, rules, counting, readRows)

/** A page's items, and whether more follow. */
export type FoundPage<Items> = RowExtras & { items: Items; numItems: number; hasMore: boolean }

/** Runs the query, which returns up to one row more than the page shows. */
type Read<Row, Items> = (
  ordered: Ordered<Row>,
  limit: number,
  extras: RequestedExtras,
) => Promise<FoundPage<Items>>

export type Ordered<Row> = Expression<Row> & { execute: () => Promise<Row[]> }

/** A page with the items that `read` returns. */
export async function pageWith<DB, Table extends keyof DB, Row, Items>(
  query: SelectQueryBuilder<DB, Table, Row>,
  paging: Paging,
  rules: PageRules,
  counting: Counting | undefined,
  read: Read<Row, Items>,
): Promise<Omit<Page<unknown>, 'items'> & { items: Items }> {
  const found = narrow(query, paging, rules)
  const { limit, offset } = offsetOf(paging)
  const isSearched = found !== query
  const cached = counting?.key === undefined || isSearched ? undefined : { ...counting, key: counting.key }
  // One row more than the page shows whether this is the last page, and the last page gives the total.
  const ordered = order(found, paging, rules)
    .limit(limit + 1)
    .offset(offset)
    .$if(cached !== undefined, (page) => page.select(CACHE_VERSION.as('stamp')))
    // A search reads all rows anyway, so it counts them on the way.
    .$if(isSearched, (page) => page.select(NUM_FOUND.as('found')))
  const requested = { stamp: cached !== undefined, found: isSearched }
  const { items, numItems, hasMore, ...extras } = await read(ordered, limit, requested)
  const isEnd = !hasMore && (numItems > 0 || offset === 0)
  const count = () => (counting?.count === undefined || isSearched ? countAll(found) : counting.count())
  const total = isEnd
    ? offset + numItems
    : (extras.found ?? (await (cached === undefined ? count() : countCached(cached, extras.stamp, count))))
  return { items, pageItemCount: numItems, totalItemCount: total }
}

/** What the search and the conditions leave; the query itself where there are none. `narrow(query, { filter: 'DE00' }, rules)` */
export const narrow = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  paging: Paging,
  rules: Pick<PageRules, 'search'> & ConditionRules,
): SelectQueryBuilder<DB, Table, Row> =>
  conditionsOf(paging.where, rules).reduce<typeof query>(
    (soFar, condition) => soFar.where(condition),
    search(query, paging.filter, rules.search),
  )

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

/** Bookkeeping columns, removed before rows are returned. */
type RowExtras = { stamp?: string | undefined; found?: number | undefined }
export type RequestedExtras = Readonly<Record<keyof RowExtras, boolean>>
const NUM_FOUND = sql<number>`(count(*) OVER ())::int8`

async function countCached(
  { db, key, recount }: Counting & { key: string },
  version: string | undefined,
  count: () => Promise<number>,
): Promise<number> {
  const known = findTotalCount(db, key)
  if (known !== undefined && known.version === version) return known.total
  const counted: Count = recount === undefined ? { total: await count() } : await recount(known)
  // Counted after the version was read: after a change in between the next reader has another version, and counts again.
  if (version !== undefined) storeTotalCount(db, key, { version, ...counted })
  return counted.total
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
    throw new UnknownSort(Object.keys(rules.sorts))
  const direction = sortOrder ?? (sortBy === undefined ? (rules.defaultOrder ?? 'asc') : 'asc')
  const expression = rules.orders?.[name] ?? rules.quantities?.[name] ?? sql.ref(column)
  const sorted = query.orderBy(expression, (by) => {
    const directed = direction === 'asc' ? by.asc() : by.desc()
    return rules.nullable?.includes(column) ? directed.nullsLast() : directed
  })
  // The unique key follows the requested direction too, so that descending is exactly the reverse.
  return rules.unique.reduce((soFar, key) => soFar.orderBy(sql.ref(key), direction), sorted)
}
