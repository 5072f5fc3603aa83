import {
  ConditionText,
  ITEMS_PER_PAGE_MAXIMUM,
  pagingFields,
  parseCondition,
  QUANTITY_OPERATORS,
  TEXT_OPERATORS,
} from '@connex/protocol'
import { CliError } from '../CliError.ts'
import { suggest } from '../terminal/text.ts'
import { choice, text, value, whole } from './Option.ts'
import type { Option, Reader } from './Option.ts'

const group = 'List'

/**
 * What every list of the server can be asked. `columns`: by which it can be ordered. Those of them that hold quantities are
 * asked for by number, `days` by the day; other times only order the list.
 */
export const listOptions = <const Name extends string>(
  columns: readonly Name[],
  {
    quantities = [],
    times = [],
    days = [],
  }: { quantities?: readonly Name[]; times?: readonly Name[]; days?: readonly Name[] } = {},
) => ({
  page: whole('N', 'which page, from 1', { from: 1, to: 1_000_000_000, group }),
  itemsPerPage: whole('N', `how many rows (at most ${ITEMS_PER_PAGE_MAXIMUM})`, {
    from: 1,
    to: ITEMS_PER_PAGE_MAXIMUM,
    group,
  }),
  sortBy: choice(columns, 'the column that orders the rows', { group }) satisfies Option<Name | undefined>,
  sortOrder: choice(['asc', 'desc'], 'upwards or downwards', { group }),
  filter: text('TEXT', 'only rows with this text in a column', { group, of: pagingFields.filter }),
  where: whereOption(
    { texts: columns.filter((name) => ![...quantities, ...times, ...days].includes(name)), quantities, days },
    group,
  ),
})

/** Of lists that can be asked how things stood: at the end of a block, or at a time. */
export const asOfOptions = {
  asOfBlock: whole('N', 'as it was when this block had been', { to: 1_000_000_000_000, group }),
  asOfTime: whole('SECONDS', 'as it was at this time, in UTC seconds', { to: 1_000_000_000_000, group }),
}

type Asked = {
  page: number | undefined
  itemsPerPage: number | undefined
  sortBy: string | undefined
  sortOrder: 'asc' | 'desc' | undefined
  filter: string | undefined
  where: string[] | undefined
}

/** The options as the server's query has them. */
export const listQuery = ({ page, itemsPerPage, sortBy, sortOrder, filter, where }: Asked) => ({
  page,
  itemsPerPage,
  sortBy,
  sortOrder,
  filter,
  where,
})

type Columns = {
  readonly texts: readonly string[]
  /** Their values are written as they are read: 1,000.50. */
  readonly quantities: readonly string[]
  /** Their values are days of UTC, both ends included: 2026-11-23. */
  readonly days?: readonly string[]
}

/** What the server takes in one query. */
const MOST = 20
const QUANTITY_WORDS: readonly string[] = [...QUANTITY_OPERATORS, 'is']
const QUANTITY = /^(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/

/**
 * Conditions on columns of a list; of several all must hold. A comma belongs to the value: the option is given again.
 *
 * @example
 * whereOption({ texts: ['counterparty'], quantities: ['quantity'] }) // --where counterparty:contains:bank --where quantity:at-least:5
 */
export function whereOption(columns: Columns, group: string): Option<string[] | undefined> {
  const words = (names: readonly string[], operators: readonly string[]): string[] =>
    names.flatMap((name) => operators.map((operator) => `${name}:${operator}:`))
  const { texts, quantities, days = [] } = columns
  const choices = [
    ...words(texts, TEXT_OPERATORS),
    ...words(quantities, QUANTITY_WORDS),
    ...words(days, QUANTITY_OPERATORS),
  ]
  const ofQuantities = quantities.length === 0 ? '' : `; quantities by ${either(QUANTITY_WORDS)}`
  const ofDays = days.length === 0 ? '' : `; days by ${either(QUANTITY_OPERATORS)}`
  const help = `only rows of which this holds, by ${either(TEXT_OPERATORS)} (does not contain)${ofQuantities}${ofDays}; again for more`
  const one = value('COLUMN:OPERATOR:VALUE', help, readerOf(columns), { group, choices })
  return {
    ...one,
    kind: 'list',
    read(texts, name) {
      if (texts.length > MOST) throw CliError.of('usage', `${name} is given at most ${MOST} times.`)
      const conditions = texts.flatMap((text) => one.read([text], name) ?? [])
      return conditions.length === 0 ? undefined : conditions
    },
  }
}

/** A text as the server takes it; what it would refuse is told here, where it is known what there is. */
const readerOf =
  ({ texts, quantities, days = [] }: Columns): Reader<string> =>
  (text) => {
    const condition = parseCondition(text)
    const [typed = ''] = text.split(':')
    const all = [...texts, ...quantities, ...days]
    const column = all.find((name) => name.toLowerCase() === typed.toLowerCase())
    if (column === undefined) return { expected: `begins with a column, ${oneOf(typed, all)}` }
    const isQuantity = quantities.includes(column)
    const isDay = days.includes(column)
    const operators: readonly string[] = isDay
      ? QUANTITY_OPERATORS
      : isQuantity
        ? QUANTITY_WORDS
        : TEXT_OPERATORS
    if (condition === undefined || !operators.some((operator) => operator === condition.operator))
      return { expected: `asks ${column} by ${either(operators)}, such as ${column}:${operators[0]}:…` }
    if (isQuantity && !QUANTITY.test(condition.value))
      return { expected: `asks ${column} for a number such as 1,000.50` }
    const seconds = isDay ? secondsOf(condition.value, condition.operator) : undefined
    if (isDay && seconds === undefined) return { expected: `asks ${column} for a day such as 2026-11-23` }
    const asked =
      seconds !== undefined
        ? String(seconds)
        : isQuantity
          ? condition.value.replaceAll(',', '')
          : condition.value
    return { value: ConditionText.parse(`${column}:${condition.operator}:${asked}`) }
  }

/** The first or the last second of a day of UTC. */
function secondsOf(day: string, operator: string): number | undefined {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : Number.NaN
  const isDay = !Number.isNaN(midnight) && new Date(midnight * 1000).toISOString().startsWith(day)
  return isDay ? midnight + (operator === 'at-most' ? 86_399 : 0) : undefined
}

const either = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`

function oneOf(typed: string, names: readonly string[]): string {
  const near = suggest(typed, names)
  return near === undefined ? `one of ${names.join(', ')}` : `perhaps ${near}`
}
