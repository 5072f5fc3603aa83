// Repos and securities loans between their opening and their closing.
import { cashOf, DeliveryId, formatCash, formatQuantity } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import {
  assetText,
  confirmersOf,
  confirmersText,
  dealSentence,
  dealTermTexts,
  entryText,
  EVENT_TEXTS,
  isSameForOther,
  STAGE_TEXTS,
  WARNING_TEXTS,
} from '@connex/protocol/deals'
import type { Deal, DealEntry, DealLot, DeliveryOfDeal, Flow } from '@connex/protocol/deals'
import { getDeal, listDeals } from '@connex/sdk'
import { command } from '../command/Command.ts'
import { asOfOptions, pageOptions } from '../command/listOptions.ts'
import { flag, HEX_ID, required, scalar } from '../command/Option.ts'
import { connect } from '../connection/connect.ts'
import { connectionOptions } from '../connection/connectionOptions.ts'
import { loadDirectory } from '../directory/directory.ts'
import { listing } from '../terminal/listing.ts'
import { fieldList, table } from '../terminal/table.ts'
import { timeText } from '../terminal/text.ts'

/** The parties' names, by address. */
type Named = { names: Readonly<Record<string, string>> }
/** `by`: who created and who confirmed it. */
type ShownEvent = DealEntry & { confirmedBy: readonly Address[]; by: string }
type ShownDeal = Omit<Deal, 'projected' | 'settled' | 'events'> &
  Named & {
    events: readonly ShownEvent[]
    sentence: string
    isSameForOther: boolean | null
    asOf: number | string | null
  }

const partiesOf = ({ giver, taker }: Deal) => [giver, taker]
const units = (quantity: bigint, { asset }: DealLot): string => formatQuantity(quantity, asset.decimals)
const kindTexts = { REPO: 'Repo', LOAN: 'Securities loan' } as const

export const dealListCommand = command({
  path: 'deal list',
  summary: 'repos and securities loans with what is outstanding, the newest first',
  options: {
    open: flag('only those that are settled and not closed'),
    ...pageOptions,
    ...asOfOptions,
    ...connectionOptions,
  },
  examples: ['deal list --open', 'deal list --open --items-per-page 20 --json'],
  async run(context) {
    const { options, signal } = context
    const { page, itemsPerPage, asOfBlock, asOfTime } = options
    const session = await connect(context)
    const query = { page, itemsPerPage, asOfBlock, asOfTime, ...(options.open ? { isOpen: true } : {}) }
    const [directory, found] = await Promise.all([
      loadDirectory(session, context),
      listDeals(session.client, query, { signal }),
    ])
    const own = session.me.tenant.address
    const items = found.items.map(({ deal: { projected: _projected, settled: _settled, ...deal } }) => ({
      ...deal,
      counterparty: directory.nameOf(deal.giver === own ? deal.taker : deal.giver),
    }))
    return { ...found, items, page: page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Deal', of: ({ openingDeliveryId }) => openingDeliveryId },
        { title: 'Type', of: ({ kind }) => kindTexts[kind] },
        { title: 'State', of: ({ state }) => STAGE_TEXTS[state] },
        { title: 'Counterparty', of: ({ counterparty }) => counterparty },
        {
          title: 'Outstanding',
          of: (deal) => outstandingText(deal, assetText),
          whole: (deal) => outstandingText(deal, ({ identifier }) => identifier ?? ''),
          isRight: true,
        },
        { title: 'Ends', of: ({ terms }) => terms.endDate ?? 'open' },
      ],
      'No deals found.',
    ),
})

const outstandingText = ({ lots }: Pick<Deal, 'lots'>, nameOf: (asset: DealLot['asset']) => string): string =>
  lots
    .filter(({ outstanding }) => outstanding > 0n)
    .map((lot) => `${units(lot.outstanding, lot)} ${nameOf(lot.asset)}`)
    .join(', ')

export const dealShowCommand = command({
  path: 'deal show',
  summary: 'one deal: its lots, cash, terms and events',
  about:
    'This program computes the deal itself, from deliveries whose private details match the ledger. Both sides compute the same hash.',
  positionals: { id: required(scalar(DeliveryId, 'ID', "the opening delivery's id", HEX_ID)) },
  options: { ...asOfOptions, ...connectionOptions },
  examples: [
    `deal show 0x${'5e'.repeat(32)}`,
    `deal show 0x${'5e'.repeat(32)} --as-of-time 2026-11-25T08:00:00Z`,
  ],
  async run(context) {
    const { options, positionals, signal } = context
    const { asOfBlock, asOfTime } = options
    const session = await connect(context)
    const [directory, { deal, deliveries, day }] = await Promise.all([
      loadDirectory(session, context),
      getDeal(session.client, positionals.id, { asOfBlock, asOfTime }, { signal }),
    ])
    const { projected: _projected, settled: _settled, ...shown } = deal
    return {
      ...shown,
      events: shown.events.map((event) => shownEvent(event, deliveries, directory.nameOf)),
      sentence: dealSentence(deal, day),
      asOf: asOfBlock === undefined ? (asOfTime ?? null) : `block ${asOfBlock}`,
      isSameForOther: isSameForOther(deal, session.me.tenant.address),
      names: Object.fromEntries(partiesOf(deal).map((tenant) => [tenant, directory.nameOf(tenant)])),
    }
  },
  show: (deal) =>
    [
      fieldList(fieldsOf(deal)),
      lotTable(deal),
      eventTable(deal),
      eventLines(deal),
      ...warningLines(deal),
    ].join('\n\n'),
})

function shownEvent(
  event: DealEntry,
  deliveries: readonly DeliveryOfDeal[],
  nameOf: (tenant: Address) => string,
): ShownEvent {
  const delivery = deliveries.find(({ deliveryId }) => deliveryId === event.deliveryId)
  if (delivery === undefined) throw new TypeError('an event of a deal has a delivery')
  return { ...event, confirmedBy: confirmersOf(delivery), by: confirmersText(delivery, nameOf) }
}

const SAME_TEXTS = new Map<boolean | null, string>([
  [true, "the same as the other side's"],
  [false, 'the other side saw another state'],
  [null, 'the other side has created no event yet'],
])

const pastField = ({ asOf }: ShownDeal): [string, string][] =>
  asOf === null
    ? []
    : [['As of', `${typeof asOf === 'number' ? timeText(asOf) : asOf}: as it was then, not as it is now`]]

function fieldsOf(deal: ShownDeal): [string, string][] {
  const { kind, terms, sentence, cash, names, giver, taker, hash } = deal
  const { principal } = cash
  return [
    ['Deal', deal.openingDeliveryId],
    ...pastField(deal),
    ['State', sentence],
    ['Type', kindTexts[kind]],
    [kind === 'REPO' ? 'Seller' : 'Lender', names[giver] ?? giver],
    [kind === 'REPO' ? 'Buyer' : 'Borrower', names[taker] ?? taker],
    ...(principal === null
      ? []
      : [
          ['Principal', `${formatCash(cashOf(principal.cents), principal.currency)} outstanding`] as [
            string,
            string,
          ],
        ]),
    ...(terms.rate === null
      ? []
      : [
          ['Rate', `${terms.rate}% p.a.${terms.dayCount === null ? '' : `, ${terms.dayCount}`}`] as [
            string,
            string,
          ],
        ]),
    ['Begins', terms.startDate ?? 'with the settlement'],
    ['Ends', terms.endDate ?? 'open'],
    ...dealTermTexts(terms).map(({ term, value }): [string, string] => [term, value]),
    ['Hash', `${hash}, ${SAME_TEXTS.get(deal.isSameForOther)}`],
  ]
}

const lotTable = ({ lots, names }: ShownDeal): string =>
  table(
    lots,
    [
      { title: 'Lot', of: ({ lot }) => lot },
      { title: 'Instrument', of: ({ asset }) => assetText(asset) },
      { title: 'Held by', of: ({ holder }) => names[holder] ?? holder },
      { title: 'Delivered', of: (lot) => units(lot.delivered, lot), isRight: true },
      { title: 'Returned', of: (lot) => units(lot.returned, lot), isRight: true },
      { title: 'In flight', of: (lot) => units(lot.inFlight, lot), isRight: true },
      { title: 'Outstanding', of: (lot) => units(lot.outstanding, lot), isRight: true },
    ],
    'No lots yet.',
  )

const statusTexts: Record<DealEntry['status'], string> = {
  SETTLED: 'settled',
  IN_FLIGHT: 'in flight',
  CANCELED: 'canceled',
}

const flowText = ({ purpose, cents, currency }: Flow): string =>
  `${formatCash(cashOf(cents), currency)} ${purpose.toLowerCase().replaceAll('_', ' ')}`

/** One sentence for each event. */
const eventLines = (deal: ShownDeal): string =>
  deal.events.map((event) => `${entryText(event, deal)}: ${event.by}.`).join('\n')

function eventTable({ events, lots }: ShownDeal): string {
  const moveText = ({ lot, quantity, way }: DealEntry['moves'][number]): string => {
    const known = lots.find((one) => one.lot === lot)
    return `${way === 'back' ? '−' : '+'}${formatQuantity(quantity, known?.asset.decimals ?? 0)} ${lot}`
  }
  return table(
    events,
    [
      { title: 'Event', of: ({ kind }) => EVENT_TEXTS[kind] },
      { title: 'Status', of: ({ status }) => statusTexts[status] },
      { title: 'Date', of: ({ effectiveDate }) => effectiveDate ?? '' },
      { title: 'Securities', of: ({ moves }) => moves.map(moveText).join(', ') },
      { title: 'Cash', of: ({ flows }) => flows.map(flowText).join(', ') },
      { title: 'Delivery', of: ({ deliveryId }) => deliveryId },
    ],
    '',
  )
}

function warningLines({ warnings }: ShownDeal): string[] {
  if (warnings.length === 0) return []
  return [warnings.map(({ code, deliveryId }) => `! ${WARNING_TEXTS[code]} ${deliveryId}`).join('\n')]
}
