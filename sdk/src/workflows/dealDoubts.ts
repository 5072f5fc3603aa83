// Whether a proposed event still fits its deal, computed by the approver's own client.
import type { DeliveryId, Transfer } from '@connex/protocol'
import { availableOf, stageRefusal } from '@connex/protocol/deals'
import type { Deal, DealDetails, DealRefusal } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { checkEvent } from '../deals/confirmation.ts'
import { requireCustodians } from '../deals/custodians.ts'
import { DealError, refusedBy } from '../deals/DealError.ts'
import { closingDelivery, listDeals } from '../deals/deals.ts'
import type { LoadedDeal } from '../deals/deals.ts'
import type { CallControl } from '../http/call.ts'
import type { SignedCall } from '../ledger/review.ts'
import type { Doubt } from './doubts.ts'
import { dealAt, movesOf } from './proposedEvents.ts'

type Event = SignedCall & { details: DealDetails | null; transfer: Transfer | undefined }

/** Of a proposed event, or of a confirmation of one. */
export async function dealDoubts(client: Client, event: Event, control: CallControl): Promise<Doubt[]> {
  const { deliveryId, functionName, details, transfer } = event
  if (functionName === 'cancelDelivery') return []
  const openingDeliveryId = details?.openingDeliveryId ?? transfer?.openingDeliveryId ?? undefined
  if (openingDeliveryId === undefined) return []
  if (functionName !== 'createDelivery')
    return doubtsOf(deliveryId, () => checkEvent(client, { deliveryId, openingDeliveryId }, control))
  const { items } = await listDeals(client, { openingDeliveryIds: [openingDeliveryId] }, control)
  const [loaded] = items
  if (loaded === undefined || details === null) return []
  const refusal = refusalOf(loaded, event, details)
  const doubts = refusal === undefined ? [] : [asDoubt(deliveryId, refusedBy(loaded.deal, refusal))]
  return [...doubts, ...(await assetDoubts(client, loaded, event, details, control))]
}

/** Of a substitution: its values cannot be tested without what it brings in, and a custodian that cannot confirm would leave it pending. */
async function assetDoubts(
  client: Client,
  loaded: LoadedDeal,
  { deliveryId, legs }: Event,
  { deal: event }: DealDetails,
  control: CallControl,
): Promise<Doubt[]> {
  if (event?.event !== 'SUBSTITUTION') return []
  const { moves, unknown } = await movesOf(
    client,
    dealAt(loaded, event) ?? loaded.deal,
    { legs, event },
    control,
  )
  const moved = moves.map(({ asset }) => asset)
  return [
    ...(unknown.length === 0 ? [] : [{ code: 'assetUnknown', deliveryId, assets: unknown } as const]),
    ...(await doubtsOf(deliveryId, () => requireCustodians(client, loaded.deal, moved, control))),
  ]
}

/** What a check of the deal refuses. */
async function doubtsOf(deliveryId: DeliveryId, check: () => Promise<void>): Promise<Doubt[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (!(error instanceof DealError)) throw error
    return [asDoubt(deliveryId, error)]
  }
}

/** Why a delivery that is not on the ledger yet does not fit; undefined where it does. */
function refusalOf(
  loaded: LoadedDeal,
  { legs }: Event,
  { deal: event }: DealDetails,
): DealRefusal | undefined {
  const { deal } = loaded
  const stage = stageRefusal(deal)
  if (stage !== undefined) return stage
  const closing = closingDelivery(loaded)
  const [lot] = deal.lots
  if (closing !== undefined && lot !== undefined)
    return { code: 'returnInFlight', lot: lot.lot, deliveryIds: [closing.deliveryId] }
  if (event === undefined) return undefined
  return exceeded(deal, legs, event.lots ?? []) ?? changed(deal, event.basedOn)
}

function exceeded(
  { lots }: Deal,
  legs: Event['legs'],
  moved: NonNullable<NonNullable<DealDetails['deal']>['lots']>,
): DealRefusal | undefined {
  for (const { legIdx, lot: name } of moved) {
    const lot = lots.find(({ lot }) => lot === name)
    const by = (legs[legIdx]?.quantity ?? 0n) - (lot === undefined ? 0n : availableOf(lot))
    if (lot !== undefined && by > 0n) return { code: 'exceedsOutstanding', lot: name, by }
  }
  return undefined
}

function changed(deal: Deal, basedOn: string): DealRefusal | undefined {
  if (basedOn === deal.hash) return undefined
  const settled = deal.events.filter(({ status }) => status === 'SETTLED')
  const index = settled.findIndex(({ hash }) => hash === basedOn)
  return { code: 'dealChanged', since: index === -1 ? undefined : settled.slice(index + 1) }
}

const asDoubt = (deliveryId: DeliveryId, { code, message, detail }: DealError): Doubt =>
  code === 'dealChanged'
    ? { code, deliveryId, reason: `${detail ?? ''}.` }
    : { code: 'batchOutdated', deliveryId, reason: message }
