import { DealError } from '@connex/sdk'
import { expect, it } from 'vitest'
import { todayUtc } from '../../lib/format.ts'
import { asOfQuery, asOfText, fieldsOf, momentFailure, readMoment } from './asOf.ts'

it.each([
  undefined,
  '',
  'yesterday',
  '2026-13-40',
  '9999-01-01',
  '2024-02-30T10:00Z',
  '2024-02-28T25:00Z',
  '2024-02-28T10:00',
  '9999-01-01T10:00Z',
])('%j is not a past moment', (moment) => {
  expect(asOfQuery(moment)).toEqual({})
})

it('asks for no time where the day is today', () => {
  expect(asOfQuery(todayUtc())).toEqual({})
})

it('is the last second of a day alone, UTC, and the very minute of a moment', () => {
  expect(asOfQuery('2024-02-29')).toEqual({ asOfTime: Date.UTC(2024, 1, 29, 23, 59, 59) / 1000 })
  expect(asOfQuery('2024-02-29T13:30Z')).toEqual({ asOfTime: Date.UTC(2024, 1, 29, 13, 30) / 1000 })
})

it.each([
  ['2024-02-30', '', 'no_day'],
  ['', '14:30', 'day_missing'],
  ['2024-02-29', '24:00', 'no_time'],
  ['2024-02-29', '14', 'no_time'],
  ['9999-01-01', '', 'to_come'],
  ['9999-01-01', '14:30', 'later'],
] as const)('refuses %j %j', (day, time, refusal) => {
  expect(readMoment(day, time)).toEqual({ refusal })
})

it('refuses a time of today that is still to come, and takes one that has passed', () => {
  const inAnHour = fieldsOf(`${new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)}Z`)
  const anHourAgo = fieldsOf(`${new Date(Date.now() - 3_600_000).toISOString().slice(0, 16)}Z`)
  expect(readMoment(inAnHour.day, inAnHour.time)).toEqual({ refusal: 'later' })
  expect(readMoment(anHourAgo.day, anHourAgo.time)).toHaveProperty('moment')
})

it('reads a day alone as it did before, and today as now', () => {
  expect(readMoment('2024-02-29', '')).toEqual({ moment: '2024-02-29' })
  expect(readMoment(todayUtc(), '')).toEqual({ moment: undefined })
  expect(readMoment('', '')).toEqual({ moment: undefined })
})

it('brings a local time to the address and back', () => {
  for (const [day, time] of [
    ['2024-02-29', '00:00'],
    ['2024-07-01', '23:59'],
  ] as const) {
    const read = readMoment(day, time)
    expect(fieldsOf('moment' in read ? read.moment : undefined)).toEqual({ day, time })
  }
  expect(readMoment('2024-02-29', '9:05')).toEqual(readMoment('2024-02-29', '0905'))
})

it('fills the form with a day alone, and with nothing of what is not a moment', () => {
  expect(fieldsOf('2024-02-29')).toEqual({ day: '2024-02-29', time: '' })
  for (const moment of [undefined, '', 'soon', '2024-02-30', '2024-02-30T10:00Z'])
    expect(fieldsOf(moment)).toEqual({ day: '', time: '' })
})

it('names the zone of what it shows', () => {
  expect(asOfText(undefined)).toBeUndefined()
  expect(asOfText('soon')).toBeUndefined()
  expect(asOfText('9999-01-01T10:00Z')).toBeUndefined()
  expect(asOfText('2024-02-29')).toBe('As of 29 Feb 2024, end of day UTC')
  const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts(Date.UTC(2024, 1, 29))
    .find(({ type }) => type === 'timeZoneName')?.value
  expect(asOfText('2024-02-29T13:30Z')).toMatch(new RegExp(`^As of .* Feb 2024, \\d\\d:30 ${zone ?? ''}`))
})

it('says why it cannot be shown, with days as the client writes them', () => {
  const early = new DealError('dealNotYet', '2026-11-27 08:00 UTC')
  expect(momentFailure(early)).toContain('it was created on 27 Nov 2026 08:00 UTC.')
})
