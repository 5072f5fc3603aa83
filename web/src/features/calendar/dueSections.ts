// The list of what falls due, in sections: overdue, each day, later, and what has no date.
import type { DueEvent, Page } from '@connex/protocol'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { t } from '../../messages/t.ts'
import type { LadderDay } from './sixWeeks.ts'

export type Section = {
  id: string
  title: string
  events: readonly DueEvent[]
  isOverdue?: boolean
  /** Its events are of several days, so each one names its own. */
  hasDays?: boolean
  /** Those that are only counted. */
  more?: number
}

type Listed = {
  days: readonly LadderDay[]
  events: readonly DueEvent[]
  /** What falls due after the last day, once it is loaded. */
  later: Pick<Page<DueEvent>, 'items' | 'totalItemCount'> | undefined
  today: string
}

/** Without the empty ones. */
export function dueSections({ days, events, later, today }: Listed): Section[] {
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
    {
      id: 'later',
      title: t('Calendar.later'),
      events: later?.items ?? [],
      hasDays: true,
      more: later === undefined ? 0 : later.totalItemCount - later.items.length,
    },
    { id: 'open', title: t('Calendar.no_date'), events: events.filter(({ date }) => date === null) },
  ]
  return sections.filter((section) => section.events.length > 0)
}
