import type { ReactNode } from 'react'
import { dealForms } from '../../messages/en/dealForms.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { DryRunLine } from '../ledger/DryRunLine.tsx'
import { LedgerDialog } from '../ledger/LedgerDialog.tsx'
import type { Block } from '../ledger/LedgerDialog.tsx'
import type { DryRun } from '../ledger/useDryRun.ts'
import type { useLedgerAction } from '../ledger/useLedgerAction.ts'
import { ConsequencesPanel } from './ConsequencesPanel.tsx'
import type { Consequences } from './ConsequencesPanel.tsx'
import styles from './TermsDialog.module.css'
import { useDiscard } from './useDiscard.tsx'
import type { useReview } from './useReview.ts'

addMessages(dealForms)

type Props = {
  title: string
  description?: string
  action: ReturnType<typeof useLedgerAction>
  review: ReturnType<typeof useReview>
  fourEyes: string | undefined
  block?: Block | undefined
  /** What could not be loaded for the form, or why it cannot succeed. */
  failure?: string | undefined
  hasErrors: boolean
  consequences: Consequences | undefined
  dryRun: DryRun | undefined
  submit: string
  onClose: () => void
  /** Something is filled in: the dialog asks before it closes, unless something is signed already. */
  isFilled: boolean
  onSubmit: () => void
  children: ReactNode
}

/** The terms on the left, what signing them does on the right: filled in, reviewed, then signed. */
export function TermsDialog(props: Props) {
  const { review, hasErrors, failure, consequences, dryRun, submit, children, isFilled, ...frame } = props
  const { isReviewing, isSubmitted } = review
  // Submitting again publishes the signed transaction: other terms would need another one.
  const { isPending } = frame.action
  const { close, question } = useDiscard(isFilled && !frame.action.isSigned, frame.onClose)
  const isWaiting = isReviewing && (!review.isSignable || dryRun?.status === 'running')
  return (
    <LedgerDialog
      {...frame}
      onClose={close}
      question={question}
      size="wide"
      aside={<ReviewSteps isReviewing={isReviewing} />}
      notice={
        (failure !== undefined || (isSubmitted && hasErrors)) && (
          <Alert tone="danger" isLive>
            {failure ?? t('DealForm.invalid')}
          </Alert>
        )
      }
      back={t(isPending ? 'Common.close' : isReviewing ? 'DealForm.back' : 'DealForm.cancel')}
      onBack={isReviewing && !isPending ? review.toTerms : undefined}
      submit={isReviewing ? submit : t('DealForm.review')}
      submitVariant={isReviewing ? 'next' : 'primary'}
      disabledReason={isWaiting ? t('DryRun.running') : undefined}
    >
      <div className={styles.columns} data-step={isReviewing ? 'review' : 'terms'}>
        <div className={styles.terms}>{children}</div>
        <div className={styles.consequences}>
          <ConsequencesPanel consequences={consequences}>
            <DryRunLine dryRun={dryRun} />
          </ConsequencesPanel>
        </div>
      </div>
    </LedgerDialog>
  )
}

/** '1 Terms — 2 What will happen' */
function ReviewSteps({ isReviewing }: { isReviewing: boolean }) {
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
