// The days on which TARGET, the euro's payment system, is open: a repo is bought and bought back on such days alone.

const DAY_MS = 24 * 3600 * 1000
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** `isBusinessDay('2026-04-03')` → false: Good Friday */
export function isBusinessDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  if ([0, 6].includes(date.getUTCDay())) return false
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false
  const easter = easterSunday(date.getUTCFullYear())
  return ![easter - 2 * DAY_MS, easter + DAY_MS].includes(date.getTime())
}

/** The UTC midnight of Easter Sunday, by the anonymous Gregorian algorithm. */
function easterSunday(year: number): number {
  const [century, ofCentury, golden] = [Math.floor(year / 100), year % 100, year % 19]
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const dayOfMarch = epact + weekday - 7 * late + 22
  return Date.UTC(year, 2, dayOfMarch)
}

function nextBusinessDay(time: number): number {
  let at = time
  while (!isBusinessDay(isoDay(at))) at += DAY_MS
  return at
}

/** The dates of a repo that begins now and runs for some days, or stays open: each the first business day from then on. */
export function repoDates(
  now: number,
  days: number | undefined,
): { purchaseDate: string; repurchaseDate?: string } {
  const purchase = nextBusinessDay(now)
  const purchaseDate = isoDay(purchase)
  if (days === undefined) return { purchaseDate }
  return { purchaseDate, repurchaseDate: isoDay(nextBusinessDay(purchase + days * DAY_MS)) }
}
