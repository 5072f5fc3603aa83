import { businessDayFrom, closureOf, type Currency } from '@connex/protocol'
import { closureText, gapText } from '@connex/protocol/calendar'
import { useCalendar } from '../desk/calendars.ts'
import { formatIsoDay, isDay, weekdayOf } from '../../lib/format.ts'
import { closedDays } from '../../messages/en/closedDays.ts'
import { addMessages, t } from '../../messages/t.ts'
import styles from './ClosedDayText.module.css'

addMessages(closedDays)

export type ClosedDayProps = {
  day: string
  /** Of the cash; null without cash. */
  currency: Currency | null
  /** Another day with a note: what both would say, only that one says. */
  beside?: string
  disabled: boolean
  onChange: (day: string) => void
}

/** Why nothing is paid on a day, with a button for the next business day, and what the calendar does not know. */
export default function ClosedDayText({ day, currency, beside, disabled, onChange }: ClosedDayProps) {
  const { calendar, hasFailed } = useCalendar(currency)
  if (calendar === undefined) return null
  const closure = closureOf(day, calendar)
  const next = businessDayFrom(day, calendar)
  const gapOn = (date: string) =>
    hasFailed && currency !== null ? t('ClosedDay.failure', { currency }) : gapText(date, calendar)
  const gap = gapOn(next)
  // While it is typed, the other day may be half a date.
  const isRepeated = beside !== undefined && isDay(beside) && gap === gapOn(businessDayFrom(beside, calendar))
  const shownGap = isRepeated ? undefined : gap
  if (closure === undefined && shownGap === undefined) return null
  return (
    <p className={styles.note} role="status">
      {closure !== undefined && (
        <>
          {t('ClosedDay.note', { day: dayText(day), why: closureText(closure, calendar) })}{' '}
          {!disabled && (
            <button type="button" className={styles.use} onClick={() => onChange(next)}>
              {t('ClosedDay.use', { day: dayText(next) })}
            </button>
          )}{' '}
        </>
      )}
      {shownGap}
    </p>
  )
}

const dayText = (day: string): string => `${weekdayOf(day)} ${formatIsoDay(day)}`
