import type { Transfer } from '@connex/protocol'
import { call, createReturn } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { custodianOf } from '../../../lib/custodians.ts'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import { suspensionOf } from '../../../shared/deal/AssetDraft.ts'
import { isUntouched, typedDescriptionFault } from '../../../shared/deal/formChecks.ts'
import { TermsDialog } from '../../../shared/deal/TermsDialog.tsx'
import { useAssetChoices } from '../../../shared/deal/useAssetChoices.ts'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { useReview } from '../../../shared/deal/useReview.ts'
import { todayUtc } from '../../../lib/format.ts'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { DateField } from '../../../ui/field/DateField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { transferConsequences } from '../create/transferConsequences.ts'
import { checkReturn, closingDay, returnedAsset, returnedSides, type ReturnDraft } from './returnForm.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import { useClosing } from '../shared/useClosing.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** Closes a repo or a loan: a transfer of its own, in which everything goes back. */
export default function ReturnDialog({ transfer: opening, onClose }: Props) {
  const { client, custodians } = useViewer()
  const nameOf = useTenantNames()
  const { deliveryId } = opening
  const terms = useQuery({
    queryKey: ['details', 'terms', deliveryId],
    queryFn: async ({ signal }) => {
      const { items } = await call(client, 'deliveryDetails', {
        query: { deliveryIds: [deliveryId] },
        signal,
      })
      return items.find(({ status }) => status === 'SYNCED')?.details ?? null
    },
  })
  const details = terms.data ?? undefined
  const isClosed = useClosing(opening) !== undefined || details?.openingDeliveryId !== undefined
  const counterparty = nameOf(opening.counterpartyAddr)
  const [typed, setTyped] = useState<Partial<ReturnDraft>>({})
  const begun: ReturnDraft = {
    deliver: opening.receive?.account ?? null,
    receive: opening.deliver?.account ?? null,
    repurchaseDate: details?.repo === undefined ? '' : closingDay(details.repo, todayUtc()),
    description: t('ReturnForm.description', { description: opening.description ?? '' }).trim(),
  }
  const draft = { ...begun, ...typed }
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const custodian = custodianOf(custodians, opening)
  const choices = {
    deliver: useAssetChoices('deliver', custodian, returnedAsset(opening, draft, 'deliver')),
    receive: useAssetChoices('receive', custodian, returnedAsset(opening, draft, 'receive')),
  }
  const limits = { deliver: choices.deliver.limits, receive: choices.receive.limits }
  const checked = checkReturn(opening, details, draft, limits)
  const closing = checked.terms
  const parameters = closing && {
    deliveryId,
    accounts: { deliver: closing.assets.deliver?.account, receive: closing.assets.receive?.account },
    description: closing.description,
    ...(closing.repo && { repurchaseDate: draft.repurchaseDate, valueDate: closing.valueDate }),
  }
  const dryRun = useDryRun(
    ['return', deliveryId, JSON.stringify(draft)],
    review.isReviewing && parameters && fourEyes === undefined
      ? (options) => createReturn(client, parameters, options)
      : undefined,
    action.forgetFailure,
  )
  const isFixed = action.isBusy || review.isReviewing
  const change = (part: Partial<ReturnDraft>) => setTyped((former) => ({ ...former, ...part }))

  const sign = () => {
    if (parameters === undefined) return
    void action.start({
      run: (options) => createReturn(client, parameters, options),
      shown: dryRun,
      title: t('ReturnForm.sending', { counterparty }),
      success: ({ deliveryId: id }) => ({
        title: t('ReturnForm.success'),
        text: t('TransferForm.success_text', { counterparty }),
        link: id && { label: t('TransferForm.open'), href: `/transactions?row=${id}` },
      }),
      failure: t('ReturnForm.failure'),
      failureToSubmit: t('TransferForm.submit_failure'),
      onPublished: onClose,
    })
  }
  const isUnreadable = terms.isError || (terms.isSuccess && terms.data === null)
  const failure = isUnreadable
    ? t('TransferForm.prefill_failure')
    : isClosed
      ? t('ReturnForm.closed')
      : suspensionOf(returnedSides(opening).map((side) => limits[side]))
  return (
    <TermsDialog
      title={t('ReturnForm.title')}
      description={transferTitle(opening, counterparty)}
      action={action}
      review={review}
      fourEyes={fourEyes}
      failure={failure}
      hasErrors={Object.keys(checked.errors).length > 0}
      consequences={
        closing &&
        transferConsequences(closing, {
          custodian: custodian?.label ?? nameOf(opening.registrarAddr),
          counterparty,
          choices,
          isClosing: true,
        })
      }
      dryRun={dryRun}
      submit={t('TransferForm.submit')}
      onClose={onClose}
      isFilled={!isUntouched(draft, begun)}
      onSubmit={() => review.goOn(closing !== undefined && !isClosed && fourEyes === undefined, sign)}
    >
      {returnedSides(opening).map((side) => (
        <SelectField
          key={side}
          label={t(`ConfirmForm.${side}_account`)}
          placeholder={t('Deal.choose')}
          value={draft[side]}
          options={choices[side].accounts}
          error={choices[side].isLoading ? undefined : checked.errors[side]}
          hint={choices[side].hint}
          disabled={isFixed}
          onChange={(account) => change({ [side]: account })}
        />
      ))}
      {details?.repo && (
        <>
          <DateField
            label={t('TransferForm.repurchase_date')}
            value={draft.repurchaseDate}
            error={checked.errors.repurchaseDate}
            disabled={isFixed}
            onChange={(repurchaseDate) => change({ repurchaseDate })}
          />
          <ClosedDayNote
            day={draft.repurchaseDate}
            disabled={isFixed}
            onChange={(repurchaseDate) => change({ repurchaseDate })}
          />
        </>
      )}
      <TextAreaField
        label={t('DealForm.description')}
        hint={t('DealForm.description_hint')}
        value={draft.description}
        error={review.isTried ? checked.errors.description : typedDescriptionFault(draft.description)}
        disabled={isFixed}
        onChange={(description) => change({ description })}
      />
    </TermsDialog>
  )
}
