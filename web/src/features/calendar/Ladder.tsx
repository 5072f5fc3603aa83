import type { DueEvent } from '@connex/protocol'
import { useMemo, type CSSProperties } from 'react'
import { t } from '../../messages/t.ts'
import { LadderFlows } from './LadderFlows.tsx'
import { LadderGroupRows } from './LadderGroupRows.tsx'
import { LadderHead } from './LadderHead.tsx'
import { isNarrow, ladderGroups, type CalendarProps } from './sixWeeks.ts'
import styles from './Ladder.module.css'

/** Open deals as bars over six weeks, with what comes and goes each day below them. */
export function Ladder({ events, days, today, ...props }: CalendarProps & { events: readonly DueEvent[] }) {
  const groups = useMemo(() => ladderGroups(events, days, today), [events, days, today])
  const widths = days.map((day) => `minmax(0,${isNarrow(day) ? 0.3 : 1}fr)`).join(' ')
  return (
    <section className={styles.card} aria-label={t('Calendar.title')}>
      <div className={styles.sheet} style={{ '--days': widths } as CSSProperties}>
        <Backdrop days={days} today={today} selected={props.selected} />
        <LadderHead days={days} today={today} selected={props.selected} onDay={props.onDay} />
        <div className={styles.groups}>
          {groups.map((group) => (
            <LadderGroupRows
              key={group.counterparty}
              group={group}
              days={days}
              renderAction={props.renderAction}
            />
          ))}
        </div>
        <LadderFlows days={days} />
      </div>
    </section>
  )
}

/** Weekends and holidays hatched, the selected day tinted, today a hairline; behind all rows. */
function Backdrop({ days, today, selected }: Pick<CalendarProps, 'days' | 'today' | 'selected'>) {
  return (
    <div className={styles.backdrop} aria-hidden>
      <span />
      {days.map((day) => {
        const { date, closed } = day
        return (
          <span
            key={date}
            className={styles.column}
            data-closed={closed !== undefined || undefined}
            data-today={date === today || undefined}
            data-selected={date === selected || undefined}
          />
        )
      })}
    </div>
  )
}
