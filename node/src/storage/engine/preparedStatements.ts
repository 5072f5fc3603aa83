// Prepares long statements that recur, so that each connection parses and plans them once: for a page of positions that is
// most of PostgreSQL's work. A statement opts in, because its plan must be good for any parameters.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'

const PREFIX = '/* prepared */'

/** Starts a statement that is to be prepared. */
export const PREPARED: RawBuilder<unknown> = sql.raw(PREFIX)

/** Each connection holds its own, so further statements are not prepared. */
const MAX_STATEMENTS = 200

const names = new Map<string, string>()

/** Prepares the connection's queries that start with `PREPARED`, each under a name of its own. */
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
  if (knownName !== undefined || names.size === MAX_STATEMENTS) return knownName
  const name = `prepared_${names.size}`
  names.set(text, name)
  return name
}
