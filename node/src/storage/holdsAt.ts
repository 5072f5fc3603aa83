import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Which version of a row is meant: the one that holds at a block, or the current one. `.where(holdsAt('positions'))`,
 * `.where(holdsAt('p', 120))`
 */
export function holdsAt(table: string, block?: number): RawBuilder<boolean> {
  const from = sql.ref(`${table}.from_block`)
  const to = sql.ref(`${table}.to_block`)
  return block === undefined
    ? sql<boolean>`${to} IS NULL`
    : sql<boolean>`(${from} <= ${block} AND (${to} IS NULL OR ${to} > ${block}))`
}
