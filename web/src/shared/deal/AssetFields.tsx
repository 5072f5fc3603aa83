import { transactions } from '../../messages/en/transactions.ts'
import { addMessages, t } from '../../messages/t.ts'
import { ComboboxField } from '../../ui/field/ComboboxField.tsx'
import { QuantityField } from '../../ui/field/QuantityField.tsx'
import { SelectField } from '../../ui/field/SelectField.tsx'
import type { AssetDraft, AssetErrors } from './AssetDraft.ts'
import styles from './AssetFields.module.css'
import type { AssetChoices, LegKey } from './useAssetChoices.ts'

addMessages(transactions)

type Props = {
  /** Named in the labels of a form that has both; undefined if the form has one only. */
  side?: LegKey | undefined
  draft: AssetDraft
  errors: AssetErrors
  choices: AssetChoices
  isDisabled: boolean
  onChange: (next: AssetDraft) => void
}

/** Instrument, account and quantity. */
export function AssetFields({ side, draft, errors, choices, isDisabled, onChange }: Props) {
  const { instruments, accounts, hint, isHintFailure, limits } = choices
  const empty = choices.isLoading ? t('DealForm.loading') : (hint ?? t('Form.no_match'))
  return (
    <>
      <div className={styles.pair}>
        <ComboboxField
          label={t(side === undefined ? 'DealForm.instrument' : `Transactions.${side}_instrument`)}
          placeholder={t('Deal.choose')}
          value={draft.registryId}
          options={instruments}
          error={errors.registryId ?? (isHintFailure ? hint : undefined)}
          hint={hint}
          empty={empty}
          disabled={isDisabled}
          onChange={(registryId) => onChange({ ...draft, registryId })}
        />
        <SelectField
          label={t(side === undefined ? 'DealForm.account' : `Transactions.${side}_account`)}
          placeholder={t('Deal.choose')}
          value={draft.account}
          options={accounts}
          error={errors.account}
          disabled={isDisabled || accounts.length === 0}
          onChange={(account) => onChange({ ...draft, account })}
        />
      </div>
      <QuantityField
        label={t(side === undefined ? 'DealForm.quantity' : `Transactions.${side}_quantity`)}
        value={draft.quantity}
        decimals={limits.decimals}
        maximum={draft.registryId === null ? undefined : limits.available}
        error={errors.quantity}
        disabled={isDisabled}
        onChange={(quantity) => onChange({ ...draft, quantity })}
      />
    </>
  )
}
