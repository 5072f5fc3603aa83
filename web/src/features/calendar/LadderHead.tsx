import { useRef, type KeyboardEvent } from 'react'
import { daysFrom } from '../../lib/days.ts'
import { formatMonth, formatWeekday } from '../../shared/desk/dayText.ts'
import { weekdayOf } from '../../lib/format.ts'
import { t } from '../../messages/t.ts'
import { cashFlowsOf, cashFlowTexts } from '../../shared/desk/cashFlows.ts'
import { holidayLabels, isNarrow, type CalendarProps, type LadderDay } from './sixWeeks.ts'
import { DAY_CARD_ID } from './DayCard.tsx'
import styles from './Ladder.module.css'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Columns that the name of a month or a holiday covers. */
const NAME_ROOM = 7

/** The days: arrows move over them and Enter goes to what falls due on the day. */
export function LadderHead({
  days,
  today,
  selected,
  onDay,
}: Omit<CalendarProps, 'renderAction' | 'warningsOf' | 'noteOf'>) {
  const head = useRef<HTMLDivElement>(null)
  const holidays = holidayLabels(days)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      document.querySelector<HTMLElement>(`#${DAY_CARD_ID}`)?.focus()
    }
    if (step === undefined) return
    event.preventDefault()
    const next = daysFrom(selected, step)
    if (!days.some(({ date }) => date === next)) return
    onDay(next)
    head.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  const first = days[0]?.date ?? today
  const last = days.at(-1)?.date ?? today
  return (
    // The arrows move between the days' own buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={head}
      className={styles.head}
      data-holidays={holidays.size > 0 || undefined}
      role="group"
      aria-label={t('Calendar.days', { from: formatWeekday(first), to: formatWeekday(last) })}
      onKeyDown={onKeyDown}
    >
      <span />
      {days.map((day, index) => (
        <span key={day.date} className={styles.headCell} data-narrow={isNarrow(day) || undefined}>
          {(index === 0 || day.date.endsWith('-01')) && (
            <span
              className={styles.month}
              data-late={days.length - index < NAME_ROOM || undefined}
              aria-hidden
            >
              {formatMonth(day.date)}
            </span>
          )}
          <button
            type="button"
            className={styles.day}
            data-day={day.date}
            data-today={day.date === today || undefined}
            data-closed={day.closed !== undefined || undefined}
            title={dayLabel(day)}
            aria-pressed={day.date === selected}
            aria-current={day.date === today ? 'date' : undefined}
            tabIndex={day.date === selected ? 0 : -1}
            onClick={() => onDay(day.date)}
          >
            <span className={styles.exact}>{dayLabel(day)}</span>
            <span className={styles.weekday} aria-hidden>
              {weekdayOf(day.date).slice(0, 1)}
            </span>
            <span className={styles.number} aria-hidden>
              {Number(day.date.slice(-2))}
            </span>
            <span className={styles.dot} data-on={day.events.length > 0 || undefined} />
          </button>
          {holidays.has(index) && (
            <span
              className={styles.holiday}
              data-late={days.length - index < NAME_ROOM || undefined}
              aria-hidden
            >
              {holidays.get(index)}
            </span>
          )}
        </span>
      ))}
    </div>
  )
}

/** 'Mon 30 Nov, 2 due, in EUR 2,018,800.00'; a holiday is named. */
function dayLabel({ date, events, holidays }: LadderDay): string {
  const day = formatWeekday(date)
  const named = holidays.length === 0 ? day : t('Due.holiday', { day, why: holidays.join(', ') })
  if (events.length === 0) return t('Calendar.day_none', { day: named })
  return [
    t('Calendar.day_due', { day: named, count: events.length }),
    ...cashFlowTexts(cashFlowsOf(events)),
  ].join(', ')
}
