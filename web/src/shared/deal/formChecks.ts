import { isDay, isPast } from '../../lib/format.ts'
import { t } from '../../messages/t.ts'

/** What is wrong with a day of a form, in words: it is none, or it has passed. Whether it is needed, the form knows.
 * `dayFault('2026-11-20', '2026-11-21')` → 'This date has passed.' */
export function dayFault(day: string, today?: string): string | undefined {
  if (day === '') return undefined
  if (!isDay(day)) return t('DealForm.no_day')
  return today !== undefined && isPast(day, today) ? t('DealForm.past') : undefined
}

const DESCRIPTION_LIMIT = 500

/** Why a description cannot go out; `descriptionFault(' ')` → 'Required' */
export const descriptionFault = (text: string): string | undefined => {
  if (text.trim() === '') return t('Form.required')
  const count = text.trim().length
  return count > DESCRIPTION_LIMIT
    ? t('DealForm.description_too_long', { count: count.toLocaleString('en'), limit: DESCRIPTION_LIMIT })
    : undefined
}

/** The same while it is being typed: what is not there yet is no fault. */
export const typedDescriptionFault = (text: string): string | undefined =>
  text.trim() === '' ? undefined : descriptionFault(text)

/** Nothing was filled in since the form was opened: `isUntouched(draft, begun)`. */
export const isPristine = <Draft>(draft: Draft, initialDraft: Draft): boolean =>
  JSON.stringify(draft) === JSON.stringify(initialDraft)
