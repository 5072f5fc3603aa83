import type { TenantCalendar } from '@connex/protocol/calendar'
import { formatIsoDay, weekdayOf } from '../../lib/format.ts'
import { t } from '../../messages/t.ts'
import styles from './CalendarsDialog.module.css'

/** The closed days of a calendar, in order. */
export function CalendarDays({ calendar: { currency, closedDays } }: { calendar: TenantCalendar }) {
  return (
    // A long list scrolls, also by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles.days} aria-label={t('CalendarsDialog.days', { currency })} tabIndex={0}>
      {closedDays.map(({ date, name }) => (
        <li key={date}>
          {t('CalendarsDialog.day', { day: `${weekdayOf(date)} ${formatIsoDay(date)}`, name: name ?? '' })}
        </li>
      ))}
    </ul>
  )
}
