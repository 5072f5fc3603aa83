// The version of a row: now, or as of a block.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Selects the version of a row that was valid at a block, or the current one. `.where(validAt('positions'))`,
 * `.where(validAt('p', 120))`
 */
export function validAt(table: string, block?: number): RawBuilder<boolean> {
  const from = sql.ref(`${table}.from_block`)
  const to = sql.ref(`${table}.to_block`)
  return block === undefined
    ? sql<boolean>`${to} IS NULL`
    : sql<boolean>`(${from} <= ${block} AND (${to} IS NULL OR ${to} > ${block}))`
}
