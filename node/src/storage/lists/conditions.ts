// Conditions on one column of a list (`quantity:at-least:5`), as SQL.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parseCondition } from '@connex/protocol'
import type { CallQuery, Condition } from '@connex/protocol'

export type ConditionRules = {
  /** Columns by their names in a condition. */
  sorts: Readonly<Record<string, string>>
  /** Those that no condition can be set on. */
  orderOnly?: readonly string[]
  /** SQL for columns that need a join or a subquery. */
  expressions?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The columns that are quantities, as they are shown; also their sort order. */
  quantities?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Further conditions under which a column matches: it may show something else than its own value. */
  alternatives?: Readonly<Record<string, (isMatch: Match) => RawBuilder<boolean>>>
}

/** A condition, applied to any SQL that a column may show. */
export type Match = (shown: RawBuilder<unknown>) => RawBuilder<boolean>

/** Smallest units as they are shown; exact, as is a negative power of ten in NUMERIC. `shownQuantity('v.quantity', 'v.decimals')` */
export const shownQuantity = (units: string, decimals: string): RawBuilder<unknown> =>
  sql`${sql.ref(units)} * power(10::numeric, -${sql.ref(decimals)}::numeric)`

/** Whether a name matches with or without its accents: 'rhone' finds 'Rhône'. For short lists only: it normalizes every
 * name. `matchesName(isMatch, sql`t.name`)` */
export const matchesName = (isMatch: Match, name: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${isMatch(name)} OR ${isMatch(sql`regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g')`)})`

const DAY_S = 86_400
const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000

/** Whether the view `v` expires on one of these days; both count. */
export const expiresWithin = ({
  expiresFrom: from,
  expiresTo: to,
}: Pick<CallQuery<'transfers'>, 'expiresFrom' | 'expiresTo'>): RawBuilder<boolean>[] => [
  ...(from === undefined ? [] : [sql<boolean>`v.expires_at >= ${midnightOf(from)}`]),
  ...(to === undefined ? [] : [sql<boolean>`v.expires_at < ${midnightOf(to) + DAY_S}`]),
]

/** The column does not support this condition. */
export class UnknownCondition extends Error {
  override name = 'UnknownCondition'
}

const QUANTITY = /^[0-9]{1,60}(\.[0-9]{1,30})?$/

/** `conditionsOf(['quantity:at-least:5'], rules)` */
export const conditionsOf = (
  texts: readonly string[] | undefined,
  rules: ConditionRules,
): RawBuilder<boolean>[] => (texts ?? []).map((text) => conditionOf(parseCondition(text), rules))

/** Escapes text for a LIKE pattern. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

function conditionOf(condition: Condition | undefined, rules: ConditionRules): RawBuilder<boolean> {
  const isKnown = condition !== undefined && Object.hasOwn(rules.sorts, condition.column)
  if (!isKnown || rules.orderOnly?.includes(condition.column) === true)
    throw new UnknownCondition('This list has no such column.')
  const { column, operator } = condition
  const quantity = rules.quantities?.[column]
  const isMatch = quantity === undefined ? matchOfText(condition) : matchOfQuantity(condition)
  const own = isMatch(quantity ?? rules.expressions?.[column] ?? sql.ref(rules.sorts[column] ?? ''))
  const alternatives = rules.alternatives?.[column]
  const holds = alternatives === undefined ? own : sql<boolean>`(${own} OR ${alternatives(isMatch)})`
  return operator === 'not' ? sql<boolean>`NOT coalesce(${holds}, false)` : holds
}

function matchOfText({ operator, value }: Condition): Match {
  const pattern = patternOf(operator, literal(value))
  return (text) => sql<boolean>`${text}::text ILIKE ${pattern}`
}

function patternOf(operator: Condition['operator'], text: string): string {
  switch (operator) {
    case 'contains':
    case 'not':
      return `%${text}%`
    case 'starts':
      return `${text}%`
    case 'is':
      return text
    default:
      throw new UnknownCondition(`This column does not support '${operator}'.`)
  }
}

function matchOfQuantity({ operator, value }: Condition): Match {
  if (!QUANTITY.test(value)) throw new UnknownCondition('This is not a quantity.')
  const limit = sql`${value}::text::numeric`
  switch (operator) {
    case 'at-least':
      return (shown) => sql<boolean>`${shown} >= ${limit}`
    case 'at-most':
      return (shown) => sql<boolean>`${shown} <= ${limit}`
    case 'is':
      return (shown) => sql<boolean>`${shown} = ${limit}`
    default:
      throw new UnknownCondition(`A quantity does not support '${operator}'.`)
  }
}
