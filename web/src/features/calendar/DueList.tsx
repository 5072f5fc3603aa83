import type { DueEvent } from '@connex/protocol'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { t } from '../../messages/t.ts'
import { cashFlowsOf, cashFlowTexts } from '../../shared/desk/cashFlows.ts'
import { dueKey } from '../../shared/desk/dueEvents.ts'
import { DueItem } from '../../shared/desk/DueItem.tsx'
import type { CalendarProps } from './sixWeeks.ts'
import styles from './DueList.module.css'

type Section = { id: string; title: string; events: readonly DueEvent[]; isOverdue?: boolean }

/** The same as a list by day: on a phone, and for whoever prefers to read. */
export function DueList({
  days,
  today,
  events,
  renderAction,
  warningsOf,
  turnOf,
}: CalendarProps & { events: readonly DueEvent[] }) {
  const sections: Section[] = [
    {
      id: 'overdue',
      title: t('Calendar.overdue'),
      events: events.filter(({ isOverdue }) => isOverdue),
      isOverdue: true,
    },
    ...days.map(({ date, events: own }) => ({
      id: date,
      title: date === today ? `${formatWeekday(date)}, ${t('Calendar.today')}` : formatWeekday(date),
      events: own.filter(({ isOverdue }) => !isOverdue),
    })),
    { id: 'open', title: t('Calendar.no_date'), events: events.filter(({ date }) => date === null) },
  ]
  return (
    <div className={styles.list}>
      {sections
        .filter((section) => section.events.length > 0)
        .map((section) => (
          <DaySection
            key={section.id}
            section={section}
            renderAction={renderAction}
            warningsOf={warningsOf}
            turnOf={turnOf}
          />
        ))}
    </div>
  )
}

type SectionProps = { section: Section } & Pick<CalendarProps, 'renderAction' | 'warningsOf' | 'turnOf'>

function DaySection({ section, renderAction, warningsOf, turnOf }: SectionProps) {
  const { id, title, events, isOverdue } = section
  return (
    <section className={styles.section} aria-labelledby={`due-${id}`} data-overdue={isOverdue}>
      <header className={styles.head}>
        <h2 id={`due-${id}`}>{title}</h2>
        <span className={styles.sums}>{cashFlowTexts(cashFlowsOf(events)).join(' · ')}</span>
      </header>
      <ul>
        {events.map((event) => (
          <li key={dueKey(event)} className={styles.item}>
            <DueItem
              event={event}
              action={renderAction(event)}
              turn={turnOf(event)}
              warnings={warningsOf(event)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
