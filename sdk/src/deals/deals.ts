// Deals as the caller's tenant sees them: computed here from deliveries whose details match the ledger's fingerprints.
import type { CallQuery, DeliveryId, IsoDate, Page } from '@connex/protocol'
import { fingerprintOf } from '@connex/protocol'
import { closingOf, dealOf } from '@connex/protocol/deals'
import type { Deal, DeliveryOfDeal } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import { isJsonObject } from '../json.ts'
import { rpc } from '../ledger/readContract.ts'
import { loadAssetLabels } from '../registries/assetLabels.ts'
import { serverNow, utcDay } from '../session/session.ts'
import { DealError } from './DealError.ts'

/** A deal, and the deliveries that it was computed from: the opening first. `day`: the UTC day as of which it is. */
export type LoadedDeal = { deal: Deal; deliveries: readonly DeliveryOfDeal[]; day: IsoDate }

/** A moment of the past: the deal is what it was then, on that day. */
export type Moment = Pick<CallQuery<'deals'>, 'asOfBlock' | 'asOfTime'>

/**
 * A deal: what is outstanding of each lot, what is in flight, its cash, terms and events, now or as of a moment. Throws a DealError for a
 * moment that is still to come, or at which the deal did not exist yet.
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
  const openingDeliveryIds = [openingDeliveryId]
  const [found] = (await listDeals(client, { ...moment, openingDeliveryIds }, control)).items
  if (found !== undefined) return found
  if (isPast(moment)) {
    const { deliveries } = await getDeal(client, openingDeliveryId, {}, control)
    throw new DealError('dealNotYet', minuteText(deliveries[0]?.createdAt ?? 0))
  }
  throw new ClientError('notFound', `Deal ${openingDeliveryId}`)
}

const isPast = ({ asOfBlock, asOfTime }: Moment): boolean => asOfBlock !== undefined || asOfTime !== undefined

/** `minuteText(1795651200)` → '2026-11-26 00:00 UTC' */
const minuteText = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

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
  if (query.asOfTime !== undefined && query.asOfTime * 1000 > serverNow(client))
    throw new DealError('momentToCome', minuteText(query.asOfTime))
  const answer = await call(client, 'deals', { ...control, query })
  const day = await dayAt(client, query, control)
  const legs = answer.items.flatMap(({ deliveries }) => deliveries.flatMap((one) => one.legs))
  const labelOf = await loadAssetLabels(client, legs, control)
  const named = (one: DeliveryOfDeal) => ({
    ...one,
    legs: one.legs.map((leg) => ({ ...leg, label: labelOf(leg) })),
  })
  return { ...answer, items: answer.items.map(({ deliveries }) => loaded(deliveries.map(named), day)) }
}

/** A block's day is that of its time. */
async function dayAt(
  client: Client,
  { asOfBlock, asOfTime }: Moment,
  control: CallControl,
): Promise<IsoDate> {
  if (asOfBlock === undefined) return utcDay(client, asOfTime === undefined ? undefined : asOfTime * 1000)
  const block = await rpc(client, 'eth_getBlockByNumber', [`0x${asOfBlock.toString(16)}`, false], control)
  const timestamp = isJsonObject(block) ? Number(block['timestamp']) : Number.NaN
  if (Number.isNaN(timestamp)) throw new ClientError('unexpectedAnswer', 'eth_getBlockByNumber')
  return utcDay(client, timestamp * 1000)
}

/** The delivery that closes the deal, settled or on its way; see `closingOf`. */
export function closingDelivery({ deal, deliveries }: LoadedDeal): DeliveryOfDeal | undefined {
  const closing = closingOf(deal)
  return deliveries.find(({ deliveryId }) => deliveryId === closing)
}

function loaded(answered: readonly DeliveryOfDeal[], day: IsoDate): LoadedDeal {
  const deliveries = answered.map(checked)
  const [opening, ...events] = deliveries
  if (opening === undefined) throw new ClientError('unexpectedAnswer', 'deliveries')
  return { deal: dealOf(opening, events, day), deliveries, day }
}

/** The server's word for a fingerprint is not enough: details that differ from the ledger's are never used. */
function checked(delivery: DeliveryOfDeal): DeliveryOfDeal {
  const { details, detailsStatus, privateDataFp } = delivery
  if (detailsStatus !== 'SYNCED' || details === null) return { ...delivery, details: null }
  if (fingerprintOf(details) === privateDataFp) return delivery
  return { ...delivery, details: null, detailsStatus: 'FINGERPRINT_MISMATCH' }
}
