import { describe, expect, it } from 'vitest'
import { calendarsDialog } from '../../messages/en/desk/calendarsDialog.ts'
import { addMessages } from '../../messages/t.ts'
import { calendarChanges, calendarSpan, checkCalendar, removalEffects } from './calendarImport.ts'

addMessages(calendarsDialog)

const check = (text: string, until = '') => checkCalendar({ currency: 'USD', text, until })
const days = (...dates: string[]) => ({
  currency: 'USD' as const,
  closedDays: dates.map((date) => ({ date })),
})

describe('a pasted calendar', () => {
  it('is refused with its first problems, and the number of the others', () => {
    expect(check(['1', '2', '3', '4', '5', '6'].join('\n')).linesFault).toMatch(
      /^Row 1: The date must be a day such as 2027-11-25, not '1'\. .*Row 4: .* and 2 more problems$/,
    )
    expect(check('')).toEqual({ linesFault: 'Row 1: There is no day in it.' })
  })

  it('is refused with an end that is not a day, or comes before its last day', () => {
    expect(check('2026-11-26', '2026').untilFault).toBe('Enter a day such as 2027-12-31.')
    expect(check('2026-12-25', '2026-11-26').untilFault).toBe(
      'Must not be before the last closed day, 25 Dec 2026.',
    )
  })

  it('is a calendar in order', () => {
    expect(check('2026-12-25\n2026-11-26,Thanksgiving', '2026-12-31')).toEqual({
      calendar: {
        currency: 'USD',
        completeUntil: '2026-12-31',
        closedDays: [{ date: '2026-11-26', name: 'Thanksgiving' }, { date: '2026-12-25' }],
      },
    })
  })
})

it('a review says what a calendar has, and what it changes', () => {
  const calendar = days('2026-11-26', '2026-12-25')
  expect(calendarSpan(calendar)).toBe('2 closed days from 26 Nov 2026, known until 25 Dec 2026.')
  expect(calendarSpan({ ...days('2026-11-26'), completeUntil: '2026-12-31' })).toBe(
    '1 closed day, 26 Nov 2026, known until 31 Dec 2026.',
  )
  expect(calendarChanges(calendar, days('2026-12-25', '2026-07-03', '2026-01-01'))).toEqual({
    added: 1,
    removed: 2,
  })
})

it('says what the removal of a calendar reopens: none of its past days, and no weekend', () => {
  const usd = days('2026-11-26', '2026-12-25', '2026-12-26')
  const [both, effect] = removalEffects(usd, '2026-11-26')
  expect(both).toBe('2 closed days become business days again, starting 26 Nov 2026.')
  expect(effect).toContain('Dates in USD are then checked for weekends only')
  expect(removalEffects(usd, '2026-11-27')[0]).toBe('25 Dec 2026 becomes a business day again.')
  expect(removalEffects(usd, '2026-12-26')[0]).toBe('All of its closed days have passed.')
})
