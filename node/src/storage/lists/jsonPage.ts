// A page whose items the database writes as JSON. The server passes them on as text: parsing and writing a hundred rows
// costs more than everything else that a page takes.
import type { Page, Paging } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import { pageWith } from './page.ts'
import type { RequestedExtras, Counting, FoundPage, Ordered, PageRules } from './page.ts'
import { PREPARED } from '../engine/preparedStatements.ts'
import type { Queryable } from '../engine/database.ts'

export class JsonPage<Item> {
  /** `[{…},{…}]` */
  readonly items: string
  readonly pageItemCount: number
  readonly totalItemCount: number
  /** The items' type; there is no such value. */
  declare readonly item: Item

  constructor({ items, pageItemCount, totalItemCount }: Omit<Page<unknown>, 'items'> & { items: string }) {
    this.items = items
    this.pageItemCount = pageItemCount
    this.totalItemCount = totalItemCount
  }

  toJson(): string {
    const { items, pageItemCount, totalItemCount } = this
    return `{"items":${items},"pageItemCount":${pageItemCount},"totalItemCount":${totalItemCount}}`
  }
}

/** The columns of a query that are an item's fields. */
export type Fields<Item> = { sql: RawBuilder<unknown>; item?: Item }

/**
 * Decimals are written as text: JSON numbers would not be exact.
 * `fieldsOf({ registryId: 'asIs', outstanding: 'decimal' })`
 */
export function fieldsOf<Item>(
  fields: Readonly<Record<keyof Item & string, 'asIs' | 'decimal'>>,
): Fields<Item> {
  const columns = Object.entries(fields).map(([name, form]) =>
    form === 'decimal' ? `"${name}"::text AS "${name}"` : `"${name}"`,
  )
  return { sql: sql.raw(columns.join()) }
}

/** `jsonPage(db.selectFrom('registries'), fieldsOf({ … }), { page: 2 }, rules, { db, key })` */
export async function jsonPage<DB, Table extends keyof DB, Row, Item>(
  query: SelectQueryBuilder<DB, Table, Row>,
  columns: Fields<Item>,
  paging: Paging,
  rules: PageRules,
  counting: Counting,
): Promise<JsonPage<Item>> {
  const read = (ordered: Ordered<Row>, limit: number, extras: RequestedExtras) =>
    readJson(counting.db, columns.sql, { ordered, limit, extras })
  return new JsonPage<Item>(await pageWith(query, paging, rules, counting, read))
}

type Reading = { ordered: Ordered<unknown>; limit: number; extras: RequestedExtras }

/** Returns one row for the whole page. Only the page's rows are written as JSON, after they have been sorted. */
async function readJson(
  db: Queryable,
  columns: RawBuilder<unknown>,
  { ordered, limit, extras }: Reading,
): Promise<FoundPage<string>> {
  const ofFirst = (name: keyof RequestedExtras) =>
    extras[name] ? sql`(SELECT ${sql.ref(name)} FROM rows LIMIT 1)` : sql`NULL`
  const { rows } = await sql<JsonRow>`${PREPARED}
    WITH rows AS MATERIALIZED (${ordered})
    SELECT (SELECT count(*) FROM rows) AS number, ${ofFirst('stamp')} AS stamp, ${ofFirst('found')} AS found,
      (SELECT string_agg(row_to_json(items)::text, ',') FROM (SELECT ${columns} FROM rows LIMIT ${limit}) AS items) AS items`.execute(
    db,
  )
  const [{ number, stamp, found, items } = NOTHING] = rows
  const hasMore = number > limit
  const numItems = hasMore ? limit : number
  return {
    items: `[${items ?? ''}]`,
    numItems,
    hasMore,
    stamp: stamp ?? undefined,
    found: found ?? undefined,
  }
}

type JsonRow = { number: number; stamp: string | null; found: number | null; items: string | null }
const NOTHING: JsonRow = { number: 0, stamp: null, found: null, items: null }
