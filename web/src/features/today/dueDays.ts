// The next business days, with what falls due on them.
import { closedBecause, type DeskSummary } from '@connex/protocol'
import { daysFrom } from '../../lib/days.ts'

export type DueDayRow = DeskSummary['due'][number] & { isClosed: boolean }

/**
 * The next business days from a day on. Days on which TARGET is closed are skipped, unless something is due on them.
 *
 * @example
 * dueDayRows(summary.due, '2026-11-27', 2).map(({ date }) => date) // ['2026-11-27', '2026-11-30']
 */
export function dueDayRows(due: DeskSummary['due'], from: string, count: number): DueDayRow[] {
  const known = new Map(due.map((day) => [day.date, day]))
  const rows: DueDayRow[] = []
  let business = 0
  for (let date = from; business < count; date = daysFrom(date, 1)) {
    const isClosed = closedBecause(date) !== undefined
    if (!isClosed) business += 1
    const found = known.get(date)
    if (!isClosed || found !== undefined) rows.push({ ...(found ?? { date, count: 0, cash: [] }), isClosed })
  }
  return rows
}
