// The calendar's arithmetic: six weeks of days, bars and marks on them, and what comes and goes on each.
import {
  closureOf,
  Currency,
  TARGET,
  Unit,
  type Address,
  type Closure,
  type DueEvent,
} from '@connex/protocol'
import { calendarOf, closureText, movesNothing, type TenantCalendar } from '@connex/protocol/calendar'
import type { ReactNode } from 'react'
import { daysFrom } from '../../lib/days.ts'
import { midnightOf } from '../../lib/format.ts'
import { centsOf } from '../../shared/desk/cashFlows.ts'
import { isDeal } from '../../shared/desk/dueEvents.ts'

const DAYS_SHOWN = 42

export type LadderDay = {
  date: string
  /** By TARGET. */
  closed: Closure | undefined
  /** By TARGET and by the tenant's calendars, in a few words each. */
  holidays: readonly string[]
  /** Their names alone, each once. */
  holidayNames: readonly string[]
  events: readonly DueEvent[]
}

/** What the ladder and the list by day show, and what they propose. */
export type CalendarProps = {
  days: readonly LadderDay[]
  today: string
  selected: string
  onDay: (day: string) => void
  /** What can be done about an event. */
  renderAction: (event: DueEvent) => ReactNode
  warningsOf: (event: DueEvent) => readonly string[]
  /** Whose turn it is, where what is late is on its way; of a proposal, who made it. */
  noteOf: (event: DueEvent) => string | undefined
}

/** The Monday of a day's week. `mondayOf('2026-11-29')` → '2026-11-23' */
export const mondayOf = (isoDay: string): string =>
  daysFrom(isoDay, -((new Date(midnightOf(isoDay) * 1000).getUTCDay() + 6) % 7))

/** The first and the last day that the calendar shows. `ladderSpan('2026-11-25')` → { from: '2026-11-23', to: '2027-01-03' } */
export const ladderSpan = (today: string): { from: string; to: string } => {
  const from = mondayOf(today)
  return { from, to: daysFrom(from, DAYS_SHOWN - 1) }
}

/** Six weeks from this week's Monday. What is overdue from before belongs to today. */
export function ladderDays(
  events: readonly DueEvent[],
  today: string,
  stored: readonly TenantCalendar[],
): LadderDay[] {
  const { from } = ladderSpan(today)
  const byDay = Map.groupBy(events, ({ date, isOverdue }) => (isOverdue ? today : date))
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const date = daysFrom(from, index)
    return {
      date,
      closed: closureOf(date, TARGET),
      ...holidaysOn(date, stored),
      events: byDay.get(date) ?? [],
    }
  })
}

function holidaysOn(
  date: string,
  stored: readonly TenantCalendar[],
): Pick<LadderDay, 'holidays' | 'holidayNames'> {
  const found = [TARGET, ...stored.map(({ currency }) => calendarOf(currency, stored))].flatMap(
    (calendar) => {
      const closure = closureOf(date, calendar)
      return closure?.kind === 'holiday' ? [{ name: closure.name, text: closureText(closure, calendar) }] : []
    },
  )
  return {
    holidays: found.map(({ text }) => text),
    holidayNames: [...new Set(found.map(({ name, text }) => name ?? text))],
  }
}

/** Columns that lie too close for a name each. */
const CLOSE = 3

/** The names above the ladder, by column. Days that are close share the first one's place. */
export function holidayLabels(days: readonly Pick<LadderDay, 'holidayNames'>[]): ReadonlyMap<number, string> {
  const labels: { column: number; last: number; names: Set<string> }[] = []
  for (const [column, { holidayNames }] of days.entries()) {
    if (holidayNames.length === 0) continue
    const before = labels.at(-1)
    if (before === undefined || column - before.last > CLOSE) {
      labels.push({ column, last: column, names: new Set(holidayNames) })
      continue
    }
    before.last = column
    for (const name of holidayNames) before.names.add(name)
  }
  return new Map(labels.map(({ column, names }) => [column, [...names].join(' · ')]))
}

/** Weekends are narrow, unless something falls due on them. */
export const isNarrow = ({ events, closed }: LadderDay): boolean =>
  events.length === 0 && closed?.kind === 'weekend'

/** A deal on the ladder; columns count from 0. */
export type Bar = {
  event: DueEvent
  from: number
  to: number
  /** It began before the first day, or at an unknown time. */
  isCut: boolean
  /** It has no end, or ends after the last day. */
  fades: boolean
}

/** The bar of an open repo or loan; an overdue one lasts until today. */
export function barOf(event: DueEvent, days: readonly LadderDay[], today: string): Bar {
  const last = days.length - 1
  const first = days[0]?.date ?? today
  const { startDate, date } = event
  const columnOf = (day: string) => days.findIndex((one) => one.date === day)
  const end = event.isOverdue ? today : date
  const to = end === null ? -1 : columnOf(end)
  const from = startDate === null ? 0 : columnOf(startDate)
  const isCut = startDate === null || startDate < first
  return {
    event,
    from: isCut ? 0 : Math.min(from < 0 ? last : from, to < 0 ? last : to),
    to: to < 0 ? last : to,
    isCut,
    fades: to < 0,
  }
}

/** What happens on one day beside the ends of deals. */
export type Mark = { column: number; events: readonly DueEvent[] }

/** Everything with one counterparty; null for instruments and proposals without one. */
export type LadderGroup = { counterparty: Address | null; bars: readonly Bar[]; marks: readonly Mark[] }

/** The rows of the ladder: each counterparty's deals by their end, then its other dates. */
export function ladderGroups(
  events: readonly DueEvent[],
  days: readonly LadderDay[],
  today: string,
): LadderGroup[] {
  const groups = Map.groupBy(events, ({ counterpartyAddr }) => counterpartyAddr)
  const rows = [...groups].map(([counterparty, own]) => ({
    counterparty,
    bars: own.filter(isDeal).map((event) => barOf(event, days, today)),
    marks: marksOf(own, days),
  }))
  // Instruments come after the counterparties.
  return rows.toSorted(
    (one, other) => Number(one.counterparty === null) - Number(other.counterparty === null),
  )
}

function marksOf(events: readonly DueEvent[], days: readonly LadderDay[]): Mark[] {
  const own = new Set(events)
  return days.flatMap((day, column) => {
    const found = day.events.filter((event) => own.has(event) && !isDeal(event))
    return found.length === 0 ? [] : [{ column, events: found }]
  })
}

/** What comes or goes each day, in one currency or unit. */
export type FlowRow = {
  kind: 'cash_in' | 'cash_out' | 'securities_in' | 'securities_out'
  of: Currency | Unit
  decimals: number
  /** One for each day. */
  sums: readonly bigint[]
}

const CENTS = 2

const SIDES = ['incoming', 'outgoing'] as const

/** A row for each currency and each unit of securities, as they come in and as they go out. */
export function flowRows(days: readonly LadderDay[]): FlowRow[] {
  const cash = Currency.options.flatMap((currency) => SIDES.map((side) => cashRow(days, side, currency)))
  const securities = Unit.options.flatMap((unit) => SIDES.map((side) => securitiesRow(days, side, unit)))
  return [...cash, ...securities].filter(({ sums }) => sums.some((sum) => sum !== 0n))
}

const cashRow = (days: readonly LadderDay[], side: (typeof SIDES)[number], currency: Currency): FlowRow => ({
  kind: side === 'incoming' ? 'cash_in' : 'cash_out',
  of: currency,
  decimals: CENTS,
  sums: days.map(({ events }) =>
    sumOf(
      events.flatMap((event) => event[side].cash ?? []).filter((one) => one.currency === currency),
      (one) => centsOf(one.amount),
    ),
  ),
})

function securitiesRow(days: readonly LadderDay[], side: (typeof SIDES)[number], unit: Unit): FlowRow {
  const moved = days.map(({ events }) =>
    events
      .flatMap((event) => (movesNothing(event) ? [] : event[side].securities))
      .filter((one) => one.unit === unit),
  )
  const decimals = Math.max(0, ...moved.flat().map((one) => one.decimals))
  return {
    kind: side === 'incoming' ? 'securities_in' : 'securities_out',
    of: unit,
    decimals,
    sums: moved.map((securities) =>
      sumOf(securities, (one) => BigInt(one.quantity) * 10n ** BigInt(decimals - one.decimals)),
    ),
  }
}

const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + amount(item), 0n)

/** How a row's figures are shortened, so that the largest has few digits. */
export type Scale = { suffix: 'in_millions' | 'in_thousands' | undefined; divisor: number }

const MILLION = 1_000_000
const THOUSAND = 1_000

/** One for what comes in and what goes out, so that the two can be compared. */
export function scaleOf(rows: readonly Pick<FlowRow, 'sums' | 'decimals'>[]): Scale {
  const largest = Math.max(
    ...rows.flatMap(({ sums, decimals }) => sums.map((sum) => Number(sum) / 10 ** decimals)),
  )
  if (largest >= MILLION) return { suffix: 'in_millions', divisor: MILLION }
  return largest >= THOUSAND
    ? { suffix: 'in_thousands', divisor: THOUSAND }
    : { suffix: undefined, divisor: 1 }
}

/** Three digits or more; screen readers read the exact figure. `shortFigure(201880000n, 2, millions)` → '2.02' */
export function shortFigure(sum: bigint, decimals: number, { divisor }: Scale): string {
  const value = Number(sum) / 10 ** decimals / divisor
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return new Intl.NumberFormat('en', {
    minimumFractionDigits: divisor === 1 ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(value)
}

/** The day that an address names, if the calendar shows it; otherwise today. */
export const selectedDay = (named: string | undefined, days: readonly LadderDay[], today: string): string =>
  days.some(({ date }) => date === named) && named !== undefined ? named : today
