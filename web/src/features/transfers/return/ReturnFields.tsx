import type { Currency } from '@connex/protocol'
import { availableOf, type Deal, type DealLot, type ReturnProposal } from '@connex/protocol/deals'
import { lazy, Suspense } from 'react'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import { typedDescriptionFault } from '../../../shared/deal/formChecks.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { useAssetNames } from '../../../lib/instruments.ts'
import { t } from '../../../messages/t.ts'
import { DateField } from '../../../ui/field/DateField.tsx'
import { QuantityField } from '../../../ui/field/QuantityField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { movedAsset, type ReturnDraft, type ReturnErrors } from './returnForm.ts'
import { outstandingText, type ReadQuantities } from './returnQuantities.ts'
import type { ReturnAccount } from './useReturnAccounts.ts'

const PartFields = lazy(() => importWithRetry(() => import('./PartFields.tsx')))
const PendingReturns = lazy(() => importWithRetry(() => import('./PendingReturns.tsx')))

type Props = {
  deal: Deal | undefined
  draft: ReturnDraft
  /** Whose quantities the user chooses. */
  lots: readonly DealLot[]
  /** Of a part of a loan, likewise. */
  collateral: readonly DealLot[]
  isPart: boolean
  quantityErrors: ReadQuantities['errors']
  proposal: ReturnProposal | undefined
  errors: ReturnErrors
  accounts: readonly ReturnAccount[]
  counterparty: string
  /** Of a repo. */
  currency: Currency | null | undefined
  isSubmitted: boolean
  isDisabled: boolean
  onChange: (part: Partial<ReturnDraft>) => void
  /** The user opens something else in place of the form. */
  onLeave: () => void
}

export function ReturnFields(props: Props) {
  const { deal, draft, lots, isPart, quantityErrors, errors, accounts } = props
  const { isSubmitted, isDisabled, onChange, onLeave } = props
  const assetName = useAssetNames((deal?.lots ?? []).map(({ asset }) => asset))
  const lotName = ({ asset, lot }: DealLot) => `${assetName(asset)} (${lot})`
  return (
    <>
      {lots.map((lot) => (
        <QuantityField
          key={lot.lot}
          label={
            lots.length === 1
              ? t('ReturnForm.quantity')
              : t('ReturnForm.quantity_of', { instrument: lotName(lot) })
          }
          hint={outstandingText(lot)}
          value={draft.quantities[lot.lot] ?? formatQuantity(availableOf(lot), lot.asset.decimals)}
          decimals={lot.asset.decimals}
          maximum={availableOf(lot)}
          error={quantityErrors[lot.lot]}
          disabled={isDisabled}
          onChange={(quantity) => onChange({ quantities: { ...draft.quantities, [lot.lot]: quantity } })}
        />
      ))}
      {deal?.events.some(({ status }) => status === 'IN_FLIGHT') && (
        <Suspense fallback={null}>
          <PendingReturns deal={deal} assetName={assetName} onLeave={onLeave} />
        </Suspense>
      )}
      {isPart && (
        <Suspense fallback={null}>
          <PartFields {...props} lotName={lotName} />
        </Suspense>
      )}
      {accounts.map(({ move, label, choices }) => (
        <SelectField
          key={move.lot}
          label={label}
          placeholder={t('Deal.choose')}
          value={movedAsset(move, draft).account}
          options={choices.accounts}
          error={choices.isLoading ? undefined : errors.accounts?.[move.lot]}
          hint={choices.hint}
          disabled={isDisabled}
          onChange={(account) => onChange({ accounts: { ...draft.accounts, [move.lot]: account } })}
        />
      ))}
      <RepurchaseDate {...props} />
      <TextAreaField
        label={t('DealForm.description')}
        hint={t('DealForm.description_hint')}
        value={draft.description}
        error={isSubmitted ? errors.description : typedDescriptionFault(draft.description)}
        disabled={isDisabled}
        onChange={(description) => onChange({ description })}
      />
    </>
  )
}

function RepurchaseDate({ draft, errors, currency, isDisabled, onChange }: Props) {
  if (currency === undefined) return null
  const changeDate = (repurchaseDate: string) => onChange({ repurchaseDate })
  return (
    <>
      <DateField
        label={t('TransferForm.repurchase_date')}
        value={draft.repurchaseDate}
        error={errors.repurchaseDate}
        disabled={isDisabled}
        onChange={changeDate}
      />
      <ClosedDayNote
        day={draft.repurchaseDate}
        currency={currency}
        disabled={isDisabled}
        onChange={changeDate}
      />
    </>
  )
}
