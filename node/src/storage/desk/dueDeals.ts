// Deals as the server computes them: what those with events still move at their ends. Without events that is the opening in reverse,
// which SQL computes.
import { cashOf } from '@connex/protocol'
import type { Address, Currency, DeliveryId } from '@connex/protocol'
import { accruedOn, dealOf } from '@connex/protocol/deals'
import type { Deal, LotBalance } from '@connex/protocol/deals'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { loadDealDeliveries } from './dealDeliveries.ts'
import { HAS_EVENTS } from './deals.ts'

/** The deals of these openings that have events; `today` is a UTC day. */
export async function loadDueDeals(
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
  today: string,
): Promise<Map<DeliveryId, Deal>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    SELECT h.delivery_id FROM delivery_details h
    WHERE h.tenant = ${tenant} AND h.delivery_id = ANY(${ids}::text[]) AND h.is_open_deal AND ${HAS_EVENTS}`.execute(
    db,
  )
  return loadDeals(
    db,
    tenant,
    rows.map((row) => row.delivery_id),
    today,
  )
}

/** The deals of these openings. */
export async function loadDeals(
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
  today: string,
): Promise<Map<DeliveryId, Deal>> {
  if (ids.length === 0) return new Map()
  const loaded = await loadDealDeliveries(db, { tenant }, ids)
  return new Map(
    loaded.flatMap(({ openingDeliveryId, deliveries: [opening, ...events] }) =>
      opening === undefined ? [] : [[openingDeliveryId, dealOf(opening, events, today)] as const],
    ),
  )
}

export type CashDue = { payee: Address; currency: Currency; amount: string }

/**
 * Pending events fall due on their own days; this is the rest, principal and interest, on the last day of the deal. At a rate far below
 * zero the payment turns.
 */
export function cashDueOf({ projected, terms: { endDate } }: Deal): CashDue | undefined {
  if (projected === null || projected.principal === null || endDate === null) return undefined
  const { payer, payee, currency, cents } = projected.principal
  const due = cents + accruedOn(projected, endDate)
  if (due === 0n) return undefined
  return due > 0n
    ? { payee: payer, currency, amount: cashOf(due) }
    : { payee, currency, amount: cashOf(-due) }
}

/** The lots of which something remains after the pending events. */
export const lotsDueOf = ({ projected }: Deal): readonly LotBalance[] =>
  (projected?.lots ?? []).filter(({ delivered, returned }) => delivered > returned)
