// Before a party confirms what names an opening, its own client computes whether that still fits.
import type { Bytes32, DeliveryId } from '@connex/protocol'
import { changeText, confirmRefusal } from '@connex/protocol/deals'
import type { Deal, DealEntry, DealRefusal } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import { refusedBy } from './DealError.ts'
import { listDeals } from './deals.ts'

export type EventToConfirm = {
  deliveryId: DeliveryId
  openingDeliveryId: DeliveryId
  /** The hash of the deal as it was shown with the difference, if it has changed since the event was proposed. */
  acceptedDeal?: Bytes32 | undefined
}

/** Throws where the delivery takes more than is outstanding, or the deal has changed since the event was proposed. */
export async function checkEvent(
  client: Client,
  { deliveryId, openingDeliveryId, acceptedDeal }: EventToConfirm,
  control: CallControl = {},
): Promise<void> {
  const [details, deals] = await Promise.all([
    call(client, 'deliveryDetails', { ...control, query: { deliveryIds: [deliveryId] } }),
    listDeals(client, { openingDeliveryIds: [openingDeliveryId] }, control),
  ])
  const isEvent = details.items[0]?.details?.deal !== undefined
  const deal = deals.items[0]?.deal
  if (deal === undefined) return
  const refusal = isEvent ? confirmRefusal(deal, deliveryId, acceptedDeal) : closingRefusal(deal, deliveryId)
  if (refusal !== undefined) throw refusedBy(deal, refusal)
}

/** A closing that says nothing of the deal must not give back what another delivery has given back since. */
function closingRefusal({ events }: Deal, deliveryId: DeliveryId): DealRefusal | undefined {
  const fault = events.find((event) => event.deliveryId === deliveryId)?.fault
  return fault?.code === 'exceedsOutstanding'
    ? { code: 'exceedsOutstanding', lot: fault.lot, by: fault.by ?? 0n }
    : undefined
}

/**
 * `hash` is the deal's now; `since` says what settled after the event was proposed, undefined if it was proposed on an unknown state; `text` is the
 * sentence for it.
 */
export type DealChange = { hash: Bytes32; since: readonly DealEntry[] | undefined; text: string }

/**
 * Whether a deal has changed since a pending event of it was proposed. Show the difference; a user who accepts it confirms with
 * `acceptedDeal: change.hash`.
 *
 * @example
 * const change = await findDealChange(client, { deliveryId, openingDeliveryId })
 * await confirmTransfer(client, { deliveryId, acceptedDeal: change?.hash })
 */
export async function findDealChange(
  client: Client,
  { deliveryId, openingDeliveryId }: EventToConfirm,
  control: CallControl = {},
): Promise<DealChange | undefined> {
  const { items } = await listDeals(client, { openingDeliveryIds: [openingDeliveryId] }, control)
  const deal = items[0]?.deal
  const refusal = deal && confirmRefusal(deal, deliveryId)
  return deal !== undefined && refusal?.code === 'dealChanged'
    ? { hash: deal.hash, since: refusal.since, text: changeText(refusal.since, deal) }
    : undefined
}
