import { useState } from 'react'
import type { Block } from '../../../lib/LedgerDialog.tsx'
import { suspensionOf } from '../../../lib/deal/AssetDraft.ts'
import { isUntouched } from '../../../lib/deal/isUntouched.ts'
import { TermsDialog } from '../../../lib/deal/TermsDialog.tsx'
import { useAssetChoices } from '../../../lib/deal/useAssetChoices.ts'
import { useDryRun } from '../../../lib/deal/useDryRun.ts'
import { useReview } from '../../../lib/deal/useReview.ts'
import { todayUtc } from '../../../lib/formatTime.ts'
import { useFourEyes } from '../../../lib/useFourEyes.ts'
import { useLedgerAction } from '../../../lib/useLedgerAction.ts'
import { useTenantNames } from '../../../lib/useTenantNames.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { checkTransfer, liveErrors } from './checkTransfer.ts'
import { createTransfer } from './createTransfer.ts'
import { emptyDraft, sidesOf, type TransferDraft } from './TransferDraft.ts'
import { transferConsequences } from './transferConsequences.ts'
import { TransferFields } from './TransferFields.tsx'
import { transferWords } from './transferWords.ts'
import { usePayments, type Payments } from './usePayments.ts'

export type CreateTransferProps = {
  prefill: Partial<TransferDraft>
  /** What the form begins with could not be read. */
  hasPrefillFailed?: boolean
  onClose: () => void
}

/** A transfer of any kind: its terms, what signing them does, the signature. */
export default function CreateTransferDialog(props: CreateTransferProps) {
  const { prefill, hasPrefillFailed, onClose } = props
  const { client, custodians } = useViewer()
  const nameOf = useTenantNames()
  const today = todayUtc()
  const [begun] = useState<TransferDraft>(() => ({ ...emptyDraft(custodians, today), ...prefill }))
  const [draft, setDraft] = useState(begun)
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const payments = usePayments(draft.kind === 'REPO')
  const custodian = custodians.find(({ key }) => key === draft.custodianKey)
  const choices = {
    deliver: useAssetChoices('deliver', custodian, draft.deliver),
    receive: useAssetChoices('receive', custodian, draft.receive),
  }
  const limits = { deliver: choices.deliver.limits, receive: choices.receive.limits, today }
  const { terms, errors } = checkTransfer(draft, limits)
  const signed = terms && custodian && { terms, custodian }
  const words = transferWords(draft.kind)
  const counterparty = terms && nameOf(terms.counterpartyAddr)
  const dryRun = useDryRun(
    ['create', JSON.stringify(draft)],
    review.isReviewing && signed && fourEyes === undefined
      ? (options) => createTransfer(client, signed.custodian, signed.terms, options)
      : undefined,
    action.forgetFailure,
  )
  const hasFailed = sidesOf(draft).some((side) => choices[side].hasFailed)
  const isPrefilled = prefill.deliver !== undefined || prefill.receive !== undefined

  const sign = () => {
    if (signed === undefined || counterparty === undefined) return
    void action.start({
      run: (options) => createTransfer(client, signed.custodian, signed.terms, options),
      shown: dryRun,
      title: t(words.sending, { counterparty }),
      success: ({ deliveryId }) => ({
        title: t(words.success),
        text: t('TransferForm.success_text', { counterparty }),
        link: deliveryId && { label: t('TransferForm.open'), href: `/transactions?row=${deliveryId}` },
      }),
      failure: t(words.failure),
      failureToSubmit: t('TransferForm.submit_failure'),
      onPublished: onClose,
    })
  }
  return (
    <TermsDialog
      title={t(prefill.kind === undefined ? 'TransferForm.title' : words.title)}
      action={action}
      review={review}
      fourEyes={fourEyes}
      block={blockOf(payments)}
      failure={
        hasPrefillFailed === true || (hasFailed && isPrefilled)
          ? t('TransferForm.prefill_failure')
          : suspensionOf(sidesOf(draft).map((side) => limits[side]))
      }
      hasErrors={Object.keys(errors).length > 0}
      consequences={
        signed &&
        transferConsequences(signed.terms, {
          custodian: signed.custodian.label,
          counterparty: counterparty ?? '',
          choices,
        })
      }
      dryRun={dryRun}
      submit={t('TransferForm.submit')}
      onClose={onClose}
      isFilled={!isUntouched(draft, begun)}
      onSubmit={() => review.goOn(signed !== undefined && fourEyes === undefined, sign)}
    >
      <TransferFields
        draft={draft}
        errors={review.isTried ? errors : liveErrors(draft, errors)}
        choices={choices}
        isKindOpen={prefill.kind === undefined}
        isDisabled={action.isBusy || review.isReviewing}
        onChange={(part) => setDraft((former) => ({ ...former, ...part }))}
      />
    </TermsDialog>
  )
}

/** Without the ledger's payments no repo is signed. */
function blockOf(payments: Payments): Block | undefined {
  if (payments === 'unavailable')
    return { title: t('TransferForm.no_payments'), text: t('TransferForm.contact') }
  if (payments === 'failed')
    return { title: t('TransferForm.payments_failure'), text: t('TransferForm.payments_again') }
  return undefined
}
