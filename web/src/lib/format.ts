// How the screens write times, days and quantities. The API's times are UTC seconds; a user reads them in local time.

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const list = new Intl.ListFormat('en-GB')

/** '21 Nov 2026, 09:31' */
export const formatDateTime = (seconds: number): string => dateTime.format(seconds * 1000)

/** '21 Nov 2026, 09:31:07 CET' */
export const formatExactly = (seconds: number): string => exactly.format(seconds * 1000)

/** '09:31' today, else '20 Nov 2026' */
export const formatWhen = (seconds: number): string => {
  const isToday = day.format(seconds * 1000) === day.format(Date.now())
  return isToday ? time.format(seconds * 1000) : day.format(seconds * 1000)
}

/** A value date is a UTC midnight, whatever the user's time zone. */
export const formatUtcDay = (seconds: number): string => utcDay.format(seconds * 1000)

/** Today as a UTC day, 'YYYY-MM-DD'. */
export const todayUtc = (): string => isoDayOf(Date.now() / 1000)

/** The UTC day in which a second lies, 'YYYY-MM-DD'. */
export const isoDayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** '2026-11-21' → its UTC midnight in seconds */
export const midnightOf = (isoDay: string): number => Date.parse(`${isoDay}T00:00:00Z`) / 1000

/** Whether a text is a calendar day, 'YYYY-MM-DD'. `isDay('2026-02-30')` → false */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Date.parse takes a day that its month does not have for one of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** '2026-11-21' → '21 Nov 2026' */
export const formatIsoDay = (isoDay: string): string => formatUtcDay(midnightOf(isoDay))

/** '2026-11-27' → 'Fri' */
export const weekdayOf = (isoDay: string): string => weekday.format(midnightOf(isoDay) * 1000)

// The command line reads and writes quantities the same way.
/** In a sentence: `listText(['Alpenbank', 'Fjord Advisory', 'Rhône Capital'])` → 'Alpenbank, Fjord Advisory and Rhône Capital' */
export const listText = (texts: readonly string[]): string => list.format(texts)

export { formatCash, formatQuantity, parseCash, parseQuantity, type QuantityFault } from '@connex/protocol'

/**
 * A quantity with three decimals that some users would read as thousands; a form shows how it reads such a quantity.
 * `thousandthsOf('1.500', 3)` → { whole: 1, part: 500 }
 */
export function thousandthsOf(typed: string, decimals: number): { whole: number; part: number } | undefined {
  const [, whole, part] = /^(\d{1,3})\.(\d{3})$/.exec(typed.trim()) ?? []
  return decimals === 3 && whole !== undefined ? { whole: Number(whole), part: Number(part) } : undefined
}
