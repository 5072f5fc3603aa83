// The maturity calendar: what falls due, in the groups in which a desk works, with what to know of each date.
import type { DueEvent } from '@connex/protocol'
import { dueWarnings } from '@connex/protocol/calendar'
import type { DueWarning } from '@connex/protocol/calendar'
import { everyPage, listCalendars, listDueEvents } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { flag, whole, withDefault } from '../../command/Option.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { loadDirectory } from '../../directory/directory.ts'
import { listing } from '../../terminal/listing.ts'
import type { Listing } from '../../terminal/listing.ts'
import { table } from '../../terminal/table.ts'
import { lateText, loadAwaited } from '../desk/lateTexts.ts'
import { daysFrom, DUE_MEANINGS, isoDay, kindTexts, sideText } from '../desk/questions.ts'

/** In the order in which they are shown. */
export const DUE_GROUPS = ['Overdue', 'Today', 'Next 7 days', 'Later', 'Open'] as const
type DueGroup = (typeof DUE_GROUPS)[number]

/** `groupOf({ date: '2026-11-30', isOverdue: false }, '2026-11-26')` → 'Next 7 days' */
export function groupOf({ date, isOverdue }: Pick<DueEvent, 'date' | 'isOverdue'>, today: string): DueGroup {
  if (date === null) return 'Open'
  if (isOverdue || date < today) return 'Overdue'
  if (date === today) return 'Today'
  return date <= daysFrom(today, 7) ? 'Next 7 days' : 'Later'
}

type Row = DueEvent & {
  group: DueGroup
  counterparty: string
  /** How late it is, and whose turn it is. */
  late: string
  warnings: readonly DueWarning[]
}

export const dealCalendarCommand = command({
  path: 'deal calendar',
  summary:
    'ends of deals, notice, value dates, coupons and maturities: overdue, today, in the next 7 days, later, open',
  about:
    'Shows how many days late an overdue date is, and whose turn it is while a return or transfer is on its way. Warns of a date that is not a business day for its currency, of a currency whose holidays are not known (see connex ' +
    'calendars), and of an instrument that matures before the deal ends. ' +
    DUE_MEANINGS,
  options: {
    days: withDefault(whole('N', 'how many days ahead', { from: 1, to: 3_660 }), 366),
    warningsOnly: flag('only dates with a warning'),
    csv: flag('print the rows as CSV, for spreadsheets'),
    ...connectionOptions,
  },
  examples: ['deal calendar', 'deal calendar --days 30 --warnings-only', 'deal calendar --csv'],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const { client } = session
    const today = isoDay(Date.now())
    const query = { from: today, to: daysFrom(today, options.days), overdue: true, open: true }
    const [directory, events, calendars] = await Promise.all([
      loadDirectory(session, context),
      everyPage((page) => listDueEvents(client, { ...query, ...page }, { signal })),
      listCalendars(client, { signal }),
    ])
    const awaited = await loadAwaited(client, events, signal)
    const rows = events.map((event): Row => ({
      ...event,
      group: groupOf(event, today),
      counterparty: event.counterpartyAddr === null ? '' : directory.nameOf(event.counterpartyAddr),
      late: lateText(event, today, awaited, directory.nameOf),
      warnings: dueWarnings(event, events, calendars),
    }))
    const items = options.warningsOnly ? rows.filter(({ warnings }) => warnings.length > 0) : rows
    return { items, totalItemCount: items.length, page: 1 }
  },
  show: showCalendar,
})

const COLUMNS = [
  { title: 'Date', of: ({ date }: Row) => date ?? 'open' },
  { title: 'What', of: ({ kind }: Row) => kindTexts[kind] },
  { title: 'Counterparty', of: ({ counterparty }: Row) => counterparty },
  { title: 'Comes in', of: ({ incoming }: Row) => sideText(incoming) },
  { title: 'Goes out', of: ({ outgoing }: Row) => sideText(outgoing) },
  { title: 'Late', of: ({ late }: Row) => late },
  { title: 'Warnings', of: ({ warnings }: Row) => warnings.map(({ text }) => text).join(' ') },
  { title: 'Id', of: ({ deliveryId, workflowId }: Row) => deliveryId ?? workflowId ?? '' },
]

/** A table for each group; for spreadsheets one table with a column for it. `showCalendar(found).text` */
export function showCalendar(found: {
  items: readonly Row[]
  totalItemCount: number
  page: number
}): Listing {
  const groups = DUE_GROUPS.flatMap((group) => {
    const rows = found.items.filter((row) => row.group === group)
    return rows.length === 0 ? [] : [`${group}\n${table(rows, COLUMNS, '')}`]
  })
  const empty = 'Nothing falls due.'
  const { csv, footer } = listing(
    found,
    [{ title: 'Group', of: ({ group }: Row) => group as string }, ...COLUMNS],
    empty,
  )
  return { csv, footer, text: [...(groups.length === 0 ? [empty] : groups), footer].join('\n\n') }
}
