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
import { choice, findName, flag, labeledNames, text, time, value, whole } from './Option.ts'
import type { Labels, Option, Reader } from './Option.ts'

const group = 'List'

/** The options of lists that have one order. */
export const pageOptions = {
  csv: flag('print the rows as CSV, for spreadsheets', group),
  page: whole('N', 'the page, from 1', { from: 1, to: 1_000_000_000, group }),
  itemsPerPage: whole('N', `rows per page, at most ${ITEMS_PER_PAGE_MAXIMUM}`, {
    from: 1,
    to: ITEMS_PER_PAGE_MAXIMUM,
    group,
  }),
}

/**
 * The options of every list. `columns` can sort it and, except for `unfiltered`, filter it: `quantities` by number, `days` by
 * date, all others as text. `labels`: what the table shows of columns that have one of several names.
 */
export const listOptions = <const Name extends string>(
  columns: readonly Name[],
  {
    quantities = [],
    unfiltered = [],
    days = [],
    labels = {},
  }: {
    quantities?: readonly Name[]
    unfiltered?: readonly Name[]
    days?: readonly Name[]
    labels?: Partial<Record<Name, Labels>>
  } = {},
) => ({
  ...pageOptions,
  sortBy: choice(columns, 'the sort column', { group }) satisfies Option<Name | undefined>,
  sortOrder: choice(['asc', 'desc'], 'ascending or descending', { group }),
  filter: text('TEXT', 'only rows that contain this text', { group, of: pagingFields.filter }),
  where: whereOption(
    {
      texts: columns.filter((name) => ![...quantities, ...unfiltered, ...days].includes(name)),
      quantities,
      days,
      labels,
    },
    group,
  ),
})

/** The options of lists that can be read as of a block or a time. */
export const asOfOptions = {
  asOfBlock: whole('N', 'as of block N', { to: 1_000_000_000_000, group }),
  asOfTime: time('as of this time, such as 2026-12-01T08:00:00Z, or in UTC seconds', { group }),
}

type ListValues = {
  page: number | undefined
  itemsPerPage: number | undefined
  sortBy: string | undefined
  sortOrder: 'asc' | 'desc' | undefined
  filter: string | undefined
  where: string[] | undefined
}

/** The options as a query of the server. */
export const listQuery = ({ page, itemsPerPage, sortBy, sortOrder, filter, where }: ListValues) => ({
  page,
  itemsPerPage,
  sortBy,
  sortOrder,
  filter,
  where,
})

type Columns = {
  readonly texts: readonly string[]
  /** Values as people write them: 1,000.50. */
  readonly quantities: readonly string[]
  /** Values are UTC days, both ends included: 2026-11-23. */
  readonly days?: readonly string[]
  /** What the table shows in place of a column's names. */
  readonly labels?: Readonly<Record<string, Labels | undefined>>
}

/** The server's limit for one query. */
const MOST_CONDITIONS = 20
const QUANTITY_CONDITIONS: readonly string[] = [...QUANTITY_OPERATORS, 'is']
const QUANTITY = /^(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/

/**
 * Conditions on columns; all must hold. A comma belongs to the value, so several conditions repeat the option.
 *
 * @example
 * whereOption({ texts: ['counterparty'], quantities: ['quantity'] }) // --where counterparty:contains:bank --where quantity:at-least:5
 */
export function whereOption(columns: Columns, group: string): Option<string[] | undefined> {
  const prefixes = (names: readonly string[], operators: readonly string[]): string[] =>
    names.flatMap((name) => operators.map((operator) => `${name}:${operator}:`))
  const { texts, quantities, days = [] } = columns
  const choices = [
    ...prefixes(texts, TEXT_OPERATORS),
    ...prefixes(quantities, QUANTITY_CONDITIONS),
    ...prefixes(days, QUANTITY_OPERATORS),
  ]
  const ofQuantities = quantities.length === 0 ? '' : `; quantities: ${either(QUANTITY_CONDITIONS)}`
  const ofDays = days.length === 0 ? '' : `; days: ${either(QUANTITY_OPERATORS)}`
  const help = `only rows that match; text: ${either(TEXT_OPERATORS)} (does not contain)${ofQuantities}${ofDays}; repeatable`
  const one = value('COLUMN:OPERATOR:VALUE', help, readerOf(columns), { group, choices })
  return {
    ...one,
    kind: 'list',
    read(texts, name) {
      if (texts.length > MOST_CONDITIONS)
        throw CliError.of('usage', `${name} can be repeated at most ${MOST_CONDITIONS} times.`)
      const conditions = texts.flatMap((text) => one.read([text], name) ?? [])
      return conditions.length === 0 ? undefined : conditions
    },
  }
}

/** A condition in the server's form. What the server would refuse is refused here, with the columns and operators. */
const readerOf =
  ({ texts, quantities, days = [], labels = {} }: Columns): Reader<string> =>
  (text) => {
    const condition = parseCondition(text)
    const [typed = ''] = text.split(':')
    const all = [...texts, ...quantities, ...days]
    const column = all.find((name) => name.toLowerCase() === typed.toLowerCase())
    if (column === undefined) return { expected: `must begin with a column, ${oneOf(typed, all)}` }
    const isQuantity = quantities.includes(column)
    const isDay = days.includes(column)
    const operators: readonly string[] = isDay
      ? QUANTITY_OPERATORS
      : isQuantity
        ? QUANTITY_CONDITIONS
        : TEXT_OPERATORS
    if (condition === undefined || !operators.some((operator) => operator === condition.operator))
      return {
        expected: `must compare ${column} by ${either(operators)}, such as ${column}:${operators[0]}:…`,
      }
    if (isQuantity && !QUANTITY.test(condition.value))
      return { expected: `must compare ${column} with a number such as 1,000.50` }
    const seconds = isDay ? secondsOf(condition.value, condition.operator) : undefined
    if (isDay && seconds === undefined)
      return { expected: `must compare ${column} with a day such as 2026-11-23` }
    const named = condition.operator === 'is' ? labels[column] : undefined
    const name = named && findName(named, condition.value)
    if (named !== undefined && name === undefined)
      return { expected: `must compare ${column} with one of ${labeledNames(named)}` }
    const operand =
      seconds !== undefined
        ? String(seconds)
        : isQuantity
          ? condition.value.replaceAll(',', '')
          : (name ?? condition.value)
    return { value: ConditionText.parse(`${column}:${condition.operator}:${operand}`) }
  }

/** The first second of a UTC day, or its last for `at-most`. */
function secondsOf(day: string, operator: string): number | undefined {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : Number.NaN
  const isDay = !Number.isNaN(midnight) && new Date(midnight * 1000).toISOString().startsWith(day)
  return isDay ? midnight + (operator === 'at-most' ? 86_399 : 0) : undefined
}

const either = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`

function oneOf(typed: string, names: readonly string[]): string {
  const near = suggest(typed, names)
  return near === undefined ? `one of ${names.join(', ')}` : `perhaps ${near}`
}
