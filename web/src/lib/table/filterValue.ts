// A column's filter in the table's state: `contains:bank`, `at-least:1000.50`. The default operator is `contains`.
import { QUANTITY_OPERATORS, TEXT_OPERATORS } from '@connex/protocol'
import { isDay } from '../format.ts'
import type { Column } from './Column.ts'
import type { TableState } from './TableState.ts'

export type TextOperator = (typeof TEXT_OPERATORS)[number]
export type QuantityOperator = (typeof QUANTITY_OPERATORS)[number]
type Operator = TextOperator | QuantityOperator

const OPERATORS: readonly string[] = [...TEXT_OPERATORS, ...QUANTITY_OPERATORS]

/** `splitFilter('starts:DE')` → { operator: 'starts', text: 'DE' } */
export function splitFilter(value: string): { operator: Operator; text: string } {
  const end = value.indexOf(':')
  const operator = value.slice(0, end)
  return OPERATORS.includes(operator)
    ? { operator: operator as Operator, text: value.slice(end + 1) }
    : { operator: 'contains', text: value }
}

/** The filters by text, quantity or day, for the server's `where`; choices have parameters of their own. */
export function conditionsOf<Row>(columns: readonly Column<Row>[], filters: TableState['filters']): string[] {
  return columns.flatMap(({ id, filter }) => {
    if (filter === undefined || filter.kind === 'choice') return []
    return (filters[id] ?? []).flatMap((value) => {
      const { operator, text } = splitFilter(value)
      const isNumber = operator === 'at-least' || operator === 'at-most'
      if (filter.kind === 'day') return dayConditions(id, operator, text, filter.zone)
      if (text === '' || text.length > 200 || isNumber !== (filter.kind === 'quantity')) return []
      if (isNumber && !/^\d{1,60}(\.\d{1,30})?$/.test(text)) return []
      return [`${id}:${operator}:${text}`]
    })
  })
}

/** Days become UTC seconds: from the first second of a day, to its last. */
function dayConditions(id: string, operator: Operator, day: string, zone: 'utc' | 'local'): string[] {
  if (!isDay(day) || (operator !== 'at-least' && operator !== 'at-most')) return []
  const time = operator === 'at-least' ? 'T00:00:00' : 'T23:59:59'
  const seconds = Date.parse(`${day}${time}${zone === 'utc' ? 'Z' : ''}`) / 1000
  return seconds < 0 ? [] : [`${id}:${operator}:${seconds}`]
}

/** Whether a text passes a filter, for lists filtered in the browser. */
export function passesText(shown: string, value: string): boolean {
  const { operator, text } = splitFilter(value)
  const wanted = text.toLowerCase()
  if (operator === 'is') return readingsOf(shown).includes(wanted)
  if (operator === 'starts') return readingsOf(shown).some((has) => has.startsWith(wanted))
  return includesText(shown, wanted) !== (operator === 'not')
}

/** Whether a text contains another, with or without its accents, as on the server. `includesText('Rhône', 'rho')` */
export const includesText = (shown: string, wanted: string): boolean =>
  readingsOf(shown).some((has) => has.includes(wanted))

/** A text in lower case, and without its accents if it has any. `readingsOf('Rhône')` → ['rhône', 'rhone'] */
export function readingsOf(shown: string): string[] {
  const text = shown.toLowerCase()
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')
  return plain === text ? [text] : [text, plain]
}
