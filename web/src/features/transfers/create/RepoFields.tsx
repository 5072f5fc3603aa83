import { Currency, RepoTerms } from '@connex/protocol'
import { lazy, Suspense } from 'react'
import { cx } from '../../../lib/dom.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { t } from '../../../messages/t.ts'
import { DateField } from '../../../ui/field/DateField.tsx'
import { DecimalField, QuantityField } from '../../../ui/field/QuantityField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import type { TransferFieldsProps } from './transferDraft.ts'
import styles from './TransferFields.module.css'

const RepoDays = lazy(() => importWithRetry(() => import('./RepoDays.tsx')))

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The private terms of a repo. */
export function RepoFields({ draft, errors, isDisabled, onChange }: TransferFieldsProps) {
  const shared = { disabled: isDisabled }
  return (
    <>
      <div className={cx(styles.row, styles.cash)}>
        <QuantityField
          {...shared}
          label={t('TransferForm.cash_quantity')}
          value={draft.cashQuantity}
          decimals={2}
          error={errors.cashQuantity}
          onChange={(cashQuantity) => onChange({ cashQuantity })}
        />
        <SelectField
          {...shared}
          label={t('TransferForm.cash_currency')}
          value={draft.cashCurrency}
          options={choices(Currency.options)}
          onChange={(value) => onChange({ cashCurrency: Currency.parse(value) })}
        />
        <DecimalField
          {...shared}
          label={t('TransferForm.rate')}
          suffix="%"
          value={draft.rate}
          error={errors.rate}
          onChange={(rate) => onChange({ rate })}
        />
        <SelectField
          {...shared}
          label={t('TransferForm.day_count')}
          value={draft.dayCount}
          options={choices(RepoTerms.shape.dayCount.options)}
          onChange={(value) => onChange({ dayCount: RepoTerms.shape.dayCount.parse(value) })}
        />
      </div>
      <div className={styles.row}>
        <DateField
          {...shared}
          label={t('TransferForm.purchase_date')}
          value={draft.purchaseDate}
          error={errors.purchaseDate}
          onChange={(purchaseDate) => onChange({ purchaseDate })}
        />
        <DateField
          {...shared}
          label={t('TransferForm.repurchase_date')}
          isOptional
          value={draft.repurchaseDate}
          error={errors.repurchaseDate}
          onChange={(repurchaseDate) => onChange({ repurchaseDate })}
        />
      </div>
      <Suspense fallback={null}>
        <RepoDays draft={draft} isDisabled={isDisabled} onChange={onChange} />
      </Suspense>
    </>
  )
}
