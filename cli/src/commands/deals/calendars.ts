// The tenant's calendars: on which days nothing is paid in a currency.
import { Currency } from '@connex/protocol'
import { calendarOf, readCalendarFile } from '@connex/protocol/calendar'
import type { TenantCalendar } from '@connex/protocol/calendar'
import { listCalendars, removeCalendar, saveCalendar } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { choice, day, flag, required, text } from '../../command/Option.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { listing } from '../../terminal/listing.ts'
import { readText } from '../../terminal/fileText.ts'

/** EUR has TARGET, which is built in. */
const currency = choice(
  Currency.options.filter((one) => one !== 'EUR'),
  'the currency',
)

const csv = flag('print the rows as CSV, for spreadsheets')

/** The last day that a calendar knows. */
const untilOf = (calendar: TenantCalendar): string => {
  const found = calendarOf(calendar.currency, [calendar])
  return found.kind === 'TENANT' ? found.until : ''
}
const firstOf = ({ closedDays: [first] }: TenantCalendar): string => first?.date ?? ''
const countText = ({ closedDays: { length } }: TenantCalendar): string =>
  length === 1 ? '1 closed day' : `${length} closed days`

export const calendarsCommand = command({
  path: 'calendars',
  summary: "your tenant's calendars of closed days, one per currency",
  about:
    'The dates of a deal are checked against the calendar of its cash: TARGET for EUR, which is built in; for other ' +
    'currencies, the calendar that your tenant has imported. Without one, only weekends are known.',
  options: { csv, ...connectionOptions },
  examples: ['calendars', 'calendars --json'],
  async run(context) {
    const { client } = await connect(context)
    const items = await listCalendars(client, { signal: context.signal })
    return { items, totalItemCount: items.length, page: 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Currency', of: (calendar) => calendar.currency },
        { title: 'Closed days', of: ({ closedDays }) => String(closedDays.length), isRight: true },
        { title: 'First', of: firstOf },
        { title: 'Known until', of: untilOf },
      ],
      'No calendars. EUR uses TARGET; for every other currency only weekends are known.',
    ),
})

export const showCalendarCommand = command({
  path: 'calendars show',
  summary: "the closed days of a currency's calendar",
  positionals: { currency: required(currency) },
  options: { csv, ...connectionOptions },
  examples: ['calendars show USD', 'calendars show USD --csv > usd.csv'],
  async run(context) {
    const { client } = await connect(context)
    return findCalendar(await listCalendars(client, { signal: context.signal }), context.positionals.currency)
  },
  show(calendar) {
    const days = { items: calendar.closedDays, totalItemCount: calendar.closedDays.length, page: 1 }
    const shown = listing(
      days,
      [
        { title: 'date', of: ({ date }) => date },
        { title: 'name', of: ({ name }) => name ?? '' },
      ],
      '',
    )
    const until = `Known until ${untilOf(calendar)}; after that only weekends are known.`
    return { ...shown, text: `${shown.text}\n${until}` }
  },
})

function findCalendar(calendars: readonly TenantCalendar[], wanted: Currency): TenantCalendar {
  const found = calendars.find((one) => one.currency === wanted)
  if (found !== undefined) return found
  const own = calendars.map((one) => one.currency).join(', ')
  throw CliError.of('unknownName', 'calendar', wanted, own === '' ? 'There are none.' : `There are: ${own}.`)
}

const yes = flag('do not ask')

export const importCalendarCommand = command({
  path: 'calendars import',
  summary: "store a file of closed days as a currency's calendar, in place of the one before",
  about:
    'Each line has a date and, optionally, a name: 2026-11-26,Thanksgiving. If there are problems, all are reported at once, ' +
    'with row and column, and nothing is stored. The calendar is known from January of the year of its first day until --until, by ' +
    'default until its last day. Needs the privilege user.BUSINESS_ADMIN.',
  positionals: { file: required(text('FILE', 'the CSV file, in UTF-8; - for standard input')) },
  options: {
    currency: required(currency),
    until: day('the day up to which the file lists every closed day; its last day by default'),
    dryRun: flag('check the file; store nothing'),
    yes,
    ...connectionOptions,
  },
  examples: [
    'calendars import usd.csv --currency USD --until 2027-12-31 --dry-run',
    'calendars import usd.csv --currency USD --until 2027-12-31 --yes',
  ],
  async run(context) {
    const { options, positionals, terminal, signal } = context
    const { closedDays, faults } = readCalendarFile(await readText(positionals.file, terminal.readInput))
    const { until } = options
    const name = positionals.file === '-' ? 'the input' : positionals.file
    if (faults.length > 0) throw CliError.listing('importInvalid', faults, name, String(faults.length))
    const last = closedDays.at(-1)?.date ?? ''
    if (until !== undefined && until < last)
      throw CliError.of('usage', `--until must not be before the last closed day, ${last}.`)
    const calendar: TenantCalendar = {
      currency: options.currency,
      closedDays,
      ...(until !== undefined && { completeUntil: until }),
    }
    if (options.dryRun) return { isDryRun: true, calendar }
    if (!options.yes && !terminal.canAsk) throw CliError.of('answerMissing')
    const { client } = await connect(context)
    const [before] = (await listCalendars(client, { signal })).filter(
      (one) => one.currency === options.currency,
    )
    terminal.note(`${options.currency}: ${spanText(calendar)}.`)
    if (before !== undefined) terminal.note(`This replaces the stored one: ${spanText(before)}.`)
    if (!options.yes && !(await terminal.confirm('Store this calendar?', signal)))
      throw CliError.of('notStored')
    return { isDryRun: false, calendar: await saveCalendar(client, calendar, { signal }) }
  },
  show: ({ isDryRun, calendar }) =>
    isDryRun
      ? `The file is valid: ${spanText(calendar)}. Nothing was stored.`
      : `Stored the calendar for ${calendar.currency}: ${spanText(calendar)}.`,
})

const spanText = (calendar: TenantCalendar): string =>
  `${countText(calendar)} from ${firstOf(calendar)}, known until ${untilOf(calendar)}`

export const removeCalendarCommand = command({
  path: 'calendars remove',
  summary: "remove a currency's calendar; only its weekends are known from then on",
  about: 'Needs the privilege user.BUSINESS_ADMIN.',
  positionals: { currency: required(currency) },
  options: { yes, ...connectionOptions },
  examples: ['calendars remove USD --yes'],
  async run(context) {
    const { options, positionals, terminal, signal } = context
    if (!options.yes && !terminal.canAsk) throw CliError.of('answerMissing')
    const { client } = await connect(context)
    const found = findCalendar(await listCalendars(client, { signal }), positionals.currency)
    terminal.note(`${found.currency}: ${spanText(found)}.`)
    if (!options.yes && !(await terminal.confirm('Remove this calendar?', signal)))
      throw CliError.of('notStored')
    await removeCalendar(client, found.currency, { signal })
    return { removed: found.currency }
  },
  show: ({ removed }) => `Removed the calendar for ${removed}: from now on only its weekends are known.`,
})
