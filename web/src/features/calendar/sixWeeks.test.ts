import type { Address, DueEvent, DueSecurities } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import {
  barOf,
  flowRows,
  holidayLabels,
  isNarrow,
  ladderDays,
  ladderGroups,
  ladderSpan,
  mondayOf,
  scaleOf,
  selectedDay,
  shortFigure,
} from './sixWeeks.ts'

const TODAY = '2026-11-25'
const rhone = '0x0000000000000000000000000000000000000001' as Address
const baltic = '0x0000000000000000000000000000000000000002' as Address
const nothing = { securities: [], cash: null }

const eventOf = (changes: Partial<DueEvent>): DueEvent =>
  ({
    kind: 'REPURCHASE',
    date: '2026-11-30',
    isOverdue: false,
    startDate: '2026-11-24',
    counterpartyAddr: rhone,
    incoming: nothing,
    outgoing: nothing,
    ...changes,
  }) as unknown as DueEvent

const daysWith = (...events: DueEvent[]) => ladderDays(events, TODAY, [])

it.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-27', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})

it('shows six weeks from the Monday of this week', () => {
  const days = daysWith()
  expect(ladderSpan(TODAY)).toEqual({ from: '2026-11-23', to: '2027-01-03' })
  expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([42, '2026-11-23', '2027-01-03'])
  expect(days.find(({ date }) => date === '2026-12-25')?.holidays).toEqual([
    'TARGET is closed: Christmas Day',
  ])
})

it('gives a holiday its name once, and those of close days one place', () => {
  const named = (...holidayNames: string[]) => ({ holidayNames })
  const days = [named('Good Friday'), named(), named(), named('Easter Monday', 'Good Friday'), named()]
  expect([...holidayLabels([...days, named(), named(), named('Labour Day')])]).toEqual([
    [0, 'Good Friday · Easter Monday'],
    [7, 'Labour Day'],
  ])
})

it('names the holidays of the tenant’s calendars beside those of TARGET', () => {
  const stored = [
    {
      currency: 'USD' as const,
      closedDays: [{ date: '2026-11-26', name: 'Thanksgiving' }, { date: '2026-12-25' }],
    },
  ]
  const days = ladderDays([], TODAY, stored)
  const on = (date: string) => days.find((day) => day.date === date)
  expect(on('2026-11-26')).toMatchObject({ closed: undefined, holidays: ['Your USD calendar: Thanksgiving'] })
  expect(on('2026-12-25')?.holidays).toEqual([
    'TARGET is closed: Christmas Day',
    'Closed in your USD calendar',
  ])
  expect(on('2026-11-28')).toMatchObject({ closed: { kind: 'weekend' }, holidays: [] })
})

it('shows today what is overdue, also from before this week', () => {
  const overdue = eventOf({ date: '2026-11-17', isOverdue: true })
  expect(daysWith(overdue).find(({ date }) => date === TODAY)?.events).toEqual([overdue])
})

it('widens a weekend on which something falls due', () => {
  const [saturday, sunday] = daysWith(eventOf({ date: '2026-11-28' })).slice(5)
  expect([saturday, sunday].map((day) => day && isNarrow(day))).toEqual([false, true])
})

describe('barOf', () => {
  const placed = (changes: Partial<DueEvent>) => {
    const { from, to, isCut, fades } = barOf(eventOf(changes), daysWith(), TODAY)
    return { from, to, isCut, fades }
  }

  it('lasts from the purchase to the repurchase', () => {
    expect(placed({})).toEqual({ from: 1, to: 7, isCut: false, fades: false })
  })

  it('is cut at the first day, and fades without an end or beyond the last day', () => {
    expect(placed({ startDate: '2026-10-01' })).toMatchObject({ from: 0, to: 7, isCut: true })
    expect(placed({ startDate: '2026-11-23' })).toMatchObject({ from: 0, to: 7, isCut: false })
    expect(placed({ startDate: null, date: null })).toEqual({ from: 0, to: 41, isCut: true, fades: true })
    expect(placed({ date: '2027-06-30' })).toMatchObject({ from: 1, to: 41, fades: true })
  })

  it('lasts until today if it is overdue', () => {
    expect(placed({ startDate: '2026-11-10', date: '2026-11-17', isOverdue: true })).toEqual({
      from: 0,
      to: 2,
      isCut: true,
      fades: false,
    })
  })
})

it('has a row for each deal, by counterparty, and marks for other dates; instruments come last', () => {
  const maturity = eventOf({ kind: 'MATURITY', date: '2026-12-01', counterpartyAddr: null })
  const opening = eventOf({ kind: 'OPENING', date: TODAY, counterpartyAddr: baltic })
  const deal = eventOf({})
  const events = [maturity, opening, deal]
  const groups = ladderGroups(events, daysWith(...events), TODAY)
  expect(groups.map(({ counterparty }) => counterparty)).toEqual([baltic, rhone, null])
  expect(groups.map(({ bars }) => bars.map(({ event }) => event))).toEqual([[], [deal], []])
  expect(groups.map(({ marks }) => marks)).toEqual([
    [{ column: 2, events: [opening] }],
    [],
    [{ column: 8, events: [maturity] }],
  ])
})

it('adds up each day by currency and by unit, with the most decimals', () => {
  const cash = (amount: string, currency = 'EUR') => ({ amount, currency }) as DueEvent['incoming']['cash']
  const held = (quantity: string, decimals: number) =>
    ({ unit: 'UNITS', quantity, decimals }) as DueSecurities
  const rows = flowRows(
    daysWith(
      eventOf({ incoming: { cash: cash('100.50'), securities: [held('5', 0)] } }),
      eventOf({ incoming: { cash: cash('0.50'), securities: [held('25', 1)] } }),
      eventOf({ date: TODAY, outgoing: { cash: cash('7.00', 'USD'), securities: [held('3', 0)] } }),
      // They go back by their deals, which are counted already.
      eventOf({ kind: 'RECALL', incoming: { cash: null, securities: [held('9', 0)] } }),
      eventOf({ kind: 'RECALL', outgoing: { cash: null, securities: [held('9', 0)] } }),
      // A coupon moves no securities, and what a counterparty has matures there.
      eventOf({ kind: 'COUPON', incoming: { cash: null, securities: [held('9', 0)] } }),
      eventOf({ kind: 'MATURITY', incoming: { cash: null, securities: [held('9', 0)] } }),
      eventOf({
        kind: 'MATURITY',
        date: TODAY,
        counterpartyAddr: null,
        outgoing: { cash: null, securities: [held('4', 0)] },
      }),
    ),
  )
  expect(rows.map(({ kind, of, decimals }) => [kind, of, decimals])).toEqual([
    ['cash_in', 'EUR', 2],
    ['cash_out', 'USD', 2],
    ['securities_in', 'UNITS', 1],
    ['securities_out', 'UNITS', 0],
  ])
  expect(rows.map(({ sums }) => [sums[7], sums[2]])).toEqual([
    [10_100n, 0n],
    [0n, 700n],
    [75n, 0n],
    [0n, 7n],
  ])
})

it.each([
  [201_880_000n, 'in_millions', '2.02'],
  [1_234_567_890_000n, 'in_millions', '12,346'],
  [9_840_000n, 'in_thousands', '98.4'],
  [12_300n, undefined, '123'],
])('shortens %s cents', (cents, suffix, text) => {
  const scale = scaleOf([
    { sums: [0n, cents], decimals: 2 },
    { sums: [1n], decimals: 0 },
  ])
  expect(scale.suffix).toBe(suffix)
  expect(shortFigure(cents, 2, scale)).toBe(text)
})

it('selects the day of the address only if it is shown', () => {
  expect(selectedDay('2026-12-01', daysWith(), TODAY)).toBe('2026-12-01')
  expect(selectedDay('2028-01-01', daysWith(), TODAY)).toBe(TODAY)
  expect(selectedDay(undefined, daysWith(), TODAY)).toBe(TODAY)
})
