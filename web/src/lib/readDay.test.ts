import { describe, expect, it } from 'vitest'
import { readDay } from './readDay.ts'

describe('A day that is typed', () => {
  it.each(['', 'soon', '2026', '2026-11', '2026-1-', '202611', '27 Nov', '27 Nox 2026', '27.11.26'])(
    'is not guessed from %j',
    (typed) => expect(readDay(typed)).toBeUndefined(),
  )

  it.each(['11/12/2026', '27/11/2026', '11-12-2026'])(
    'is not read from %s, which has two readings',
    (typed) => expect(readDay(typed)).toBeUndefined(),
  )

  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10', '31.4.2026', '31 Jun 2026', '0 Jun 2026'])(
    'is none where the calendar has none: %s',
    (typed) => expect(readDay(typed)).toBeUndefined(),
  )

  it.each([
    '2026-11-07',
    ' 2026-11-7 ',
    '20261107',
    '7.11.2026',
    '07.11.2026',
    '7 Nov 2026',
    '7 november 2026',
  ])('is read from %j', (typed) => expect(readDay(typed)).toBe('2026-11-07'))

  it('is read as the tables write it, in each month', () => {
    const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
    for (let month = 0; month < 12; month++) {
      const day = new Date(Date.UTC(2028, month, 29))
      expect(readDay(written.format(day))).toBe(day.toISOString().slice(0, 10))
    }
  })
})
