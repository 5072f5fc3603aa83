import { isPast } from '../../lib/days.ts'
import { isDay } from '../../lib/format.ts'
import { t } from '../../messages/t.ts'

/**
 * Why a form's day is invalid: it is not a day, or it has passed. Whether a day is required, the form decides.
 * `dayFault('2026-11-20', '2026-11-21')` → 'This date is in the past. Choose today or a later date.'
 */
export function dayFault(day: string, today?: string): string | undefined {
  if (day === '') return undefined
  if (!isDay(day)) return t('DealForm.no_day')
  return today !== undefined && isPast(day, today) ? t('DealForm.past') : undefined
}

const DESCRIPTION_LIMIT = 500

/** Why a description is invalid. `descriptionFault(' ')` → 'Required' */
export const descriptionFault = (text: string): string | undefined => {
  if (text.trim() === '') return t('Form.required')
  const count = text.trim().length
  return count > DESCRIPTION_LIMIT
    ? t('DealForm.description_too_long', { count: count.toLocaleString('en'), limit: DESCRIPTION_LIMIT })
    : undefined
}

/** The same while the user types, when an empty description is not yet a fault. */
export const typedDescriptionFault = (text: string): string | undefined =>
  text.trim() === '' ? undefined : descriptionFault(text)

/** Whether nothing was changed since the form was opened. `isPristine(draft, initialDraft)` */
export const isPristine = <Draft>(draft: Draft, initialDraft: Draft): boolean =>
  JSON.stringify(draft) === JSON.stringify(initialDraft)
