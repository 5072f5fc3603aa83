// A column's filter in the table's state: `contains:bank`, `at-least:1000.50`. What has no operator is contained.
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

/** The filters that the server works out by a column's text or quantity; choices have parameters of their own. */
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

/** The server is asked for UTC seconds: from the first one of a day, to its last one. */
function dayConditions(id: string, operator: Operator, day: string, zone: 'utc' | 'local'): string[] {
  if (!isDay(day) || (operator !== 'at-least' && operator !== 'at-most')) return []
  const time = operator === 'at-least' ? 'T00:00:00' : 'T23:59:59'
  const seconds = Date.parse(`${day}${time}${zone === 'utc' ? 'Z' : ''}`) / 1000
  return seconds < 0 ? [] : [`${id}:${operator}:${seconds}`]
}

/** Whether a text passes, for lists that are filtered in the browser. */
export function passesText(shown: string, value: string): boolean {
  const { operator, text } = splitFilter(value)
  const wanted = text.toLowerCase()
  if (operator === 'is') return readingsOf(shown).includes(wanted)
  if (operator === 'starts') return readingsOf(shown).some((has) => has.startsWith(wanted))
  return includesText(shown, wanted) !== (operator === 'not')
}

/** Whether a text is found in another, which may be written with accents: as the server finds names. `includesText('Rhône', 'rho')` */
export const includesText = (shown: string, wanted: string): boolean =>
  readingsOf(shown).some((has) => has.includes(wanted))

/** A text in small letters, and once more without its accents where it has some. `readingsOf('Rhône')` → ['rhône', 'rhone'] */
export function readingsOf(shown: string): string[] {
  const text = shown.toLowerCase()
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')
  return plain === text ? [text] : [text, plain]
}
