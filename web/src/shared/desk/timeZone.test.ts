import { expect, it } from 'vitest'
import { hoursOf, zoneText } from './timeZone.ts'

it('counts no minute that is not whole', () => {
  expect(hoursOf(59_999)).toEqual({ hours: 0, minutes: 0 })
  expect(hoursOf(8 * 3_600_000 - 1)).toEqual({ hours: 7, minutes: 59 })
})

it('counts the minutes after the last whole hour', () => {
  expect(hoursOf(3 * 3_600_000)).toEqual({ hours: 3, minutes: 0 })
})

it('names a zone with its distance from UTC', () => {
  expect(zoneText('UTC', 0)).toBe('UTC')
  expect(zoneText('Europe/London', 0)).toBe('Europe/London (UTC)')
  expect(zoneText('America/St_Johns', -150)).toBe('America/St_Johns (UTC−2:30)')
  expect(zoneText('Europe/Berlin', 60)).toBe('Europe/Berlin (UTC+1)')
})
