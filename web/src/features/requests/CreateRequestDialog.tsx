import { createBurnRequest, createMintRequest, type Custodian } from '@connex/sdk'
import { useState } from 'react'
import { emptyAsset, typedErrors, suspensionOf } from '../../shared/deal/AssetDraft.ts'
import { AssetFields } from '../../shared/deal/AssetFields.tsx'
import { instrumentText } from '../../shared/deal/earmarkNotes.ts'
import { isPristine, typedDescriptionFault } from '../../shared/deal/formChecks.ts'
import { TermsDialog } from '../../shared/deal/TermsDialog.tsx'
import { useAssetChoices } from '../../shared/deal/useAssetChoices.ts'
import { useDryRun } from '../../shared/ledger/useDryRun.ts'
import { useReview } from '../../shared/deal/useReview.ts'
import { useFourEyes } from '../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../shared/ledger/useLedgerAction.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { TextAreaField } from '../../ui/field/TextAreaField.tsx'
import { checkRequest, requestConsequences, type RequestDraft } from './requestForm.ts'
import type { RequestKind } from './RequestsTable.tsx'

const KINDS = {
  MINT: { words: 'MintRequests', side: 'receive', create: createMintRequest },
  BURN: { words: 'BurnRequests', side: 'deliver', create: createBurnRequest },
} as const

type Props = {
  kind: RequestKind
  custodian: Custodian
  prefill: Partial<RequestDraft>
  onClose: () => void
}

/** Asks a custodian to issue into an account of one's own, or to end what lies there. */
export default function CreateRequestDialog(props: Props) {
  const { kind, custodian, prefill, onClose } = props
  const { client } = useViewer()
  const { words, side, create } = KINDS[kind]
  const [begun] = useState<RequestDraft>({ asset: emptyAsset, description: '', ...prefill })
  const [draft, setDraft] = useState(begun)
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const choices = useAssetChoices(side, custodian, draft.asset)
  const { terms, errors } = checkRequest(draft, choices.limits)
  const { registryManagerAddr, registrarAddr, label } = custodian
  const parameters = terms && { ...terms, registryManagerAddr, registrarAddr }
  const dryRun = useDryRun(
    ['request', kind, custodian.key, JSON.stringify(draft)],
    review.isReviewing && parameters && fourEyes === undefined
      ? (options) => create(client, parameters, options)
      : undefined,
    action.clearFailure,
  )
  const isFixed = action.isBusy || review.isReviewing

  const sign = () => {
    if (parameters === undefined) return
    const what = instrumentText(parameters.quantity, choices)
    void action.start({
      run: (options) => create(client, parameters, options),
      dryRun,
      title: t(`${words}.creating`, { what }),
      success: () => ({
        title: t(`${words}.created`),
        text: t('RequestForm.success_text', { what, custodian: label }),
      }),
      failure: t(`${words}.create_failure`),
      onPublished: onClose,
    })
  }
  return (
    <TermsDialog
      title={t(`${words}.create`)}
      description={label}
      action={action}
      review={review}
      fourEyes={fourEyes}
      failure={suspensionOf([choices.limits])}
      hasErrors={Object.keys(errors).length > 0}
      consequences={terms && requestConsequences(kind, terms, choices, label)}
      dryRun={dryRun}
      submit={t('RequestForm.submit')}
      onClose={onClose}
      isFilled={!isPristine(draft, begun)}
      onSubmit={() => review.advance(terms !== undefined && fourEyes === undefined, sign)}
    >
      <AssetFields
        draft={draft.asset}
        errors={review.isSubmitted ? (errors.asset ?? {}) : typedErrors(draft.asset, errors.asset ?? {})}
        choices={choices}
        isDisabled={isFixed}
        onChange={(asset) => setDraft((former) => ({ ...former, asset }))}
      />
      <TextAreaField
        label={t('DealForm.description')}
        hint={t('DealForm.description_hint')}
        value={draft.description}
        error={review.isSubmitted ? errors.description : typedDescriptionFault(draft.description)}
        disabled={isFixed}
        onChange={(description) => setDraft((former) => ({ ...former, description }))}
      />
    </TermsDialog>
  )
}
