import { call, createFopTransfer, createRepoTransfer, createSecLendTransfer } from '@connex/sdk'
import type { Client, Created, Custodian, SendOptions } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Block } from '../../../shared/ledger/LedgerDialog.tsx'
import { useViewer } from '../../../lib/Viewer.ts'
import { suspensionOf } from '../../../shared/deal/AssetDraft.ts'
import { TermsDialog } from '../../../shared/deal/TermsDialog.tsx'
import { isUntouched } from '../../../shared/deal/formChecks.ts'
import { useAssetChoices } from '../../../shared/deal/useAssetChoices.ts'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { useReview } from '../../../shared/deal/useReview.ts'
import { todayUtc } from '../../../lib/format.ts'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { t } from '../../../messages/t.ts'
import { TransferFields } from './TransferFields.tsx'
import { transferConsequences } from './transferConsequences.ts'
import { checkTransfer, emptyDraft, liveErrors, sidesOf } from './transferDraft.ts'
import type { TransferDraft, TransferKind, TransferTerms } from './transferDraft.ts'

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

/** The verb of the kind, with what was agreed. */
export function createTransfer(
  client: Client,
  { registryManagerAddr, registrarAddr }: Custodian,
  terms: TransferTerms,
  options: SendOptions,
): Promise<Created> {
  const { kind, assets, repo, ...agreed } = terms
  const keeper = { registryManagerAddr, registrarAddr }
  const { deliver, receive } = assets
  if (kind === 'SEC_LEND') {
    if (deliver === undefined || receive === undefined) throw new TypeError('a loan has two sides')
    const sides = { deliver: { ...keeper, ...deliver }, receive: { ...keeper, ...receive } }
    return createSecLendTransfer(client, { ...agreed, ...sides }, options)
  }
  const asset = deliver ?? receive
  if (asset === undefined) throw new TypeError('a transfer has securities')
  const parameters = { ...agreed, ...keeper, ...asset }
  if (repo === undefined) return createFopTransfer(client, parameters, options)
  const { terms: repoTerms, currency } = repo
  return createRepoTransfer(client, { ...parameters, terms: repoTerms, cashCurrency: currency }, options)
}

/** What the ledger could not be asked is asked again after this. */
const AGAIN_MS = 5_000

export type Payments = 'available' | 'unavailable' | 'unknown' | 'failed'

/** Whether the ledger can document payments at all: it has a leg manager for them, and that is active. */
export function usePayments(isAsked: boolean): Payments {
  const { client } = useViewer()
  const { data, isError } = useQuery({
    queryKey: ['platform', 'leg-managers'],
    queryFn: ({ signal }) => call(client, 'legManagers', { signal }),
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  })
  if (data === undefined) return isError ? 'failed' : 'unknown'
  const external = data.items.find(({ registryType }) => registryType === 'EXTERNAL')
  return external?.active === true ? 'available' : 'unavailable'
}

/** What is said of each kind: its dialog's title, and how it went. */
const WORDS = {
  FOP: {
    title: 'TransferForm.title_FOP',
    sending: 'TransferForm.sending_FOP',
    success: 'TransferForm.success_FOP',
    failure: 'TransferForm.failure_FOP',
  },
  REPO: {
    title: 'TransferForm.title_REPO',
    sending: 'TransferForm.sending_REPO',
    success: 'TransferForm.success_REPO',
    failure: 'TransferForm.failure_REPO',
  },
  SEC_LEND: {
    title: 'TransferForm.title_SEC_LEND',
    sending: 'TransferForm.sending_SEC_LEND',
    success: 'TransferForm.success_SEC_LEND',
    failure: 'TransferForm.failure_SEC_LEND',
  },
} as const

export const transferWords = (kind: TransferKind | null) => WORDS[kind ?? 'FOP']
