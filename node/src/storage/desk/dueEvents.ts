// What falls due, a page of it: each row with what comes and goes, and with its counterparty.
import { DEFAULT_CURRENCY, isDigital } from '@connex/protocol'
import type {
  Address,
  CallQuery,
  Delivery,
  DeliveryDetails,
  DeliveryId,
  DeliveryLeg,
  DueEvent,
  DueSecurities,
  DueSide,
  Page,
  Quantity,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { instrumentTerms, sumScaled } from '../lists/units.ts'
import type { InstrumentTerms } from '../lists/units.ts'
import { page } from '../lists/page.ts'
import { loadDeliveries } from '../queries/deliveries.ts'
import { loadViews } from '../queries/transfers.ts'
import { loadDetails } from '../sharing/deliveryDetails.ts'
import { closingsOf } from './deals.ts'
import { dueRows } from './dueRows.ts'
import type { DueRow } from './dueRows.ts'

/** The UTC day of a moment, the present one by default. `dayOf(1_790_000_000)` → '2026-09-21' */
export const dayOf = (seconds = Date.now() / 1000): string =>
  new Date(seconds * 1000).toISOString().slice(0, 10)

/** The earliest first; deals without a date last. */
export async function listDueEvents(
  db: Queryable,
  tenant: Address,
  query: CallQuery<'dueEvents'>,
): Promise<Page<DueEvent>> {
  const due = dueRows(tenant, query).as<'due'>(sql.ref('due'))
  const rows = await page(
    db.selectFrom(due).selectAll(),
    { page: query.page, itemsPerPage: query.itemsPerPage },
    rules,
  )
  const facts = await loadFacts(db, tenant, rows.items)
  const today = dayOf()
  return { ...rows, items: rows.items.map((row) => buildEvent(row, facts, today)) }
}

const rules = {
  sorts: { date: 'due.day' },
  defaultSort: 'date',
  search: [],
  unique: ['due.kind', 'due.delivery_id', 'due.workflow_id', 'due.instrument_id'],
  nullable: ['due.day'],
}

type Facts = {
  tenant: Address
  deliveries: ReadonlyMap<DeliveryId, Delivery>
  views: ReadonlyMap<DeliveryId, Awaited<ReturnType<typeof loadViews>>[number]>
  details: Awaited<ReturnType<typeof loadDetails>>
  closings: ReadonlyMap<DeliveryId, DeliveryId>
  terms: ReadonlyMap<string, InstrumentTerms>
}

async function loadFacts(db: Queryable, tenant: Address, rows: readonly DueRow[]): Promise<Facts> {
  const ids = rows.flatMap(({ delivery_id: id }) => id ?? [])
  const [views, deliveries, details, closings] = await Promise.all([
    loadViews(db, tenant, ids),
    loadDeliveries(db, ids),
    loadDetails(db, tenant, ids),
    loadClosings(db, tenant, ids),
  ])
  const instrumentIds = [
    ...rows.map(({ instrument_id: id }) => id),
    ...deliveries.flatMap(({ legs }) => legs.map(({ instrumentId }) => instrumentId)),
  ].filter((id) => id !== null)
  const terms = await loadTerms(db, instrumentIds)
  return {
    tenant,
    views: new Map(views.map((view) => [view.delivery_id, view])),
    deliveries: new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery])),
    details,
    closings,
    terms: new Map(terms.map((one) => [one.instrument_id, one])),
  }
}

const loadTerms = async (db: Queryable, ids: readonly string[]): Promise<InstrumentTerms[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom(instrumentTerms().as<'t'>(sql.ref('t')))
        .selectAll()
        .where('t.instrument_id', 'in', [...new Set(ids)])
        .execute()

/** The closings that are not canceled, by their openings. */
async function loadClosings(
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
): Promise<Map<DeliveryId, DeliveryId>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ opening: DeliveryId; closing: DeliveryId }>`
    SELECT v.delivery_id AS opening, live.delivery_id AS closing
    FROM transfer_views v CROSS JOIN LATERAL (${closingsOf(tenant)} AND c.state <> 'CANCELED'
      ORDER BY c.created_block, c.created_log_index LIMIT 1) live
    WHERE v.viewer = ${tenant} AND v.to_block IS NULL AND v.delivery_id IN (${sql.join(ids)})`.execute(db)
  return new Map(rows.map(({ opening, closing }) => [opening, closing]))
}

function buildEvent(row: DueRow, facts: Facts, today: string): DueEvent {
  const id = row.delivery_id
  const view = id === null ? undefined : facts.views.get(id)
  const delivery = id === null ? undefined : facts.deliveries.get(id)
  const details = id === null ? null : (facts.details.get(id)?.details ?? null)
  return {
    kind: row.kind,
    date: row.day,
    isOverdue: row.day !== null && row.day < today,
    deliveryId: id,
    workflowId: row.workflow_id,
    transferType: view?.transfer_type ?? null,
    direction: view?.direction ?? null,
    state: view?.state ?? null,
    deliveryState: delivery?.deliveryState ?? null,
    counterpartyAddr: view?.counterparty ?? null,
    description: details?.description ?? null,
    rate: details?.repo?.rate ?? null,
    startDate: startOf(delivery, details),
    closingDeliveryId: id === null ? null : (facts.closings.get(id) ?? null),
    ...sidesOf(row, delivery, facts),
  }
}

/** A loan begins when it is settled. */
function startOf(delivery: Delivery | undefined, details: DeliveryDetails | null): string | null {
  if (details?.repo !== undefined) return details.repo.purchaseDate
  return delivery?.deliveryState === 'SETTLED' && delivery.closedAt !== null ? dayOf(delivery.closedAt) : null
}

/** What an open deal has moved goes back; what matures goes to its issuer. */
function sidesOf(row: DueRow, delivery: Delivery | undefined, { tenant, terms }: Facts) {
  const isReturn = row.kind === 'REPURCHASE' || row.kind === 'LOAN'
  const moved = (party: 'sender' | 'receiver') =>
    securitiesOf(
      (delivery?.legs ?? []).filter((leg) => leg[party] === tenant),
      terms,
    )
  const matured = row.quantity === null ? [] : [securities(row.instrument_id, row.quantity, undefined, terms)]
  return {
    incoming: side(moved(isReturn ? 'sender' : 'receiver'), row, false),
    outgoing: side([...moved(isReturn ? 'receiver' : 'sender'), ...matured], row, true),
  }
}

function side(held: DueSecurities[], { cash, currency }: DueRow, isOutgoing: boolean): DueSide {
  if (cash === null || cash.startsWith('-') !== isOutgoing) return { securities: held, cash: null }
  return { securities: held, cash: { amount: cash.replace('-', ''), currency: currency ?? DEFAULT_CURRENCY } }
}

/** Of the legs that move securities, each instrument once. */
function securitiesOf(legs: readonly DeliveryLeg[], terms: Facts['terms']): DueSecurities[] {
  const moving = legs.filter((leg) => isDigital(leg) || leg.legType === 'TRADITIONAL')
  return [...Map.groupBy(moving, ({ assetId }) => assetId).values()].flatMap((same) => {
    const [first] = same
    return first === undefined
      ? []
      : [securities(first.instrumentId, sumScaled(same, first.decimals), first, terms)]
  })
}

function securities(
  instrumentId: DueSecurities['instrumentId'],
  quantity: string,
  leg: DeliveryLeg | undefined,
  terms: Facts['terms'],
): DueSecurities {
  const known = instrumentId === null ? undefined : terms.get(instrumentId)
  return {
    instrumentId,
    identifier: known?.identifier ?? leg?.identifier ?? null,
    label: known?.label ?? null,
    unit: known?.unit ?? 'NOMINAL',
    quantity: quantity as Quantity,
    decimals: known?.decimals ?? leg?.decimals ?? 0,
  }
}
