import { transactions } from '../../messages/en/transactions.ts'
import { addMessages, t } from '../../messages/t.ts'
import { ComboboxField } from '../../ui/field/ComboboxField.tsx'
import { QuantityField } from '../../ui/field/QuantityField.tsx'
import { SelectField } from '../../ui/field/SelectField.tsx'
import type { AssetDraft, AssetErrors } from './AssetDraft.ts'
import styles from './AssetFields.module.css'
import type { LegKey } from './useAssetChoices.ts'
import { withInstrument, type AssetField } from './useAssetField.ts'

addMessages(transactions)

type Props = {
  /** Of a form that has both: the heading of the fields, and the side that completes their names. */
  side?: { key: LegKey; heading: string } | undefined
  draft: AssetDraft
  errors: AssetErrors
  choices: AssetField
  isDisabled: boolean
  onChange: (next: AssetDraft) => void
}

/** Instrument, account and quantity, in one row where there is room. */
export function AssetFields({ side, draft, errors, choices, isDisabled, onChange }: Props) {
  const { instruments, accounts, hint, isHintFailure, limits } = choices
  const empty = choices.isLoading ? t('DealForm.loading') : (hint ?? t('Form.no_match'))
  const nameOf = (part: 'instrument' | 'account' | 'quantity') => ({
    label: t(`DealForm.${part}`),
    name: side && t(`Transactions.${side.key}_${part}`),
  })
  return (
    <fieldset className={styles.asset}>
      {side && <legend className={styles.heading}>{side.heading}</legend>}
      <div className={styles.fields}>
        <ComboboxField
          {...nameOf('instrument')}
          placeholder={t('Deal.choose')}
          value={draft.registryId}
          options={instruments}
          error={choices.isLoading ? undefined : (errors.registryId ?? (isHintFailure ? hint : undefined))}
          hint={hint}
          empty={empty}
          disabled={isDisabled}
          onChange={(registryId) => onChange(withInstrument(draft, registryId, choices.propose))}
        />
        <SelectField
          {...nameOf('account')}
          placeholder={t('Deal.choose')}
          value={draft.account}
          options={accounts}
          error={errors.account}
          disabled={isDisabled || accounts.length === 0}
          onChange={(account) => onChange({ ...draft, account })}
        />
        <QuantityField
          {...nameOf('quantity')}
          value={draft.quantity}
          decimals={limits.decimals}
          maximum={draft.registryId === null ? undefined : limits.available}
          error={errors.quantity}
          disabled={isDisabled}
          onChange={(quantity) => onChange({ ...draft, quantity })}
        />
      </div>
    </fieldset>
  )
}
