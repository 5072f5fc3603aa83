// What falls due, a page of it: each row with what comes and goes, and with its counterparty.
import { DEFAULT_CURRENCY, foreignText, isCashOnly, repurchasePrice, ZERO_ADDRESS } from '@connex/protocol'
import type {
  Address,
  CallQuery,
  DealMessage,
  Delivery,
  DeliveryDetails,
  DeliveryId,
  DeliveryLeg,
  DueEvent,
  DueKind,
  DueSide,
  Fingerprint,
  Page,
} from '@connex/protocol'
import { closingOf, dealEventOf, paidCash } from '@connex/protocol/deals'
import type { Deal } from '@connex/protocol/deals'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { offsetOf } from '../lists/page.ts'
import { closingsBy, viewsBy } from '../projections/dealRows.ts'
import { loadDeliveries } from '../queries/deliveries.ts'
import { loadViews } from '../queries/transfers.ts'
import { loadDetails } from '../sharing/deliveryDetails.ts'
import { loadMessages } from '../sharing/dealMessages.ts'
import { cashDueOf, loadDeals, loadDueDeals, lotsDueOf } from './dueDeals.ts'
import { loadDueDates } from './dueDates.ts'
import { dueRows } from './dueRows.ts'
import type { DueRow } from './dueRows.ts'
import { loadTerms, securities, securitiesOf, securitiesOfLots } from './dueSecurities.ts'
import type { Terms } from './dueSecurities.ts'

/** The UTC day of a moment, the present one by default. `dayOf(1_790_000_000)` → '2026-09-21' */
export const dayOf = (seconds = Date.now() / 1000): string =>
  new Date(seconds * 1000).toISOString().slice(0, 10)

/** The earliest first; deals without a date last. */
export async function listDueEvents(
  db: Queryable,
  tenant: Address,
  query: CallQuery<'dueEvents'>,
): Promise<Page<DueEvent>> {
  const { items, totalItemCount } = await readRows(db, tenant, query)
  const facts = await loadFacts(db, tenant, items)
  const today = dayOf()
  return {
    items: items.map((row) => buildEvent(row, facts, today)),
    pageItemCount: items.length,
    totalItemCount,
  }
}

/** Only for a notice, whose calendar it names: that of cash is read from the details of each deal. */
const CURRENCY_OF_NOTICE = sql`CASE WHEN r.kind IN ('NOTICE', 'EVERGREEN') THEN r.currency END`

/** Sorts and counts in one pass. */
async function readRows(
  db: Queryable,
  tenant: Address,
  query: CallQuery<'dueEvents'>,
): Promise<Pick<Page<DueRow>, 'items' | 'totalItemCount'>> {
  const { limit, offset } = offsetOf(query)
  const dates = await loadDueDates(db, tenant, query, dayOf())
  const { rows } = await sql<DueRow & { total: number }>`
    SELECT r.kind, r.day, r.delivery_id, r.workflow_id, r.instrument_id, r.quantity, ${CURRENCY_OF_NOTICE} AS currency,
      r.message_id, r.counterparty, (count(*) OVER ())::int8 AS total
    FROM ${dueRows(tenant, query, dates)} r
    WHERE ${isWith(tenant, query.counterpartyAddr)} AND ${isOfKind(query.kind)}
    ORDER BY r.day NULLS LAST, r.kind, r.delivery_id, r.workflow_id, r.instrument_id, r.message_id, r.counterparty, r.quantity
    LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const [first] = rows
  if (first !== undefined || offset === 0) return { items: rows, totalItemCount: first?.total ?? 0 }
  const { totalItemCount } = await readRows(db, tenant, { ...query, page: 1, itemsPerPage: 1 })
  return { items: rows, totalItemCount }
}

/** Whether the row `r` is with this counterparty: its delivery, or its instrument in open deals. */
const isWith = (tenant: Address, counterparty: Address | undefined): RawBuilder<unknown> =>
  counterparty === undefined
    ? sql`true`
    : sql`(r.counterparty = ${counterparty} OR EXISTS (SELECT 1 FROM ${viewsBy(sql`r.delivery_id`)} v
        WHERE v.viewer = ${tenant} AND v.counterparty = ${counterparty}))`

/** A repo's and a loan's ends are rows of one query. */
const isOfKind = (kinds: readonly DueKind[] | undefined): RawBuilder<unknown> =>
  kinds === undefined ? sql`true` : sql`r.kind = ANY(${kinds}::text[])`

type Facts = {
  tenant: Address
  deliveries: ReadonlyMap<DeliveryId, Delivery>
  views: ReadonlyMap<DeliveryId, Awaited<ReturnType<typeof loadViews>>[number]>
  details: Awaited<ReturnType<typeof loadDetails>>
  closings: ReadonlyMap<DeliveryId, DeliveryId>
  /** The open deals that have events. */
  deals: ReadonlyMap<DeliveryId, Deal>
  terms: Terms
  recalls: ReadonlyMap<Fingerprint, RecallOfDeal>
}

async function loadFacts(db: Queryable, tenant: Address, rows: readonly DueRow[]): Promise<Facts> {
  const ids = rows.flatMap(({ delivery_id: id }) => id ?? [])
  const [views, deliveries, details, closings, deals, recalls] = await Promise.all([
    loadViews(db, tenant, ids),
    loadDeliveries(db, ids),
    loadDetails(db, tenant, ids),
    loadClosings(db, tenant, ids),
    loadDueDeals(db, tenant, ids, dayOf()),
    loadRecalls(db, tenant, rows),
  ])
  const instrumentIds = [
    ...rows.map(({ instrument_id: id }) => id),
    ...deliveries.flatMap(({ legs }) => legs.map(({ instrumentId }) => instrumentId)),
    ...[...deals.values(), ...[...recalls.values()].flatMap(({ deal }) => deal ?? [])].flatMap(({ lots }) =>
      lots.map(({ asset }) => asset.instrumentId),
    ),
  ]
  const terms = await loadTerms(db, instrumentIds)
  return {
    tenant,
    views: new Map(views.map((view) => [view.delivery_id, view])),
    deliveries: new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery])),
    details,
    closings,
    deals,
    terms,
    recalls,
  }
}

/** The closings that are not canceled, by their openings. */
async function loadClosings(
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
): Promise<Map<DeliveryId, DeliveryId>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ opening: DeliveryId; closing: DeliveryId }>`
    SELECT v.delivery_id AS opening, live.delivery_id AS closing
    FROM unnest(${ids}::text[]) AS given (id)
    CROSS JOIN LATERAL ${viewsBy(sql`given.id COLLATE "C"`)} v
    CROSS JOIN LATERAL (SELECT c.delivery_id ${closingsBy(sql`${tenant}`)} AND e.state <> 'CANCELED'
      ORDER BY e.created_block, e.created_log_index LIMIT 1) live
    WHERE v.viewer = ${tenant}`.execute(db)
  return new Map(rows.map(({ opening, closing }) => [opening, closing]))
}

/** Nothing has to happen on these days. */
const NEVER_LATE: ReadonlySet<DueKind> = new Set(['NOTICE', 'EVERGREEN', 'COUPON'])

function buildEvent(row: DueRow, facts: Facts, today: string): DueEvent {
  const id = row.delivery_id
  const view = id === null ? undefined : facts.views.get(id)
  const delivery = id === null ? undefined : facts.deliveries.get(id)
  const details = id === null ? null : (facts.details.get(id)?.details ?? null)
  return {
    kind: row.kind,
    date: row.day,
    isOverdue: row.day !== null && row.day < today && !NEVER_LATE.has(row.kind),
    deliveryId: id,
    workflowId: row.workflow_id,
    messageId: row.message_id,
    transferType: view?.transfer_type ?? null,
    dealEvent: dealEventOf(details),
    isCashOnly: delivery !== undefined && isCashOnly(delivery.legs),
    direction: view?.direction ?? null,
    state: view?.state ?? null,
    deliveryState: delivery?.deliveryState ?? null,
    counterpartyAddr: view?.counterparty ?? row.counterparty,
    description: foreignText(details?.description),
    rate: details?.repo?.rate ?? null,
    calendarCurrency: row.currency,
    startDate: startOf(delivery, details),
    closingDeliveryId: id === null ? null : closingFor(id, facts),
    ...sidesOf(row, delivery, details, facts),
  }
}

/** Of a deal with events, the one that leaves nothing outstanding. */
function closingFor(id: DeliveryId, { deals, closings }: Facts): DeliveryId | null {
  const deal = deals.get(id)
  return (deal === undefined ? closings.get(id) : closingOf(deal)) ?? null
}

/** A loan begins when it is settled. */
function startOf(delivery: Delivery | undefined, details: DeliveryDetails | null): string | null {
  if (details?.repo !== undefined) return details.repo.purchaseDate
  return delivery?.deliveryState === 'SETTLED' && delivery.closedAt !== null ? dayOf(delivery.closedAt) : null
}

const NOTHING: DueSide = { securities: [], cash: null }

const MOVES_NOTHING: ReadonlySet<DueKind> = new Set(['TRANSFER_EXPIRY', 'NOTICE', 'EVERGREEN'])

/** What an open deal has moved goes back; an expiry moves nothing. */
function sidesOf(
  row: DueRow,
  delivery: Delivery | undefined,
  details: DeliveryDetails | null,
  facts: Facts,
): Record<'incoming' | 'outgoing', DueSide> {
  if (MOVES_NOTHING.has(row.kind)) return { incoming: NOTHING, outgoing: NOTHING }
  const { tenant, terms } = facts
  if (row.kind === 'RECALL') return sidesOfRecall(row, facts)
  if (row.kind === 'MATURITY' || row.kind === 'COUPON') return sidesOfInstrument(row, terms)
  const isReturn = row.kind === 'REPURCHASE' || row.kind === 'LOAN'
  const deal = isReturn && row.delivery_id !== null ? facts.deals.get(row.delivery_id) : undefined
  if (deal !== undefined) return sidesOfDeal(deal, tenant, terms)
  const legs = delivery?.legs ?? []
  const moved = (party: 'sender' | 'receiver') =>
    securitiesOf(
      legs.filter((leg) => leg[party] === tenant),
      terms,
    )
  const { cashQuantity, cashCurrency } = paidCash(details)
  const amount = row.kind === 'REPURCHASE' ? details?.repo && repurchasePrice(details.repo) : cashQuantity
  const sign = signOfCash(legs, tenant) * (isReturn ? -1 : 1) * (amount?.startsWith('-') === true ? -1 : 1)
  const cash =
    amount == null || row.kind === 'LOAN'
      ? null
      : { amount: amount.replace('-', ''), currency: cashCurrency ?? DEFAULT_CURRENCY }
  return {
    incoming: { securities: moved(isReturn ? 'sender' : 'receiver'), cash: sign > 0 ? cash : null },
    outgoing: { securities: moved(isReturn ? 'receiver' : 'sender'), cash: sign < 0 ? cash : null },
  }
}

/** What is held goes to its issuer at maturity. Coming in: what was given, and comes back; and what earns the tenant a coupon. */
function sidesOfInstrument(
  { kind, instrument_id: id, quantity, counterparty }: DueRow,
  terms: Terms,
): Record<'incoming' | 'outgoing', DueSide> {
  const amount = quantity ?? '0'
  const side = { securities: [securities(id, amount.replace('-', ''), undefined, terms)], cash: null }
  const isIncoming = amount.startsWith('-') || (kind === 'COUPON' && counterparty === null)
  return isIncoming ? { incoming: side, outgoing: NOTHING } : { incoming: NOTHING, outgoing: side }
}

type RecallOfDeal = { authorTenantAddr: Address; lots: DealMessage['lots']; deal: Deal | undefined }

/** Its author gets the securities back. */
function sidesOfRecall({ message_id: id }: DueRow, { tenant, terms, recalls }: Facts) {
  const recall = id === null ? undefined : recalls.get(id)
  const named = { securities: securitiesOfLots(recall?.lots, recall?.deal, terms), cash: null }
  const isOwn = recall?.authorTenantAddr === tenant
  return { incoming: isOwn ? named : NOTHING, outgoing: isOwn ? NOTHING : named }
}

/** What the rows' recalls name, with their deals. */
async function loadRecalls(
  db: Queryable,
  tenant: Address,
  rows: readonly DueRow[],
): Promise<Map<Fingerprint, RecallOfDeal>> {
  const recalls = rows.flatMap(({ delivery_id: opening, message_id: id }) =>
    opening === null || id === null ? [] : [{ opening, id }],
  )
  const [messages, deals] = await Promise.all([
    loadMessages(
      db,
      tenant,
      recalls.map(({ id }) => id),
    ),
    loadDeals(db, tenant, [...new Set(recalls.map(({ opening }) => opening))], dayOf()),
  ])
  return new Map(
    recalls.flatMap(({ opening, id }) => {
      const found = messages.get(id)
      if (found === undefined) return []
      const { authorTenantAddr, message } = found
      return [[id, { authorTenantAddr, lots: message.lots, deal: deals.get(opening) }] as const]
    }),
  )
}

/** What pending events leave of a deal. */
function sidesOfDeal(
  deal: Deal,
  tenant: Address,
  terms: Facts['terms'],
): Record<'incoming' | 'outgoing', DueSide> {
  const due = cashDueOf(deal)
  const cash = due === undefined ? null : { amount: due.amount, currency: due.currency }
  const lots = (party: 'giver' | 'holder') =>
    lotsDueOf(deal)
      .filter((lot) => lot[party] === tenant)
      .map(({ asset, delivered, returned }) =>
        securities(asset.instrumentId, (delivered - returned).toString(), asset, terms),
      )
  return {
    incoming: { securities: lots('giver'), cash: due?.payee === tenant ? cash : null },
    outgoing: { securities: lots('holder'), cash: due?.payee === tenant ? null : cash },
  }
}

/** As in deals.ts. */
function signOfCash(legs: readonly DeliveryLeg[], tenant: Address): number {
  const [first] = legs
  if (first === undefined || !legs.some(({ legType }) => legType === 'EXTERNAL')) return 0
  if (first.sender !== tenant && first.receiver !== tenant) return 0
  return (first.sender === tenant) !== (first.assetManagerAddr === ZERO_ADDRESS) ? 1 : -1
}
