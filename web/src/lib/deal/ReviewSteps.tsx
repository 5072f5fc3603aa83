import { t } from '../../messages/t.ts'

/** '1 Terms — 2 What will happen' */
export function ReviewSteps({ isReviewing }: { isReviewing: boolean }) {
  const terms = `1 ${t('DealForm.terms')}`
  const review = `2 ${t('Deal.what_will_happen')}`
  return (
    <>
      {isReviewing ? terms : <strong aria-current="step">{terms}</strong>}
      {' — '}
      {isReviewing ? <strong aria-current="step">{review}</strong> : review}
    </>
  )
}
