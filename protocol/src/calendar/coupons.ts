// On which days an instrument pays coupons, by custom fields of its details.
import * as z from 'zod/mini'
import type { InstrumentDetails } from '../entities/instrument.ts'
import type { IsoDate } from '../terms/repoTerms.ts'
import { plusMonths } from './days.ts'

/** The custom fields that a schedule needs beside the maturity date: coupons a year, and the last day on which one was paid. */
export const COUPON_FIELDS = { frequency: 'couponFrequency', last: 'lastCouponDate' } as const

/** Every so many months, on the day of the anchor or the last one of a shorter month. */
export type CouponSchedule = {
  anchor: IsoDate
  months: number
  lastCouponDate: IsoDate
  maturityDate: IsoDate
}

const FREQUENCIES: readonly string[] = ['1', '2', '3', '4', '6', '12']
const MOST_MONTHS = 100 * 12
/** January has every day of the month. */
const LONGEST_MONTH = '01'
const LAST_DAY = '31'

const Day = z.iso.date()
const monthsOf = (day: IsoDate): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const isMonthEnd = (day: IsoDate): boolean => day === inMonthOf(day, LAST_DAY)

/** The same month's day, or its last one. `inMonthOf('2027-02-14', '31')` → '2027-02-28' */
const inMonthOf = (day: IsoDate, dayOfMonth: string): IsoDate =>
  plusMonths(`${day.slice(0, 4)}-${LONGEST_MONTH}-${dayOfMonth}`, Number(day.slice(5, 7)) - 1)

/**
 * The schedule up to maturity; undefined where a field is missing, appears twice or cannot be read, and where the two days are not on one
 * schedule: no coupon is guessed. If both are the last days of their months, all coupons are.
 *
 * @example
 * couponScheduleOf(details)?.months // 6
 */
export function couponScheduleOf({
  customFields = [],
  maturityDate,
}: Pick<InstrumentDetails, 'customFields' | 'maturityDate'>): CouponSchedule | undefined {
  const valueOf = (field: string) => {
    const [found, ...more] = customFields.filter(({ name }) => name === field)
    return more.length === 0 ? found?.value.trim() : undefined
  }
  const frequency = valueOf(COUPON_FIELDS.frequency) ?? ''
  const { data: last } = Day.safeParse(valueOf(COUPON_FIELDS.last))
  if (last === undefined || maturityDate === undefined || !FREQUENCIES.includes(frequency)) return undefined
  const months = 12 / Number(frequency)
  const between = monthsOf(maturityDate) - monthsOf(last)
  if (between <= 0 || between > MOST_MONTHS || between % months !== 0) return undefined
  const dayOfMonth =
    isMonthEnd(last) && isMonthEnd(maturityDate)
      ? LAST_DAY
      : last.slice(8) > maturityDate.slice(8)
        ? last.slice(8)
        : maturityDate.slice(8)
  const isOnSchedule = [last, maturityDate].every((day) => inMonthOf(day, dayOfMonth) === day)
  const anchor = `${last.slice(0, 4)}-${LONGEST_MONTH}-${dayOfMonth}`
  return isOnSchedule ? { anchor, months, lastCouponDate: last, maturityDate } : undefined
}

/**
 * The coupon dates from a day to a day, both included: as scheduled, also where nothing is paid on that day.
 *
 * @example
 * couponDates(schedule, '2026-11-23', '2027-11-30') // ['2026-12-31', '2027-06-30']
 */
export function couponDates(
  { anchor, months, lastCouponDate, maturityDate }: CouponSchedule,
  from: IsoDate,
  to: IsoDate,
): IsoDate[] {
  const first = monthsOf(lastCouponDate) + months
  const skipped = Math.max(0, Math.floor((monthsOf(from) - first) / months))
  const until = to < maturityDate ? to : maturityDate
  const dates: IsoDate[] = []
  for (let month = first + skipped * months; month <= monthsOf(until); month += months) {
    const date = plusMonths(anchor, month - monthsOf(anchor))
    if (date >= from && date <= until) dates.push(date)
  }
  return dates
}
