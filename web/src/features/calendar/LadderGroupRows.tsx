import type { DueEvent } from '@connex/protocol'
import { readableText } from '@connex/protocol'
import type { ReactNode } from 'react'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useToday } from '../../lib/useNow.ts'
import { t } from '../../messages/t.ts'
import { DueLink } from '../../shared/desk/DueItem.tsx'
import { dueTitle, lateText, sideTexts } from '../../shared/desk/dueText.ts'
import type { Bar, LadderDay, LadderGroup, Mark } from './sixWeeks.ts'
import styles from './Ladder.module.css'

/** The first column has the labels. */
const FIRST_DAY_COLUMN = 2

type Props = {
  group: LadderGroup
  days: readonly LadderDay[]
  renderAction: (event: DueEvent) => ReactNode
}

/** Everything with one counterparty: a row for each open deal, then its other dates. */
export function LadderGroupRows({ group, days, renderAction }: Props) {
  const nameOf = useTenantNames()
  const { counterparty, bars, marks } = group
  const name = counterparty === null ? t('Calendar.others') : nameOf(counterparty)
  return (
    <section aria-label={name}>
      <div className={styles.groupHead}>
        <h2 className={styles.groupName}>{name}</h2>
        {bars.length > 0 && (
          <span className={styles.groupNote}>{t('Calendar.deals', { count: bars.length })}</span>
        )}
      </div>
      {bars.map((bar) => (
        <BarRow
          key={`${bar.event.kind} ${bar.event.deliveryId}`}
          bar={bar}
          dayCount={days.length}
          action={renderAction(bar.event)}
        />
      ))}
      {marks.length > 0 && (
        <div className={styles.row}>
          <span className={styles.label} data-muted="">
            {counterparty === null ? '' : t('Calendar.dates')}
          </span>
          {marks.map((mark) => (
            <MarkCell key={mark.column} mark={mark} day={days[mark.column]?.date ?? ''} />
          ))}
        </div>
      )}
    </section>
  )
}

/** A bar of this share of the width has room for its text. */
const ROOMY = 0.36
/** Where one ends after this share, its text is on the left. */
const LATE = 0.62

/** Text that crosses the end of its bar could not be read. */
function textPlace({ from, to }: Bar, dayCount: number): 'inside' | 'before' | 'after' {
  if (to - from >= dayCount * ROOMY) return 'inside'
  return to > dayCount * LATE ? 'before' : 'after'
}

function BarRow({ bar, dayCount, action }: { bar: Bar; dayCount: number; action: ReactNode }) {
  const nameOf = useTenantNames()
  const { event, from, to, isCut, fades } = bar
  const late = lateText(event, useToday())
  const { description, rate, startDate, date, incoming, outgoing, isOverdue } = event
  const [amount = ''] = [...sideTexts(incoming), ...sideTexts(outgoing)]
  const terms = [amount, ...(rate === null ? [] : [t('Due.rate', { rate })])].join(' · ')
  const what = dueTitle(event, nameOf)
  const start = startDate === null ? t('Calendar.before') : formatWeekday(startDate)
  const label =
    date === null
      ? t('Calendar.bar_open', { what, terms, from: start })
      : t('Calendar.bar', { what, terms, from: start, to: formatWeekday(date) })
  return (
    <div className={styles.row}>
      <span className={styles.label}>
        {description === null ? what : <bdi>{readableText(description)}</bdi>}
      </span>
      <DueLink
        event={event}
        className={styles.bar}
        title={label}
        style={{ gridColumn: `${from + FIRST_DAY_COLUMN} / ${to + FIRST_DAY_COLUMN + 1}` }}
        data-cut={isCut || undefined}
        data-fades={fades || undefined}
        data-overdue={isOverdue || undefined}
        data-text={textPlace(bar, dayCount)}
      >
        <span className={styles.exact}>{label}</span>
        <span className={styles.terms} aria-hidden>
          {terms}
          {date === null && ` · ${t('Calendar.open')}`}
          {late !== undefined && ` · ${late}`}
        </span>
      </DueLink>
      {isOverdue && (
        <span className={styles.action} style={{ gridColumn: `${to + FIRST_DAY_COLUMN + 1} / -1` }}>
          {action}
        </span>
      )}
    </div>
  )
}

/** Dates of one day: a diamond with their number; it leads to the first. */
function MarkCell({ mark: { column, events }, day }: { mark: Mark; day: string }) {
  const nameOf = useTenantNames()
  const [first] = events
  if (first === undefined) return null
  const values = { day: formatWeekday(day), what: dueTitle(first, nameOf), count: events.length - 1 }
  const label = events.length === 1 ? t('Calendar.mark', values) : t('Calendar.mark_many', values)
  return (
    <DueLink
      event={first}
      className={styles.mark}
      title={label}
      style={{ gridColumn: column + FIRST_DAY_COLUMN }}
      data-overdue={events.some(({ isOverdue }) => isOverdue) || undefined}
    >
      <span className={styles.exact}>{label}</span>
      <span className={styles.diamond} />
      {events.length > 1 && (
        <span className={styles.several} aria-hidden>
          {events.length}
        </span>
      )}
    </DueLink>
  )
}
