import { call, type SendOptions } from '@connex/sdk'
import type { Address } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { suspensionOf } from '../../../shared/deal/AssetDraft.ts'
import { isPristine } from '../../../shared/deal/formChecks.ts'
import { TermsDialog } from '../../../shared/deal/TermsDialog.tsx'
import { useAssetField } from '../../../shared/deal/useAssetField.ts'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { useReview } from '../../../shared/deal/useReview.ts'
import { todayUtc } from '../../../lib/format.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import type { Block } from '../../../shared/ledger/LedgerDialog.tsx'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import {
  checkTransfer,
  emptyDraft,
  liveErrors,
  ownLegsOf,
  type TransferDraft,
  type TransferTerms,
} from './transferDraft.ts'
import type { PreviewDeal } from './TicketPreview.tsx'
import { TransferFields } from './TransferFields.tsx'
import styles from './TransferFields.module.css'
import { useMoreTerms } from './useMoreTerms.ts'

const loadPreview = () => importWithRetry(() => import('./TicketPreview.tsx'))
const DealSentence = lazy(() => loadPreview().then((found) => ({ default: found.DealSentence })))
const DealFigures = lazy(() => loadPreview().then((found) => ({ default: found.DealFigures })))
const DealNotes = lazy(() => loadPreview().then((found) => ({ default: found.DealNotes })))
const DealPreview = lazy(() => loadPreview().then((found) => ({ default: found.DealPreview })))
// Nothing is sent before the review, whose dry run loads this.
const loadSubmit = () => importWithRetry(() => import('./submitTransfer.ts'))
const TransferPaper = lazy(() => importWithRetry(() => import('./TransferPaper.tsx')))

export type CreateTransferProps = {
  prefill: Partial<TransferDraft>
  /** The terms to prefill could not be read. */
  hasPrefillFailed?: boolean
  onClose: () => void
}

/** Creates a transfer of any kind: its terms, what signing them does, the signature. */
export default function CreateTransferDialog(props: CreateTransferProps) {
  const { prefill, hasPrefillFailed, onClose } = props
  const { client, custodians } = useViewer()
  const nameOf = useTenantNames()
  const today = todayUtc()
  const [initialDraft] = useState<TransferDraft>(() => ({ ...emptyDraft(custodians, today), ...prefill }))
  const [draft, setDraft] = useState(initialDraft)
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const payments = usePayments(draft.kind === 'REPO')
  const custodian = custodians.find(({ key }) => key === draft.custodianKey)
  const choices = {
    deliver: useAssetField('deliver', custodian, draft.deliver),
    receive: useAssetField('receive', custodian, draft.receive),
  }
  const limits = { deliver: choices.deliver.limits, receive: choices.receive.limits, today }
  const more = useMoreTerms(draft, today)
  const { terms, errors } = checkTransfer(draft, limits, more)
  const complete = terms && custodian && { terms, custodian }
  const kind = draft.kind ?? 'FOP'
  const counterparty = draft.counterpartyAddr === null ? undefined : nameOf(draft.counterpartyAddr as Address)
  const deal = { draft, choices, counterparty, more: more?.terms }
  const submit = async (options: SendOptions) => {
    if (complete === undefined) throw new TypeError('the terms are incomplete')
    const { submitTransfer } = await loadSubmit()
    return submitTransfer(client, complete.custodian, complete.terms, options)
  }
  const dryRun = useDryRun(
    ['create', JSON.stringify(draft)],
    review.isReviewing && complete && fourEyes === undefined ? submit : undefined,
    action.clearFailure,
  )
  const own = ownLegsOf(draft).map((key) => choices[key])
  const hasFailed = own.some((one) => one.hasFailed)
  const isPrefilled = prefill.deliver !== undefined || prefill.receive !== undefined

  const sign = () => {
    if (complete === undefined || counterparty === undefined) return
    choices.deliver.remember(complete.terms.assets.deliver)
    choices.receive.remember(complete.terms.assets.receive)
    void action.start({
      run: submit,
      dryRun,
      title: t(`TransferForm.sending_${kind}`, { counterparty }),
      success: ({ deliveryId }) => ({
        title: t(`TransferForm.success_${kind}`),
        text: t('TransferForm.success_text', { counterparty }),
        link: deliveryId && { label: t('TransferForm.open'), href: `/transactions?row=${deliveryId}` },
      }),
      failure: t(`TransferForm.failure_${kind}`),
      failureToSubmit: t('TransferForm.submit_failure'),
      onPublished: onClose,
    })
  }
  return (
    <TermsDialog
      title={t(prefill.kind === undefined ? 'TransferForm.title' : `TransferForm.title_${kind}`)}
      action={action}
      review={review}
      fourEyes={fourEyes}
      proposal={{ proposalKey: JSON.stringify(draft), run: complete && submit }}
      block={blockOf(payments)}
      failure={
        hasPrefillFailed === true || (hasFailed && isPrefilled)
          ? t('TransferForm.prefill_failure')
          : suspensionOf(own.map((one) => one.limits))
      }
      hasErrors={Object.keys(errors).length > 0}
      isReading={more === undefined || own.some((one) => one.isReading)}
      size="ticket"
      {...ticketParts(deal, complete, custodian?.label ?? '')}
      dryRun={dryRun}
      submit={t('TransferForm.submit')}
      onClose={onClose}
      isFilled={!isPristine(draft, initialDraft)}
      onSubmit={() => review.advance(complete !== undefined && fourEyes === undefined, sign)}
    >
      <TransferFields
        draft={draft}
        errors={review.isSubmitted ? errors : liveErrors(draft, errors)}
        choices={choices}
        hasKindField={prefill.kind === undefined}
        isDisabled={action.isBusy || review.isReviewing}
        onChange={(part) => setDraft((previous) => ({ ...previous, ...part }))}
      />
      {onceLoaded(
        <>
          <DealNotes deal={deal} />
          <DealFigures deal={deal} />
        </>,
      )}
    </TermsDialog>
  )
}

/** What the ticket shows beside its fields; the paper, once the terms are complete. */
function ticketParts(deal: PreviewDeal, complete: { terms: TransferTerms } | undefined, custodian: string) {
  const terms = complete?.terms
  return {
    summary: <div className={styles.summary}>{onceLoaded(<DealSentence deal={deal} />)}</div>,
    preview: onceLoaded(<DealPreview deal={deal} terms={terms} custodian={custodian} />),
    paper:
      terms &&
      onceLoaded(
        <>
          {/* Those beside the fields are hidden with them. */}
          <DealNotes deal={deal} />
          <TransferPaper deal={deal} terms={terms} custodian={custodian} />
        </>,
      ),
  }
}

const onceLoaded = (children: ReactNode) => <Suspense fallback={null}>{children}</Suspense>

/** A repo needs the ledger to document payments. */
function blockOf(payments: Payments): Block | undefined {
  if (payments === 'unavailable')
    return { title: t('TransferForm.no_payments'), text: t('TransferForm.contact') }
  if (payments === 'failed')
    return { title: t('TransferForm.payments_failure'), text: t('TransferForm.payments_again') }
  return undefined
}

const RETRY_MS = 5_000

type Payments = 'available' | 'unavailable' | 'unknown' | 'failed'

/** Whether the ledger can document payments: it has an active leg manager for them. */
function usePayments(isNeeded: boolean): Payments {
  const { client } = useViewer()
  const { data, isError } = useQuery({
    queryKey: ['platform', 'leg-managers'],
    queryFn: ({ signal }) => call(client, 'legManagers', { signal }),
    enabled: isNeeded,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  if (data === undefined) return isError ? 'failed' : 'unknown'
  const external = data.items.find(({ registryType }) => registryType === 'EXTERNAL')
  return external?.active === true ? 'available' : 'unavailable'
}
