import { Currency, daysBetween, RepoTerms, repurchasePrice } from '@connex/protocol'
import styles from '../../../shared/deal/AssetFields.module.css'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import { formatCash, parseCash } from '../../../lib/format.ts'
import { readDay } from '../../../lib/readDay.ts'
import { t } from '../../../messages/t.ts'
import { DateField } from '../../../ui/field/DateField.tsx'
import { QuantityField } from '../../../ui/field/QuantityField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { TextField } from '../../../ui/field/TextField.tsx'
import type { TransferDraft, TransferErrors } from './transferDraft.ts'

/** The props of every part of the form. */
export type TransferFieldsProps = {
  draft: TransferDraft
  errors: TransferErrors
  isDisabled: boolean
  onChange: (part: Partial<TransferDraft>) => void
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The private terms of a repo, and its repurchase price. */
export function RepoFields({ draft, errors, isDisabled, onChange }: TransferFieldsProps) {
  const shared = { disabled: isDisabled }
  return (
    <>
      <div className={styles.pair}>
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
      </div>
      <div className={styles.pair}>
        <TextField
          {...shared}
          label={t('TransferForm.rate')}
          look="figures"
          inputMode="decimal"
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
      <div className={styles.pair}>
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
      {(['purchaseDate', 'repurchaseDate'] as const).map((name) => (
        <ClosedDayNote
          key={name}
          day={draft[name]}
          disabled={isDisabled}
          onChange={(day) => onChange({ [name]: day })}
        />
      ))}
      <p className={styles.line} role="status">
        {priceText(draft)}
      </p>
    </>
  )
}

/** The repurchase price while the user types, and how it is calculated. */
function priceText(draft: TransferDraft): string {
  const { purchaseDate, repurchaseDate, dayCount, cashCurrency } = draft
  if (repurchaseDate === '') return t('TransferForm.open_repo')
  const { cash } = parseCash(draft.cashQuantity)
  const rate = RepoTerms.shape.rate.safeParse(draft.rate.trim())
  const isDated = readDay(purchaseDate) !== undefined && repurchaseDate > purchaseDate
  if (readDay(repurchaseDate) === undefined) return ''
  if (cash === undefined || !rate.success || !isDated) return ''
  const price = repurchasePrice({
    purchaseDate,
    repurchaseDate,
    purchasePrice: cash,
    rate: rate.data,
    dayCount,
  })
  return price === undefined
    ? ''
    : t('TransferForm.repurchase_price', {
        price: formatCash(price, cashCurrency),
        count: daysBetween(purchaseDate, repurchaseDate),
        dayCount,
      })
}
