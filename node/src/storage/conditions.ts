// What may be asked of one column of a list, as SQL.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parseCondition } from '@connex/protocol'
import type { Condition } from '@connex/protocol'

export type ConditionRules = {
  /** From what a condition may name to a column. */
  sorts: Readonly<Record<string, string>>
  /** What stands for a column where it is not at hand without being asked for. */
  words?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Those of them that hold quantities in smallest units, with the column of their decimals. */
  quantities?: Readonly<Record<string, string>>
}

/** Somebody asked a column for what it cannot tell. */
export class UnknownCondition extends Error {
  override name = 'UnknownCondition'
}

const QUANTITY = /^[0-9]{1,60}(\.[0-9]{1,30})?$/

/** `conditionsOf(['quantity:at-least:5'], rules)` */
export const conditionsOf = (
  texts: readonly string[] | undefined,
  rules: ConditionRules,
): RawBuilder<boolean>[] => (texts ?? []).map((text) => conditionOf(parseCondition(text), rules))

/** Text that stands for itself in a pattern. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

function conditionOf(condition: Condition | undefined, rules: ConditionRules): RawBuilder<boolean> {
  if (condition === undefined || !Object.hasOwn(rules.sorts, condition.column))
    throw new UnknownCondition('There is no such column.')
  const column = rules.words?.[condition.column] ?? sql.ref(rules.sorts[condition.column] ?? '')
  const decimals = rules.quantities?.[condition.column]
  return decimals === undefined ? ofText(column, condition) : ofQuantity(column, sql.ref(decimals), condition)
}

function ofText(column: RawBuilder<unknown>, { operator, value }: Condition): RawBuilder<boolean> {
  switch (operator) {
    case 'contains':
      return sql<boolean>`${column}::text ILIKE ${`%${literal(value)}%`}`
    case 'starts':
      return sql<boolean>`${column}::text ILIKE ${`${literal(value)}%`}`
    case 'is':
      return sql<boolean>`${column}::text ILIKE ${literal(value)}`
    case 'not':
      return sql<boolean>`coalesce(${column}::text, '') NOT ILIKE ${`%${literal(value)}%`}`
    default:
      throw new UnknownCondition(`This column cannot be asked for ${operator}.`)
  }
}

/** Exact: the asked quantity is brought to smallest units as a NUMERIC. */
function ofQuantity(
  column: RawBuilder<unknown>,
  decimals: RawBuilder<unknown>,
  { operator, value }: Condition,
): RawBuilder<boolean> {
  if (!QUANTITY.test(value)) throw new UnknownCondition('This is not a quantity.')
  const units = sql`${value}::text::numeric * power(10::numeric, ${decimals}::numeric)`
  switch (operator) {
    case 'at-least':
      return sql<boolean>`${column}::numeric >= ${units}`
    case 'at-most':
      return sql<boolean>`${column}::numeric <= ${units}`
    case 'is':
      return sql<boolean>`${column}::numeric = ${units}`
    default:
      throw new UnknownCondition(`A quantity cannot be asked for ${operator}.`)
  }
}
