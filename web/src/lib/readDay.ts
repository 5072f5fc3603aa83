import { isDay } from './format.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A typed or pasted day as 'YYYY-MM-DD'. It does not guess at 03/11, which half the world reads as March.
 * `readDay('27 Nov 2026')` → '2026-11-27', `readDay('2026-02-30')` → undefined
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim()
  const [, year, month, day] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? dayFirst(text)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : undefined
}

/** '27.11.2026' and '27 Nov 2026', in the order of `readDay`'s other patterns. */
function dayFirst(text: string): (string | undefined)[] {
  const [, day, month, year] =
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? /^(\d{1,2}) ?([a-z]{3,9})\.? (\d{4})$/i.exec(text) ?? []
  if (month === undefined || /^\d/.test(month)) return [text, year, month, day]
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  return index < 0 ? [] : [text, year, String(index + 1), day]
}
