import { termEnd, USUAL_TERMS } from '@connex/protocol'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import { useCalendar } from '../../../shared/desk/calendars.ts'
import { formatIsoDay, isDay, weekdayOf } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import type { TransferFieldsProps } from './transferDraft.ts'
import styles from './TransferFields.module.css'

type Props = Omit<TransferFieldsProps, 'errors'>

/** Below a repo's dates: its usual terms, and what is to know of the days by the calendar of the currency. */
export default function RepoDays(props: Props) {
  const { draft, isDisabled, onChange } = props
  return (
    <>
      <TermChips {...props} />
      {(['purchaseDate', 'repurchaseDate'] as const).map((name) => (
        <ClosedDayNote
          key={name}
          day={draft[name]}
          currency={draft.cashCurrency}
          {...(name === 'purchaseDate' && { beside: draft.repurchaseDate })}
          disabled={isDisabled}
          onChange={(day) => onChange({ [name]: day })}
        />
      ))}
    </>
  )
}

/** Each usual term sets the repurchase date to the business day on which it ends. */
function TermChips({ draft, isDisabled, onChange }: Props) {
  const { purchaseDate, repurchaseDate, cashCurrency } = draft
  const { calendar } = useCalendar(cashCurrency)
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
          onClick={() => onChange({ repurchaseDate: end })}
        >
          {term}
        </button>
      ))}
      <button
        type="button"
        className={styles.chip}
        aria-pressed={repurchaseDate === ''}
        disabled={isDisabled}
        onClick={() => onChange({ repurchaseDate: '' })}
      >
        {t('TransferForm.term_open')}
      </button>
    </div>
  )
}
