import { ConditionText, parseCondition, QUANTITY_OPERATORS, TEXT_OPERATORS } from '@connex/protocol'
import { CliError } from '../CliError.ts'
import { type Option, type Reader, value } from './Option.ts'
import { suggest } from './suggest.ts'

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
