import type { Currency } from '@connex/protocol'
import { availableOf, type DealLot, type ReturnProposal } from '@connex/protocol/deals'
import { formatQuantity } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import { QuantityField } from '../../../ui/field/QuantityField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import type { ReturnDraft } from './returnForm.ts'
import type { ReadQuantities } from './returnQuantities.ts'

type Props = {
  draft: ReturnDraft
  /** Of a loan. */
  collateral: readonly DealLot[]
  lotName: (lot: DealLot) => string
  quantityErrors: ReadQuantities['errors']
  proposal: ReturnProposal | undefined
  counterparty: string
  /** Of a repo. */
  currency: Currency | null | undefined
  isDisabled: boolean
  onChange: (part: Partial<ReturnDraft>) => void
}

/** What is agreed only where a part goes back: collateral of a loan, or when a repo pays the interest. */
export default function PartFields(props: Props) {
  const { draft, collateral, lotName, quantityErrors, counterparty, currency, isDisabled, onChange } = props
  return (
    <>
      {collateral.map((lot) => (
        <QuantityField
          key={lot.lot}
          label={t('ReturnForm.collateral_of', { instrument: lotName(lot) })}
          hint={t('ReturnForm.collateral_hint', {
            outstanding: formatQuantity(availableOf(lot), lot.asset.decimals),
          })}
          value={draft.quantities[lot.lot] ?? proposedText(lot, props)}
          decimals={lot.asset.decimals}
          maximum={availableOf(lot)}
          error={quantityErrors[lot.lot]}
          disabled={isDisabled}
          onChange={(quantity) => onChange({ quantities: { ...draft.quantities, [lot.lot]: quantity } })}
        />
      ))}
      {currency !== undefined && (
        <SelectField
          label={t('ReturnForm.interest')}
          value={draft.interest}
          options={[
            { value: 'ON_PART', label: t('ReturnForm.on_part') },
            { value: 'AT_END', label: t('ReturnForm.at_end') },
          ]}
          disabled={isDisabled}
          onChange={(interest) => onChange({ interest: interest === 'AT_END' ? 'AT_END' : 'ON_PART' })}
        />
      )}
      <Alert tone="info">{t('ReturnForm.part_note', { counterparty })}</Alert>
    </>
  )
}

/** The protocol's proposal: in proportion to what goes back of the loan. */
function proposedText({ lot, asset }: DealLot, { proposal }: Props): string {
  if (proposal === undefined) return ''
  const move = proposal.moves.find((one) => one.lot === lot)
  return formatQuantity(move?.quantity ?? 0n, asset.decimals)
}
