// Deals as the caller's tenant sees them: computed here from deliveries whose details match the ledger's fingerprints.
import type { CallQuery, DeliveryId, Page } from '@connex/protocol'
import { fingerprintOf } from '@connex/protocol'
import { closingOf, dealOf } from '@connex/protocol/deals'
import type { Deal, DeliveryOfDeal } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import { utcDay } from '../session/session.ts'

/** A deal, and the deliveries that it was computed from: the opening first. */
export type LoadedDeal = { deal: Deal; deliveries: readonly DeliveryOfDeal[] }

/** As of a moment of the past, the deal is that of its day. */
export type Moment = Pick<CallQuery<'deals'>, 'asOfBlock' | 'asOfTime'>

/**
 * A deal: what is outstanding of each lot, what is in flight, its cash, terms and events, now or as of a moment.
 *
 * @example
 * const { deal } = await getDeal(client, openingDeliveryId)
 * console.log(deal.state, deal.lots[0]?.outstanding) // 'OPEN' 7000000n
 */
export async function getDeal(
  client: Client,
  openingDeliveryId: DeliveryId,
  moment: Moment = {},
  control: CallControl = {},
): Promise<LoadedDeal> {
  const { items } = await listDeals(client, { ...moment, openingDeliveryIds: [openingDeliveryId] }, control)
  const [found] = items
  if (found === undefined) throw new ClientError('notFound', `Deal ${openingDeliveryId}`)
  return found
}

/**
 * A page of the caller's tenant's deals, the newest first.
 *
 * @example
 * const { items } = await listDeals(client, { isOpen: true, itemsPerPage: 20 })
 */
export async function listDeals(
  client: Client,
  query: CallQuery<'deals'> = {},
  control: CallControl = {},
): Promise<Page<LoadedDeal>> {
  requireClient(client)
  const answer = await call(client, 'deals', { ...control, query })
  const today = utcDay(client, query.asOfTime === undefined ? undefined : query.asOfTime * 1000)
  return { ...answer, items: answer.items.map(({ deliveries }) => loaded(deliveries, today)) }
}

/** The delivery that closes the deal, settled or on its way; see `closingOf`. */
export function closingDelivery({ deal, deliveries }: LoadedDeal): DeliveryOfDeal | undefined {
  const closing = closingOf(deal)
  return deliveries.find(({ deliveryId }) => deliveryId === closing)
}

function loaded(answered: readonly DeliveryOfDeal[], today: string): LoadedDeal {
  const deliveries = answered.map(checked)
  const [opening, ...events] = deliveries
  if (opening === undefined) throw new ClientError('unexpectedAnswer', 'deliveries')
  return { deal: dealOf(opening, events, today), deliveries }
}

/** The server's word for a fingerprint is not enough: details that differ from the ledger's are never used. */
function checked(delivery: DeliveryOfDeal): DeliveryOfDeal {
  const { details, detailsStatus, privateDataFp } = delivery
  if (detailsStatus !== 'SYNCED' || details === null) return { ...delivery, details: null }
  if (fingerprintOf(details) === privateDataFp) return delivery
  return { ...delivery, details: null, detailsStatus: 'FINGERPRINT_MISMATCH' }
}
