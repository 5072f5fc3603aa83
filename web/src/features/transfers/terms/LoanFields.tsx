import { DayCount } from '@connex/protocol'
import { Billing, FeePrice, TermType } from '@connex/protocol/deals'
import { cx } from '../../../lib/dom.ts'
import { formatIsoDay } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import { DateField } from '../../../ui/field/DateField.tsx'
import { DecimalField, QuantityField } from '../../../ui/field/QuantityField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { withNone, type MoreFieldsProps } from './MarginFields.tsx'
import styles from './MoreTerms.module.css'
import { hasEndDate, type MoreDraft } from './moreTerms.ts'

type Props = MoreFieldsProps & {
  /** The first day of the loan where none is entered. */
  start: string
}

/** What a loan costs, and how long it lasts. */
export function LoanFields(props: Props) {
  return (
    <>
      <FeeFields {...props} />
      <BillingFields {...props} />
      <DurationFields {...props} />
    </>
  )
}

function FeeFields({ more, errors, isDisabled, onChange }: Props) {
  return (
    <div className={cx(styles.row, styles.fee)}>
      <DecimalField
        label={t('MoreTerms.fee_rate')}
        suffix="%"
        isOptional
        value={more.feeRate}
        error={errors.feeRate}
        disabled={isDisabled}
        onChange={(feeRate) => onChange({ feeRate })}
      />
      <SelectField
        label={t('MoreTerms.day_count')}
        value={more.dayCount}
        options={DayCount.options.map((value) => ({ value, label: value }))}
        disabled={isDisabled}
        onChange={(value) => onChange({ dayCount: DayCount.parse(value) })}
      />
      <QuantityField
        label={t('MoreTerms.minimum_fee')}
        hint={t('MoreTerms.minimum_fee_hint')}
        isOptional
        decimals={2}
        value={more.minimumFee}
        error={errors.minimumFee}
        disabled={isDisabled}
        onChange={(minimumFee) => onChange({ minimumFee })}
      />
    </div>
  )
}

function DurationFields({ more, errors, isDisabled, onChange, start }: Props) {
  return (
    <>
      <div className={styles.row}>
        <SelectField
          label={t('MoreTerms.term_type')}
          value={more.termType}
          options={withNone(
            TermType.options.map((value) => ({ value, label: t(`MoreTerms.term_${value}`) })),
          )}
          error={errors.termType}
          disabled={isDisabled}
          onChange={(value) => onChange({ termType: value as MoreDraft['termType'] })}
        />
        <DecimalField
          label={t('MoreTerms.notice')}
          suffix={t('MoreTerms.notice_unit')}
          isOptional={more.termType !== 'EVERGREEN'}
          value={more.noticeDays}
          error={errors.noticeDays}
          disabled={isDisabled}
          onChange={(noticeDays) => onChange({ noticeDays })}
        />
      </div>
      <div className={styles.row}>
        <DateField
          label={t('MoreTerms.start_date')}
          hint={t('MoreTerms.start_hint', { day: formatIsoDay(start) })}
          isOptional
          value={more.startDate}
          error={errors.startDate}
          disabled={isDisabled}
          onChange={(startDate) => onChange({ startDate })}
        />
        {hasEndDate(more) && (
          <DateField
            label={t('MoreTerms.end_date')}
            value={more.endDate}
            error={errors.endDate}
            disabled={isDisabled}
            onChange={(endDate) => onChange({ endDate })}
          />
        )}
      </div>
      <ClosedDayNote
        day={hasEndDate(more) ? more.endDate : ''}
        currency={null}
        disabled={isDisabled}
        onChange={(endDate) => onChange({ endDate })}
      />
    </>
  )
}

function BillingFields({ more, isDisabled, onChange }: Props) {
  return (
    <div className={styles.row}>
      <SelectField
        label={t('MoreTerms.fee_price')}
        value={more.feePrice}
        options={FeePrice.options.map((value) => ({ value, label: t(`MoreTerms.price_${value}`) }))}
        disabled={isDisabled}
        onChange={(value) => onChange({ feePrice: FeePrice.parse(value) })}
      />
      <SelectField
        label={t('MoreTerms.billing')}
        value={more.billing}
        options={Billing.options.map((value) => ({ value, label: t(`MoreTerms.billing_${value}`) }))}
        disabled={isDisabled}
        onChange={(value) => onChange({ billing: Billing.parse(value) })}
      />
    </div>
  )
}
