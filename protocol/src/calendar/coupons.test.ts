import { describe, expect, it } from 'vitest'
import type { CustomField } from '../entities/instrument.ts'
import { couponDates, couponScheduleOf } from './coupons.ts'

const field = (name: string, value: string): CustomField => ({ name, type: 'text', value })
const fields = (frequency: string, last: string): CustomField[] => [
  field('couponFrequency', frequency),
  field('lastCouponDate', last),
]
const scheduleOf = (frequency: string, last: string, maturityDate: string) =>
  couponScheduleOf({ customFields: fields(frequency, last), maturityDate })
const datesOf = (
  frequency: string,
  last: string,
  maturityDate: string,
  from = '2000-01-01',
  to = '9999-12-31',
) => {
  const schedule = scheduleOf(frequency, last, maturityDate)
  return schedule && couponDates(schedule, from, to)
}

describe('no coupon is guessed', () => {
  const maturityDate = '2030-06-15'
  it.each<[string, Parameters<typeof couponScheduleOf>[0]]>([
    ['without custom fields', { maturityDate }],
    ['without a maturity date', { customFields: fields('2', '2026-06-15') }],
    ['without a frequency', { customFields: [field('lastCouponDate', '2026-06-15')], maturityDate }],
    ['without a last coupon', { customFields: [field('couponFrequency', '2')], maturityDate }],
    [
      'where a field appears twice',
      { customFields: [...fields('2', '2026-06-15'), field('couponFrequency', '1')], maturityDate },
    ],
    [
      'where a field has another name',
      { customFields: [field('CouponFrequency', '2'), field('lastCouponDate', '2026-06-15')], maturityDate },
    ],
  ])('%s', (_, details) => {
    expect(couponScheduleOf(details)).toBeUndefined()
  })

  it.each([
    ['a frequency of 0', '0', '2026-06-15'],
    ['a frequency that does not divide the year', '5', '2026-06-15'],
    ['a frequency in words', 'half-yearly', '2026-06-15'],
    ['a day that does not exist', '2', '2026-02-29'],
    ['a day in another form', '2', '15.06.2026'],
    ['a last coupon at maturity', '2', maturityDate],
    ['a last coupon after maturity', '2', '2031-06-15'],
    ['months that are not on one schedule', '2', '2026-05-15'],
    ['days that are not on one schedule', '2', '2026-06-16'],
    ['a maturity more than a century away', '1', '1930-05-15'],
  ])('from %s', (_, frequency, last) => {
    expect(scheduleOf(frequency, last, maturityDate)).toBeUndefined()
  })
})

it('coupons come after the last one, up to maturity', () => {
  expect(datesOf('1', '2026-06-15', '2028-06-15')).toEqual(['2027-06-15', '2028-06-15'])
  expect(datesOf('4', ' 2026-11-15 ', '2027-05-15')).toEqual(['2027-02-15', '2027-05-15'])
  expect(datesOf('12', '2026-11-30', '2027-02-28')).toEqual(['2026-12-31', '2027-01-31', '2027-02-28'])
})

it('a coupon on the first and on the last day of a range counts', () => {
  const within = (from: string, to: string) => datesOf('2', '2020-06-15', '2030-06-15', from, to)
  expect(within('2026-12-15', '2027-06-15')).toEqual(['2026-12-15', '2027-06-15'])
  expect(within('2026-12-16', '2027-06-14')).toEqual([])
  expect(within('2030-06-16', '2031-01-01')).toEqual([])
  expect(within('2019-01-01', '2020-12-14')).toEqual([])
})

it('coupons at the end of a month stay there, also in leap years', () => {
  expect(datesOf('2', '2026-12-31', '2028-06-30')).toEqual(['2027-06-30', '2027-12-31', '2028-06-30'])
  expect(datesOf('2', '2027-02-28', '2028-08-31')).toEqual(['2027-08-31', '2028-02-29', '2028-08-31'])
  expect(datesOf('1', '2027-02-28', '2029-02-28')).toEqual(['2028-02-29', '2029-02-28'])
  expect(datesOf('1', '2024-02-29', '2026-02-28')).toEqual(['2025-02-28', '2026-02-28'])
})

it('coupons on the 29th or 30th go back to the end of a shorter month', () => {
  expect(datesOf('2', '2027-02-28', '2028-08-30')).toEqual(['2027-08-30', '2028-02-29', '2028-08-30'])
  expect(datesOf('4', '2026-11-29', '2027-08-29')).toEqual(['2027-02-28', '2027-05-29', '2027-08-29'])
  expect(datesOf('2', '2026-06-30', '2027-12-30')).toEqual(['2026-12-30', '2027-06-30', '2027-12-30'])
})
