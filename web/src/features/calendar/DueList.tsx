import type { DueEvent } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { cashFlowsOf, cashFlowTexts } from '../../shared/desk/cashFlows.ts'
import { dueKey } from '../../shared/desk/dueEvents.ts'
import { DueItem } from '../../shared/desk/DueItem.tsx'
import { dueSections, type Section } from './dueSections.ts'
import { laterQuery } from './laterQuery.ts'
import { ladderSpan, type CalendarProps } from './sixWeeks.ts'
import styles from './DueList.module.css'

type Props = CalendarProps & {
  events: readonly DueEvent[]
  /** Shown where nothing falls due, later neither. */
  empty: ReactNode
}

/** The same as a list by day: on a phone, and for whoever prefers to read. It also has what falls due after the six weeks. */
export function DueList({ days, today, events, empty, ...itemProps }: Props) {
  const { client } = useViewer()
  const later = useQuery(laterQuery(client, ladderSpan(today).to)).data
  const sections = dueSections({ days, events, later, today })
  if (sections.length === 0) return empty
  return (
    <div className={styles.list}>
      {sections.map((section) => (
        <DaySection key={section.id} section={section} {...itemProps} />
      ))}
    </div>
  )
}

type SectionProps = { section: Section } & Pick<CalendarProps, 'renderAction' | 'warningsOf' | 'noteOf'>

function DaySection({ section, renderAction, warningsOf, noteOf }: SectionProps) {
  const { id, title, events, isOverdue, hasDays, more = 0 } = section
  return (
    <section className={styles.section} aria-labelledby={`due-${id}`} data-overdue={isOverdue}>
      <header className={styles.head}>
        <h2 id={`due-${id}`}>{title}</h2>
        {more === 0 && <span className={styles.sums}>{cashFlowTexts(cashFlowsOf(events)).join(' · ')}</span>}
      </header>
      <ul>
        {events.map((event) => (
          <li key={dueKey(event)} className={styles.item}>
            <DueItem
              event={event}
              action={renderAction(event)}
              note={noteOf(event)}
              warnings={warningsOf(event)}
              hasDay={hasDays}
            />
          </li>
        ))}
        {more > 0 && <li className={styles.more}>{t('Calendar.more', { count: more })}</li>}
      </ul>
    </section>
  )
}
