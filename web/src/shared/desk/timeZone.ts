/** A time zone, `minutes` ahead of UTC: `zoneText('Asia/Kolkata', 330)` → 'Asia/Kolkata (UTC+5:30)' */
export function zoneText(zone: string, minutes: number): string {
  if (minutes === 0) return zone === 'UTC' ? zone : `${zone} (UTC)`
  const { hours, minutes: rest } = hoursOf(Math.abs(minutes) * 60_000)
  const sign = minutes < 0 ? '−' : '+'
  return `${zone} (UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`})`
}

/** The time zone in which the screens show times, with its distance from UTC at a moment. */
export const localZone = (at = new Date()): string =>
  zoneText(new Intl.DateTimeFormat('en-GB').resolvedOptions().timeZone, -at.getTimezoneOffset())

/** `hoursOf(5_400_000)` → { hours: 1, minutes: 30 } */
export function hoursOf(milliseconds: number): { hours: number; minutes: number } {
  const minutes = Math.floor(milliseconds / 60_000)
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
