import type { Transfer } from '@connex/protocol'
import type { Custodian, SendOptions } from '@connex/sdk'
import { lazy, Suspense, useState } from 'react'
import { typedErrors, suspensionOf, type AssetDraft } from '../../shared/deal/AssetDraft.ts'
import { AssetFields } from '../../shared/deal/AssetFields.tsx'
import { instrumentText } from '../../shared/deal/earmarkNotes.ts'
import { isPristine, typedDescriptionFault } from '../../shared/deal/formChecks.ts'
import { TermsDialog } from '../../shared/deal/TermsDialog.tsx'
import { useAssetField } from '../../shared/deal/useAssetField.ts'
import { useDryRun } from '../../shared/ledger/useDryRun.ts'
import { useReview } from '../../shared/deal/useReview.ts'
import { useFourEyes } from '../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../shared/ledger/useLedgerAction.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { TextAreaField } from '../../ui/field/TextAreaField.tsx'
import { REQUEST_KINDS, type RequestKind } from './request.ts'
import { checkRequest, draftOf, requestConsequences } from './requestForm.ts'

// Nothing is sent before the review, whose dry run loads this.
const loadSubmit = () => importWithRetry(() => import('./submitRequest.ts'))

const RequestPaper = lazy(() => importWithRetry(() => import('./RequestPaper.tsx')))

type Props = {
  kind: RequestKind
  custodian: Custodian
  /** Prefills the form with another request. */
  copyOf?: Transfer | undefined
  /** Prefills instrument and account. */
  asset?: AssetDraft
  onClose: () => void
}

/** Requests that a custodian issue securities into an own account, or terminate those in it. */
export default function CreateRequestDialog(props: Props) {
  const { kind, custodian, copyOf, asset, onClose } = props
  const { client } = useViewer()
  const { messages, leg } = REQUEST_KINDS[kind]
  const [initialDraft] = useState(() => ({ ...draftOf(copyOf), ...(asset && { asset }) }))
  const [draft, setDraft] = useState(initialDraft)
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const choices = useAssetField(leg, custodian, draft.asset)
  const { terms, errors } = checkRequest(draft, choices.limits)
  const { registryManagerAddr, registrarAddr, label } = custodian
  const parameters = terms && { ...terms, registryManagerAddr, registrarAddr }
  const submit = async (options: SendOptions) => {
    if (parameters === undefined) throw new TypeError('the terms are incomplete')
    const { submitRequest } = await loadSubmit()
    return submitRequest(client, kind, parameters, options)
  }
  const dryRun = useDryRun(
    ['request', kind, custodian.key, JSON.stringify(draft)],
    review.isReviewing && parameters && fourEyes === undefined ? submit : undefined,
    action.clearFailure,
  )
  const isFixed = action.isBusy || review.isReviewing

  const sign = () => {
    if (parameters === undefined) return
    choices.remember(parameters)
    const what = instrumentText(parameters.quantity, choices)
    void action.start({
      run: submit,
      dryRun,
      title: t(`${messages}.creating`, { what }),
      success: () => ({
        title: t(`${messages}.created`),
        text: t('RequestForm.success_text', { what, custodian: label }),
      }),
      failure: t(`${messages}.create_failure`),
      onPublished: onClose,
    })
  }
  return (
    <TermsDialog
      title={t(`${messages}.create`)}
      description={label}
      action={action}
      review={review}
      fourEyes={fourEyes}
      proposal={{ proposalKey: JSON.stringify(draft), run: parameters && submit }}
      failure={suspensionOf([choices.limits])}
      hasErrors={Object.keys(errors).length > 0}
      isReading={choices.isReading}
      size="short"
      consequences={
        terms && {
          ...requestConsequences(kind, terms, choices, label),
          // The paper has the sentence.
          ...(review.isReviewing && { legs: [] }),
        }
      }
      paper={
        terms && (
          <Suspense fallback={null}>
            <RequestPaper kind={kind} terms={terms} choices={choices} custodian={label} />
          </Suspense>
        )
      }
      dryRun={dryRun}
      submit={t('RequestForm.submit')}
      onClose={onClose}
      isFilled={!isPristine(draft, initialDraft)}
      onSubmit={() => review.advance(terms !== undefined && fourEyes === undefined, sign)}
    >
      <AssetFields
        draft={draft.asset}
        errors={review.isSubmitted ? (errors.asset ?? {}) : typedErrors(draft.asset, errors.asset ?? {})}
        choices={choices}
        isDisabled={isFixed}
        onChange={(asset) => setDraft((previous) => ({ ...previous, asset }))}
      />
      <TextAreaField
        label={t('DealForm.description')}
        hint={t('DealForm.description_hint')}
        value={draft.description}
        error={review.isSubmitted ? errors.description : typedDescriptionFault(draft.description)}
        disabled={isFixed}
        onChange={(description) => setDraft((previous) => ({ ...previous, description }))}
      />
    </TermsDialog>
  )
}
