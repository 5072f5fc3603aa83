import { termEnd, USUAL_TERMS, type Currency } from '@connex/protocol'
import { useCalendar } from '../../../shared/desk/calendars.ts'
import { formatIsoDay, isDay, weekdayOf } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import styles from './TransferFields.module.css'

type Props = {
  purchaseDate: string
  repurchaseDate: string
  currency: Currency
  isDisabled: boolean
  onChange: (day: string) => void
}

/** The usual terms: each sets the repurchase date to the business day on which it ends. */
export default function TermChips({ purchaseDate, repurchaseDate, currency, isDisabled, onChange }: Props) {
  const { calendar } = useCalendar(currency)
  if (!isDay(purchaseDate) || calendar === undefined) return null
  const ends = USUAL_TERMS.map((term) => ({ term, end: termEnd(purchaseDate, term, calendar) }))
  return (
    <div className={styles.chips} role="group" aria-label={t('TransferForm.term')}>
      {ends.map(({ term, end }) => (
        <button
          key={term}
          type="button"
          className={styles.chip}
          title={`${weekdayOf(end)} ${formatIsoDay(end)}`}
          aria-pressed={end === repurchaseDate}
          disabled={isDisabled}
          onClick={() => onChange(end)}
        >
          {term}
        </button>
      ))}
      <button
        type="button"
        className={styles.chip}
        aria-pressed={repurchaseDate === ''}
        disabled={isDisabled}
        onClick={() => onChange('')}
      >
        {t('TransferForm.term_open')}
      </button>
    </div>
  )
}
