import { t } from '../../messages/t.ts'
import { isDay, isPast } from '../formatTime.ts'

/** What is wrong with a day of a form, in words: it is none, or it has passed. Whether it is needed, the form knows.
 * `dayFault('2026-11-20', '2026-11-21')` → 'This day has passed.' */
export function dayFault(day: string, today?: string): string | undefined {
  if (day === '') return undefined
  if (!isDay(day)) return t('DealForm.no_day')
  return today !== undefined && isPast(day, today) ? t('DealForm.past') : undefined
}
