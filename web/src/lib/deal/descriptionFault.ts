import { t } from '../../messages/t.ts'

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
