// What a desk should know of a due date before it comes: nothing is paid on it, or its holidays are not known, or the instrument
// matures earlier.
import type { DueEvent } from '../entities/desk.ts'
import type { Currency } from '../terms/cash.ts'
import { closureOf } from './calendar.ts'
import { closureText, dayText, gapText } from './calendarText.ts'
import { calendarOf } from './tenantCalendar.ts'
import type { TenantCalendar } from './tenantCalendar.ts'

/** `CLOSED`: the date is not a business day. `CALENDAR`: its holidays are not known. `MATURITY`: an instrument matures before it. */
export type DueWarning = { code: 'CLOSED' | 'CALENDAR' | 'MATURITY'; text: string }

/** Of the cash that moves; null without cash. `dueCurrency(event)` → 'EUR' */
export const dueCurrency = ({
  incoming,
  outgoing,
}: Pick<DueEvent, 'incoming' | 'outgoing'>): Currency | null =>
  incoming.cash?.currency ?? outgoing.cash?.currency ?? null

const SETTLING: ReadonlySet<DueEvent['kind']> = new Set(['VALUE_DATE', 'OPENING', 'REPURCHASE', 'LOAN'])
const ENDS: ReadonlySet<DueEvent['kind']> = new Set(['REPURCHASE', 'LOAN'])

/**
 * The warnings of a due event; maturities are looked up in `events`. An overdue date has none of its calendar, and while the stored
 * calendars are unknown, only TARGET's dates have one.
 *
 * @example
 * dueWarnings(repurchase, events, calendars) // [{ code: 'CLOSED', text: 'TARGET is closed: Good Friday' }]
 */
export const dueWarnings = (
  event: DueEvent,
  events: readonly DueEvent[],
  stored: readonly TenantCalendar[] | undefined,
): DueWarning[] => [...calendarWarnings(event, stored), ...maturityWarnings(event, events)]

function calendarWarnings(event: DueEvent, stored: readonly TenantCalendar[] | undefined): DueWarning[] {
  const { date, kind, isOverdue, calendarCurrency } = event
  if (date === null || isOverdue || !(SETTLING.has(kind) || calendarCurrency !== null)) return []
  const calendar = calendarOf(calendarCurrency ?? dueCurrency(event), stored ?? [])
  if (stored === undefined && calendar.kind !== 'TARGET') return []
  const closure = closureOf(date, calendar)
  // What is closed anyway needs no calendar.
  const gap = closure === undefined ? gapText(date, calendar) : undefined
  return [
    ...(closure === undefined ? [] : [{ code: 'CLOSED', text: closureText(closure, calendar) } as const]),
    ...(gap === undefined ? [] : [{ code: 'CALENDAR', text: gap } as const]),
  ]
}

/** Each instrument that the end of a deal moves and that matures before it. */
function maturityWarnings(
  { kind, date, incoming, outgoing }: DueEvent,
  events: readonly DueEvent[],
): DueWarning[] {
  if (!ENDS.has(kind) || date === null) return []
  const moved = new Set(
    [incoming, outgoing].flatMap(({ securities }) => securities.map(({ instrumentId }) => instrumentId)),
  )
  const before = events.flatMap((other) => {
    const [matured] = [...other.outgoing.securities, ...other.incoming.securities]
    if (other.kind !== 'MATURITY' || other.date === null || matured === undefined) return []
    if (other.date >= date || matured.instrumentId === null || !moved.has(matured.instrumentId)) return []
    return [{ date: other.date, ...matured }]
  })
  // What is held and what is lent of an instrument are events of their own.
  return [...Map.groupBy(before, ({ instrumentId }) => instrumentId).values()].flatMap(([matured]) => {
    if (matured === undefined) return []
    const name = matured.label ?? matured.identifier ?? 'The instrument'
    return [{ code: 'MATURITY', text: `${name} matures on ${dayText(matured.date)}, before the deal ends.` }]
  })
}
