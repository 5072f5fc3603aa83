import { describe, expect, it } from 'vitest'
import { dueDayRows } from './dueDays.ts'

const due = (date: string) => ({ date, count: 2, cash: [] })
const datesOf = (days: ReturnType<typeof dueDayRows>) => days.map(({ date }) => date)

it('skips weekends and holidays on which nothing is due', () => {
  expect(datesOf(dueDayRows([], '2026-12-23', 4, []))).toEqual([
    '2026-12-23',
    '2026-12-24',
    '2026-12-28',
    '2026-12-29',
  ])
})

it('shows what is due on a closed day, beyond the business days', () => {
  const days = dueDayRows([due('2026-11-28'), due('2026-12-05')], '2026-11-27', 2, [])
  expect(days).toEqual([
    { date: '2026-11-27', count: 0, cash: [], closed: [] },
    { date: '2026-11-28', count: 2, cash: [], closed: ['TARGET'] },
    { date: '2026-11-30', count: 0, cash: [], closed: [] },
  ])
})

it('begins with the next business day on a Sunday', () => {
  expect(datesOf(dueDayRows([], '2026-11-29', 1, []))).toEqual(['2026-11-30'])
})

describe('a desk with two currencies', () => {
  const thanksgiving = { currency: 'USD' as const, closedDays: [{ date: '2026-11-26' }] }
  const paid = (...currencies: ('EUR' | 'USD')[]) => ({
    date: '2026-11-26',
    count: 1,
    cash: currencies.map((currency) => ({ currency, incoming: '1.00', outgoing: '0.00' })),
  })

  it('sees Thanksgiving closed for dollars alone', () => {
    const closedOf = (...currencies: ('EUR' | 'USD')[]) =>
      dueDayRows([paid(...currencies)], '2026-11-26', 1, [thanksgiving])[0]?.closed
    expect(closedOf('USD')).toEqual(['USD'])
    expect(closedOf('EUR', 'USD')).toEqual(['USD'])
    expect(closedOf('EUR')).toEqual([])
    expect(dueDayRows([paid('USD')], '2026-11-26', 1, [])[0]?.closed).toEqual([])
  })

  it('counts a day on which TARGET is open as a business day', () => {
    expect(datesOf(dueDayRows([paid('USD')], '2026-11-26', 2, [thanksgiving]))).toEqual([
      '2026-11-26',
      '2026-11-27',
    ])
  })
})
