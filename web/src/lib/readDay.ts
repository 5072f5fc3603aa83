import { isDay } from './format.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** What was typed or pasted as a day, as 'YYYY-MM-DD'. 27/11 is not guessed at: half the world reads it the
 * other way. `readDay('27 Nov 2026')` → '2026-11-27', `readDay('2026-02-30')` → undefined */
export function readDay(typed: string): string | undefined {
  const words = typed.trim()
  const [, year, month, day] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(words) ?? dayFirst(words)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : undefined
}

/** '27.11.2026' and '27 Nov 2026', in the order of `readDay`'s other patterns. */
function dayFirst(words: string): (string | undefined)[] {
  const [, day, month, year] =
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(words) ?? /^(\d{1,2}) ?([a-z]{3,9})\.? (\d{4})$/i.exec(words) ?? []
  if (month === undefined || /^\d/.test(month)) return [words, year, month, day]
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  return index < 0 ? [] : [words, year, String(index + 1), day]
}
