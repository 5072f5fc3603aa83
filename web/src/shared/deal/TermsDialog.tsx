import { lazy, Suspense, type ReactNode } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { dealForms } from '../../messages/en/dealForms.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import type { DialogSize } from '../../ui/dialog/Dialog.tsx'
import { LedgerDialog } from '../ledger/LedgerDialog.tsx'
import type { Block } from '../ledger/LedgerDialog.tsx'
import type { ProposalSource } from '../ledger/SendForApproval.tsx'
import { DryRunCalls } from '../ledger/DryRunStatus.tsx'
import type { DryRun } from '../ledger/useDryRun.ts'
import type { useLedgerAction } from '../ledger/useLedgerAction.ts'
import type { Consequences } from './ConsequencesPanel.tsx'
import styles from './TermsDialog.module.css'
import { useDiscard } from './useDiscard.tsx'
import { useHeldStep, type useReview } from './useReview.ts'

addMessages(dealForms)

// The ticket has a preview in its place.
const ConsequencesPanel = lazy(() =>
  importWithRetry(() => import('./ConsequencesPanel.tsx')).then((found) => ({
    default: found.ConsequencesPanel,
  })),
)
const InvalidFields = lazy(() => importWithRetry(() => import('./InvalidFields.tsx')))

type Props = {
  title: string
  description?: string
  action: ReturnType<typeof useLedgerAction>
  review: ReturnType<typeof useReview>
  fourEyes: string | undefined
  proposal: Omit<ProposalSource, 'onSent'>
  block?: Block | undefined
  /** What could not be loaded for the form, or why it cannot succeed. */
  failure?: string | undefined
  hasErrors: boolean
  /** What the terms are checked against is being read, or read again. */
  isReading: boolean
  size?: DialogSize
  /** What signing does; undefined while the form is incomplete. */
  consequences?: Consequences | undefined
  /** In place of the consequences' panel. */
  preview?: ReactNode
  /** Above both columns: the deal as a sentence. */
  summary?: ReactNode
  /** The terms as text, which replaces the fields while they are reviewed; undefined while they are incomplete. */
  paper: ReactNode
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
  const {
    review,
    hasErrors,
    isReading,
    failure,
    submit,
    isFilled,
    consequences,
    preview,
    summary,
    paper,
    children,
    ...frame
  } = props
  const { isReviewing, isSubmitted } = review
  // Submitting again publishes the signed transaction: other terms would need another one.
  const { isPending } = frame.action
  const { close, question } = useDiscard(isFilled && !frame.action.isSigned, frame.onClose)
  const { dryRun } = frame
  // Only the step to the review is held: nothing is signed later than its click.
  const { isHeld, submit: goOn } = useHeldStep(isReading && !isReviewing, frame.onSubmit)
  const isWaiting = isReviewing && (!review.isSignable || dryRun?.status === 'running')
  const isPaper = isReviewing && paper !== undefined
  return (
    <LedgerDialog
      size="long"
      {...frame}
      proposal={{ ...frame.proposal, onSent: frame.onClose }}
      onSubmit={goOn}
      onClose={close}
      question={question}
      aside={<ReviewSteps isReviewing={isReviewing} />}
      notice={
        (failure !== undefined || (isSubmitted && hasErrors)) && (
          <Alert tone="danger" isLive>
            <span>{failure ?? t('DealForm.invalid')}</span>
            <Suspense fallback={null}>
              <InvalidFields />
            </Suspense>
          </Alert>
        )
      }
      back={t(isPending ? 'Common.close' : isReviewing ? 'DealForm.back' : 'DealForm.cancel')}
      onBack={isReviewing && !isPending ? review.toTerms : undefined}
      submit={isReviewing ? submit : t('DealForm.review')}
      submitVariant={isReviewing ? 'next' : 'primary'}
      isHeld={isHeld}
      disabledReason={isWaiting ? t('DryRun.running') : undefined}
    >
      {summary}
      <div className={styles.columns} data-size={frame.size}>
        <div className={styles.terms}>
          {/* The fields stay, so that the way back finds them as they were. */}
          <div className={styles.terms} hidden={isPaper}>
            {children}
          </div>
          <div className={styles.paper} aria-live="polite">
            {isPaper && paper}
          </div>
          <DryRunCalls dryRun={dryRun} />
        </div>
        <div className={styles.consequences}>
          <Suspense fallback={null}>{preview ?? <ConsequencesPanel consequences={consequences} />}</Suspense>
        </div>
      </div>
    </LedgerDialog>
  )
}

/** '1 Terms — 2 Review and sign' */
function ReviewSteps({ isReviewing }: { isReviewing: boolean }) {
  const terms = `1 ${t('DealForm.terms')}`
  const review = `2 ${t('DealForm.review_and_sign')}`
  return (
    <>
      {isReviewing ? terms : <strong aria-current="step">{terms}</strong>}
      {' — '}
      {isReviewing ? <strong aria-current="step">{review}</strong> : review}
    </>
  )
}
