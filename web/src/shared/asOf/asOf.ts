// A past moment that is shown, as an address has it: a day, '2026-11-20', for its end in UTC; or a minute,
// '2026-11-20T13:30Z'.
import { causeOf } from '../../lib/errorText.ts'
import { formatIsoDay, isDay, midnightOf, todayUtc } from '../../lib/format.ts'
import { asOf } from '../../messages/en/panels/asOf.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(asOf)

const LAST_SECOND = 24 * 60 * 60 - 1

/** A minute of UTC, in seconds; undefined for a day alone, and for invalid text in an address. */
function minuteOf(moment: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(moment) ? Date.parse(moment) : Number.NaN
  // Date.parse takes a day that its month does not have for one of the next month.
  return !Number.isNaN(time) && minuteText(time) === moment ? time / 1000 : undefined
}

const minuteText = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 16)}Z`

/** What the server takes; nothing for today, the future, and no moment. `asOfQuery('2026-11-20')` */
export function asOfQuery(moment: string | undefined): { asOfTime?: number } {
  if (moment === undefined) return {}
  const minute = minuteOf(moment)
  if (minute !== undefined) return minute < 0 || minute > Date.now() / 1000 ? {} : { asOfTime: minute }
  if (!isDay(moment) || moment >= todayUtc()) return {}
  const start = midnightOf(moment)
  return start < 0 ? {} : { asOfTime: start + LAST_SECOND }
}

const local = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** 'As of 20 Nov 2026, 14:30 CET'; undefined where the present is shown. */
export function asOfText(moment: string | undefined): string | undefined {
  if (moment === undefined || asOfQuery(moment).asOfTime === undefined) return undefined
  const minute = minuteOf(moment)
  if (minute !== undefined) return t('AsOf.day', { day: local.format(minute * 1000) })
  return t('AsOf.day_end', { day: formatIsoDay(moment) })
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The day and the local time of day that a form shows; the time is empty for a day alone. */
export function fieldsOf(moment: string | undefined): { day: string; time: string } {
  const minute = moment === undefined ? undefined : minuteOf(moment)
  if (minute === undefined) return { day: moment !== undefined && isDay(moment) ? moment : '', time: '' }
  const at = new Date(minute * 1000)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return { day, time: `${two(at.getHours())}:${two(at.getMinutes())}` }
}

/** A typed moment, or why it is none. Without a moment the present is shown. */
export type TypedMoment =
  { moment: string | undefined } | { refusal: 'no_day' | 'day_missing' | 'no_time' | 'to_come' | 'later' }

/** Reads a day and, if there is one, a local time of day. `readMoment('2026-11-20', '14:30')` */
export function readMoment(day: string, time: string): TypedMoment {
  if (day === '') return time === '' ? { moment: undefined } : { refusal: 'day_missing' }
  if (!isDay(day)) return { refusal: 'no_day' }
  if (time === '') {
    if (day > todayUtc()) return { refusal: 'to_come' }
    return { moment: day === todayUtc() ? undefined : day }
  }
  const [, hours, minutes] = /^(\d|[01]\d|2[0-3])[:.]?([0-5]\d)$/.exec(time) ?? []
  if (hours === undefined || minutes === undefined) return { refusal: 'no_time' }
  const at = Date.parse(`${day}T${two(Number(hours))}:${minutes}`)
  return at > Date.now() ? { refusal: 'later' } : { moment: minuteText(at) }
}

const ISO_DAY = /\b[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\b/g

/** Why a moment cannot be shown, with days as the client writes them: '… it was created on 27 Nov 2026 08:00 UTC. …' */
export const momentFailure = (error: unknown): string => causeOf(error).replaceAll(ISO_DAY, formatIsoDay)
