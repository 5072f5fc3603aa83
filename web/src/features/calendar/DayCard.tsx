import { TARGET } from '@connex/protocol'
import { closureText } from '@connex/protocol/calendar'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { t } from '../../messages/t.ts'
import { cashFlowsOf, cashFlowTexts } from '../../shared/desk/cashFlows.ts'
import { dueKey } from '../../shared/desk/dueEvents.ts'
import { DueItem } from '../../shared/desk/DueItem.tsx'
import type { CalendarProps } from './sixWeeks.ts'
import styles from './DayCard.module.css'

export const DAY_CARD_ID = 'due-on-day'

/** What falls due on the selected day, exactly. */
export function DayCard({ days, selected, renderAction, warningsOf, noteOf }: Omit<CalendarProps, 'onDay'>) {
  const day = days.find(({ date }) => date === selected)
  const events = day?.events ?? []
  const closed = day?.closed?.kind === 'weekend' ? [closureText(day.closed, TARGET)] : (day?.holidays ?? [])
  return (
    <section className={styles.card} id={DAY_CARD_ID} tabIndex={-1} aria-labelledby={`${DAY_CARD_ID}-title`}>
      <header className={styles.head}>
        <h2 id={`${DAY_CARD_ID}-title`}>{t('Calendar.due_on', { day: formatWeekday(selected) })}</h2>
        {closed.length > 0 && <span className={styles.closed}>{closed.join(' · ')}</span>}
        <span className={styles.sums}>
          {cashFlowTexts(cashFlowsOf(events)).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      </header>
      {events.length === 0 ? (
        <p className={styles.none}>{t('Calendar.nothing_on')}</p>
      ) : (
        <ul className={styles.list}>
          {events.map((event) => (
            <li key={dueKey(event)}>
              <DueItem
                event={event}
                action={renderAction(event)}
                note={noteOf(event)}
                warnings={warningsOf(event)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
