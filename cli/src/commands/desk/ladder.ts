// What will be available, day by day, and which deals make a shortage.
import { formatQuantity, isUsable, pagingFields, shownIdentifier } from '@connex/protocol'
import type {
  Availability,
  AvailabilityDay,
  AvailabilityFlow,
  FlowCertainty,
  FlowKind,
} from '@connex/protocol'
import { everyPage, listAvailability, listAvailabilityFlows } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { asOfOptions, pageOptions } from '../../command/listOptions.ts'
import { day, flag, text } from '../../command/Option.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { loadDirectory } from '../../directory/directory.ts'
import { listing } from '../../terminal/listing.ts'
import type { Listing } from '../../terminal/listing.ts'
import { table } from '../../terminal/table.ts'

type Row = Availability & { custodian: string }
type Flow = AvailabilityFlow & { counterparty: string }
type Shortage = { row: Row; flows: readonly Flow[] }

const certaintyTexts: Record<FlowCertainty, string> = {
  CERTAIN: 'certain',
  EXPECTED: 'expected',
  POSSIBLE: 'possible',
  HELD_UP: 'held up by an overdue proposal',
}

const kindTexts: Record<FlowKind, string> = {
  DELIVERY: 'transfer',
  MINT: 'mint request',
  RECALL: 'recall',
  RETURN: 'return',
}

const nameOf = ({ label, identifier, registryId }: Availability): string =>
  label ?? shownIdentifier(identifier ?? registryId)
const units = (quantity: string, { decimals }: Availability): string => formatQuantity(quantity, decimals)
/** The first of the days with the least. */
const lowestOf = ({ days: [first, ...later] }: Availability): AvailabilityDay | undefined =>
  first &&
  later.reduce((lowest, each) => (BigInt(each.certain) < BigInt(lowest.certain) ? each : lowest), first)

const noteOf = (row: Availability): string =>
  [
    ...(isUsable(row) ? [] : [`0 usable: registry ${(row.registryState ?? '').toLowerCase()}`]),
    ...(row.shortFrom === null ? [] : [`short from ${row.shortFrom}`]),
    ...(row.heldUp === '0'
      ? []
      : [`held up by overdue proposals: cancel them to release ${units(row.heldUp, row)}`]),
  ].join('; ')

export const deskLadderCommand = command({
  path: 'desk ladder',
  summary: 'what will be available of each instrument at each custodian, and what will be short',
  about:
    'Certain: what is available now, plus what all investors have confirmed, less what you owe. Expected: plus what others owe you ' +
    'on time. Possible: plus proposals and overdue returns. --csv has a line for each day.',
  options: {
    to: day('the last day, at most a year from today; 30 days from today by default'),
    shortOnly: flag('only what will be short, with the deals that make it so'),
    filter: text('TEXT', 'only instruments whose identifier or name contains this', {
      of: pagingFields.filter,
    }),
    ...pageOptions,
    ...asOfOptions,
    ...connectionOptions,
  },
  examples: ['desk ladder', 'desk ladder --short-only', 'desk ladder --to 2026-12-31 --csv'],
  async run(context) {
    const { options, signal } = context
    const { to, filter, page, itemsPerPage, asOfBlock, asOfTime } = options
    const { client, ...session } = await connect(context)
    const moment = { to, asOfBlock, asOfTime }
    const query = { ...moment, filter, page, itemsPerPage, ...(options.shortOnly ? { isShort: true } : {}) }
    const [directory, found] = await Promise.all([
      loadDirectory({ client, ...session }, context),
      listAvailability(client, query, { signal }),
    ])
    const items = found.items.map((row) => ({ ...row, custodian: directory.nameOf(row.registrarAddr) }))
    const shortages = await Promise.all(
      (options.shortOnly ? items : []).map(async (row): Promise<Shortage> => {
        const { registryManagerAddr, registryId, shortFrom } = row
        const of = { ...moment, to: shortFrom ?? to, registryManagerAddr, registryId }
        const flows = await everyPage((paging) =>
          listAvailabilityFlows(client, { ...of, ...paging }, { signal }),
        )
        return {
          row,
          flows: flows.map((flow) => ({ ...flow, counterparty: directory.nameOf(flow.counterpartyAddr) })),
        }
      }),
    )
    return { ...found, items, shortages, isShortOnly: options.shortOnly, page: page ?? 1 }
  },
  show: showLadder,
})

/** What is shown of a page. */
type Found = {
  items: readonly Row[]
  shortages: readonly Shortage[]
  isShortOnly: boolean
  withoutTerms: number
  totalItemCount: number
  page: number
}

/** Rows for people, and a line for each day for spreadsheets. `showLadder(found).csv` */
export function showLadder(found: Found): Listing {
  const { items, shortages, isShortOnly, withoutTerms } = found
  const empty = isShortOnly ? 'Nothing will be short.' : 'Nothing is held or on its way.'
  const shown = listing(found, COLUMNS, empty)
  const daily = items.flatMap((row) => row.days.map((each) => ({ row, each })))
  const { csv } = listing({ ...found, items: daily }, DAY_COLUMNS, '')
  const unknown =
    withoutTerms === 0
      ? []
      : [`Not counted: the returns of ${withoutTerms} repos and loans whose terms your server does not have.`]
  return { ...shown, csv, text: [shown.text, ...shortages.map(shortageText), ...unknown].join('\n\n') }
}

const COLUMNS = [
  { title: 'Instrument', of: nameOf },
  { title: 'Custodian', of: ({ custodian }: Row) => custodian },
  { title: 'Available', of: (row: Row) => units(row.available, row), isRight: true },
  { title: 'Lowest', of: (row: Row) => units(lowestOf(row)?.certain ?? '0', row), isRight: true },
  { title: 'On', of: (row: Row) => lowestOf(row)?.date ?? '' },
  {
    title: 'Certain at the end',
    of: (row: Row) => units(row.days.at(-1)?.certain ?? '0', row),
    isRight: true,
  },
  { title: 'Expected', of: (row: Row) => units(row.days.at(-1)?.expected ?? '0', row), isRight: true },
  { title: 'Possible', of: (row: Row) => units(row.days.at(-1)?.possible ?? '0', row), isRight: true },
  { title: 'Note', of: noteOf },
]

type DayRow = { row: Row; each: AvailabilityDay }

const DAY_COLUMNS = [
  { title: 'Instrument', of: ({ row }: DayRow) => row.identifier ?? row.registryId },
  { title: 'Name', of: ({ row }: DayRow) => row.label ?? '' },
  { title: 'Custodian', of: ({ row }: DayRow) => row.custodian },
  { title: 'Day', of: ({ each }: DayRow) => each.date },
  { title: 'Certain', of: ({ row, each }: DayRow) => units(each.certain, row), isRight: true },
  { title: 'Expected', of: ({ row, each }: DayRow) => units(each.expected, row), isRight: true },
  { title: 'Possible', of: ({ row, each }: DayRow) => units(each.possible, row), isRight: true },
  { title: 'Registry', of: ({ row }: DayRow) => row.registryState ?? '' },
]

const shortageText = ({ row, flows }: Shortage): string =>
  `${nameOf(row)} at ${row.custodian}, short from ${row.shortFrom ?? ''}:\n${table(
    flows,
    [
      { title: 'Due', of: ({ date, isOverdue }) => (isOverdue ? `${date} overdue` : date) },
      { title: 'What', of: ({ kind }) => kindTexts[kind] },
      { title: 'Certainty', of: ({ certainty }) => certaintyTexts[certainty] },
      { title: 'Quantity', of: ({ quantity }) => units(quantity, row), isRight: true },
      { title: 'Counterparty', of: ({ counterparty }) => counterparty },
      { title: 'Id', of: ({ deliveryId }) => deliveryId },
    ],
    'No deals found.',
  )}`
