// A long statement that is asked again and again is read and planned once for each connection: for a page of positions that is
// most of what PostgreSQL does. Only those that say so: a plan for any parameters has to be good for all of them.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'

const PREFIX = '/* prepared */'

/** What such a statement begins with. */
export const PREPARED: RawBuilder<unknown> = sql.raw(PREFIX)

/** Each connection keeps its own; a list that is narrowed in ever new ways goes without. */
const STATEMENTS = 200

const names = new Map<string, string>()

/** Of the connection's queries the marked ones are prepared, and known by a name from then on. */
export function prepareStatements(client: pg.ClientBase): void {
  const runQuery = client.query.bind(client) as (query: unknown, values?: unknown) => unknown
  const prepared = (query: unknown, values?: unknown): unknown => {
    const name = typeof query === 'string' ? nameOf(query) : undefined
    return name === undefined ? runQuery(query, values) : runQuery({ name, text: query, values })
  }
  client.query = prepared as typeof client.query
}

function nameOf(text: string): string | undefined {
  if (!text.startsWith(PREFIX)) return undefined
  const knownName = names.get(text)
  if (knownName !== undefined || names.size === STATEMENTS) return knownName
  const name = `prepared_${names.size}`
  names.set(text, name)
  return name
}
