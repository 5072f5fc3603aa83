// What a desk asks at any moment: what waits for whom, what falls due, and what there is with each counterparty.
import { DueKind, SORT_COLUMNS, formatCash, formatQuantity, shownIdentifier } from '@connex/protocol'
import type { CashFlow, DueSide, Unit, UnitSum, WaitingGroup, WaitingParty } from '@connex/protocol'
import { listCounterparties, listDueEvents, readDeskSummary } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { listOptions, listQuery, pageOptions } from '../../command/listOptions.ts'
import { day, flag, labeledChoice, list, whole, withDefault } from '../../command/Option.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { loadDirectory } from '../../directory/directory.ts'
import { listing } from '../../terminal/listing.ts'
import { table } from '../../terminal/table.ts'
import { timeText } from '../../terminal/text.ts'
import { lateText, loadAwaited } from './lateTexts.ts'

const DAY_MS = 86_400_000
/** `isoDay(Date.now())` → '2026-11-26' */
export const isoDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)
/** `daysFrom('2026-11-30', 1)` → '2026-12-01' */
export const daysFrom = (from: string, days: number): string => isoDay(Date.parse(from) + days * DAY_MS)

const rangeOptions = (days: number) => ({
  from: day('the first day; today by default'),
  days: withDefault(whole('N', 'how many days', { from: 1, to: 3_660 }), days),
})

const rangeOf = (from = isoDay(Date.now()), days: number) => ({ from, to: daysFrom(from, days - 1) })

const waitingTexts: Record<WaitingParty, string> = {
  YOU: 'you',
  COUNTERPARTY: 'counterparty',
  CUSTODIAN: 'custodian',
}

/** `kindTexts.REPURCHASE` → 'repurchase' */
export const kindTexts: Record<DueKind, string> = {
  VALUE_DATE: 'value date',
  OPENING: 'opening',
  REPURCHASE: 'repurchase',
  LOAN: 'loan',
  EXPIRY: 'proposal expires',
  TRANSFER_EXPIRY: 'transfer expires',
  MATURITY: 'maturity',
  RECALL: 'recall',
  NOTICE: 'last day of notice',
  EVERGREEN: 'earliest end',
  COUPON: 'coupon',
}

const flowText = (flows: readonly CashFlow[], side: 'incoming' | 'outgoing'): string =>
  flows.map(({ currency, ...flow }) => formatCash(flow[side], currency)).join(', ')

/** 'EUR nominal', 'nominal', 'units' */
const unitText = (unit: Unit): string =>
  unit === 'UNITS' || unit === 'NOMINAL' ? unit.toLowerCase() : `${unit} nominal`

const sumText = (sums: readonly UnitSum[]): string =>
  sums
    .map(({ unit, decimals, quantity }) => `${formatQuantity(quantity, decimals)} ${unitText(unit)}`)
    .join(', ')

export const deskTodayCommand = command({
  path: 'desk today',
  summary: 'what waits for whom, and what falls due',
  about: 'Cash is documented cash: it moves outside the ledger. Days are UTC.',
  options: {
    ...rangeOptions(7),
    ...connectionOptions,
  },
  examples: ['desk today', 'desk today --days 1 --json'],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const [directory, summary] = await Promise.all([
      loadDirectory(session, context),
      readDeskSummary(session.client, rangeOf(options.from, options.days), { signal }),
    ])
    const named = (groups: readonly WaitingGroup[]) =>
      groups.map((group) => ({
        ...group,
        name: group.tenant === null ? '' : directory.nameOf(group.tenant),
      }))
    return { ...summary, waiting: named(summary.waiting), requests: named(summary.requests) }
  },
  show({ waiting, requests, overdue, due }) {
    const waitingTable = (groups: typeof waiting, counted: string) =>
      table(
        groups,
        [
          { title: 'Waits for', of: ({ party }) => waitingTexts[party] },
          { title: 'Name', of: ({ name }) => name },
          { title: counted, of: ({ count }) => String(count), isRight: true },
          { title: 'Since', of: ({ since }) => timeText(since) },
        ],
        'Nothing is waiting for anyone.',
      )
    const groups = [
      waitingTable(waiting, 'Transfers'),
      ...(requests.length === 0 ? [] : [waitingTable(requests, 'Requests')]),
    ]
    const days = table(
      due,
      [
        { title: 'Due', of: ({ date }) => date },
        { title: 'Events', of: ({ count }) => String(count), isRight: true },
        { title: 'Cash in', of: ({ cash }) => flowText(cash, 'incoming'), isRight: true },
        { title: 'Cash out', of: ({ cash }) => flowText(cash, 'outgoing'), isRight: true },
      ],
      'Nothing falls due.',
    )
    return [...groups, ...(overdue === 0 ? [] : [`Overdue: ${overdue}`]), days].join('\n\n')
  },
})

/** What comes or goes. `sideText(event.incoming)` → '7,000,000 Bund 2034, EUR 1,000.00' */
export const sideText = ({ securities, cash }: DueSide): string =>
  [
    ...securities.map(
      ({ quantity, decimals, label, identifier }) =>
        `${formatQuantity(quantity, decimals)} ${label ?? shownIdentifier(identifier ?? 'unknown')}`,
    ),
    ...(cash === null ? [] : [formatCash(cash.amount, cash.currency)]),
  ].join(', ')

/** Of the kinds whose columns do not say it. */
export const DUE_MEANINGS =
  'A maturity or coupon with a counterparty concerns securities in open deals, which do not move on the day: Comes in shows what the ' +
  'counterparty has from you, Goes out what you have from the counterparty. A last day of notice is listed for extendable deals with days of ' +
  'notice. The earliest end of an evergreen deal assumes that notice is given today.'

export const deskDueCommand = command({
  path: 'desk due',
  summary: 'value dates, openings and ends of deals, expiries, coupons and maturities, the earliest first',
  about: DUE_MEANINGS,
  options: {
    ...rangeOptions(42),
    overdue: flag('also what was due before and has not happened'),
    open: flag('also open repos and loans, which have no date'),
    kind: list(labeledChoice(DueKind.options, kindTexts, 'only what falls due of this kind')),
    ...pageOptions,
    ...connectionOptions,
  },
  examples: [
    'desk due --overdue --open',
    'desk due --kind notice --kind coupon --days 90',
    'desk due --from 2026-11-23 --days 7 --json',
  ],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const { overdue, open, page, itemsPerPage } = options
    const kind = options.kind.length === 0 ? undefined : [...options.kind]
    const query = { ...rangeOf(options.from, options.days), overdue, open, kind, page, itemsPerPage }
    const [directory, due] = await Promise.all([
      loadDirectory(session, context),
      listDueEvents(session.client, query, { signal }),
    ])
    const awaited = await loadAwaited(session.client, due.items, signal)
    const items = due.items.map((event) => ({
      ...event,
      counterparty: event.counterpartyAddr === null ? '' : directory.nameOf(event.counterpartyAddr),
      late: lateText(event, isoDay(Date.now()), awaited, directory.nameOf),
    }))
    return { ...due, items, page: page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Date', of: ({ date }) => date ?? 'open' },
        { title: 'What', of: ({ kind }) => kindTexts[kind] },
        { title: 'Counterparty', of: ({ counterparty }) => counterparty },
        { title: 'Comes in', of: ({ incoming }) => sideText(incoming) },
        { title: 'Goes out', of: ({ outgoing }) => sideText(outgoing) },
        { title: 'Late', of: ({ late }) => late },
        { title: 'Id', of: ({ deliveryId, workflowId }) => deliveryId ?? workflowId ?? '' },
      ],
      'Nothing falls due.',
    ),
})

const COUNTS = ['pending', 'openDeals', 'overdueDeals', 'settled', 'canceled'] as const

export const deskCounterpartiesCommand = command({
  path: 'desk counterparties',
  summary: 'each counterparty: pending transfers, open deals, and what moved in each direction',
  about: 'Delivered, received and cash are sums over settled transfers, by unit and by currency.',
  options: {
    since: day('count only what was settled or canceled since this day'),
    ...listOptions(SORT_COLUMNS.counterparties, { quantities: COUNTS, unfiltered: ['lastAt'] }),
    ...connectionOptions,
  },
  examples: ['desk counterparties', 'desk counterparties --where overdueDeals:at-least:1 --json'],
  async run(context) {
    const { options, signal } = context
    const { client } = await connect(context)
    const since = options.since === undefined ? undefined : Date.parse(options.since) / 1000
    const found = await listCounterparties(client, { ...listQuery(options), since }, { signal })
    return { ...found, page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Counterparty', of: ({ name }) => name },
        { title: 'Pending', of: ({ pending }) => String(pending), isRight: true },
        { title: 'Open', of: ({ openDeals }) => String(openDeals), isRight: true },
        { title: 'Overdue', of: ({ overdueDeals }) => String(overdueDeals), isRight: true },
        { title: 'Settled', of: ({ settled }) => String(settled), isRight: true },
        { title: 'Delivered', of: ({ delivered }) => sumText(delivered), isRight: true },
        { title: 'Received', of: ({ received }) => sumText(received), isRight: true },
        { title: 'Cash in', of: ({ cash }) => flowText(cash, 'incoming'), isRight: true },
        { title: 'Cash out', of: ({ cash }) => flowText(cash, 'outgoing'), isRight: true },
      ],
      'No counterparties found.',
    ),
})
