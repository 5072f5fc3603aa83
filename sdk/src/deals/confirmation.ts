// Before a party confirms a return, its own client computes whether it still fits the deal.
import type { AccountNumber, Bytes32, DeliveryId, DeliveryLeg } from '@connex/protocol'
import { formatQuantity } from '@connex/protocol'
import { assetKey, assetText, changeText, confirmRefusal } from '@connex/protocol/deals'
import type { Asset, Deal, DealEntry, DealRefusal } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { everyPage } from '../http/call.ts'
import { listPositions } from '../registries/queries.ts'
import { requireCustodians } from './custodians.ts'
import { DealError, refusedBy } from './DealError.ts'
import { listDeals } from './deals.ts'

export type EventToConfirm = {
  deliveryId: DeliveryId
  openingDeliveryId: DeliveryId
  /** The hash of the deal as it was shown with the difference, if it has changed since the event was proposed. */
  acceptedDeal?: Bytes32 | undefined
  /** What leaves own accounts with the confirmation. */
  delivered?: readonly DeliveredLeg[] | undefined
}

export type DeliveredLeg = { leg: DeliveryLeg; account: AccountNumber }

/** Throws where the delivery takes more than is outstanding, or the deal has changed since the event was proposed. */
export async function checkEvent(
  client: Client,
  { deliveryId, openingDeliveryId, acceptedDeal, delivered = [] }: EventToConfirm,
  control: CallControl = {},
): Promise<void> {
  const deal = await findDeal(client, openingDeliveryId, control)
  const entry = deal?.events.find((one) => one.deliveryId === deliveryId)
  if (deal === undefined || entry === undefined) return
  const refusal =
    entry.kind === 'CLOSING_WITHOUT_EVENT'
      ? closingRefusal(entry)
      : confirmRefusal(deal, deliveryId, acceptedDeal)
  if (refusal !== undefined) throw refusedBy(deal, refusal)
  if (entry.kind !== 'SUBSTITUTION') return
  await requireCustodians(client, deal, movedBy(deal, entry), control)
  await requireAvailable(client, delivered, control)
}

const movedBy = ({ lots }: Deal, { moves }: DealEntry): Asset[] =>
  moves.flatMap((move) => lots.find(({ lot }) => lot === move.lot)?.asset ?? [])

/** Collateral that its holder has delivered on cannot go back: the shortage is named before anything is signed. */
async function requireAvailable(
  client: Client,
  delivered: readonly DeliveredLeg[],
  control: CallControl,
): Promise<void> {
  const needed = Map.groupBy(delivered, ({ leg, account }) => `${assetKey(leg)} ${account}`)
  for (const [first, ...more] of needed.values()) {
    if (first === undefined) continue
    const { leg, account } = first
    const { assetManagerAddr: registryManagerAddr, registrar: registrarAddr, sender: owner } = leg
    const query = { registryManagerAddr, registrarAddr, owner }
    const positions = await everyPage((page) => listPositions(client, { ...page, ...query }, control))
    const held = positions.filter(({ registryId }) => registryId === leg.assetId)
    const available = held
      .filter((position) => position.account === account)
      .reduce((sum, position) => sum + BigInt(position.available), 0n)
    const quantity = [first, ...more].reduce((sum, one) => sum + BigInt(one.leg.quantity), 0n)
    if (quantity > available)
      throw new DealError(
        'collateralMissing',
        `${formatQuantity(quantity - available, leg.decimals)} ${assetText({ ...leg, label: held[0]?.label })}`,
      )
  }
}

/** Undefined where the opening is neither a repo nor a loan. */
async function findDeal(
  client: Client,
  opening: DeliveryId,
  control: CallControl,
): Promise<Deal | undefined> {
  const { items } = await listDeals(client, { openingDeliveryIds: [opening] }, control)
  return items[0]?.deal
}

/** A closing that says nothing of the deal must not give back what another delivery has given back since. */
const closingRefusal = ({ fault }: DealEntry): DealRefusal | undefined =>
  fault?.code === 'exceedsOutstanding'
    ? { code: 'exceedsOutstanding', lot: fault.lot, by: fault.by ?? 0n }
    : undefined

/**
 * `hash`: of the deal as it is now. `since`: what has settled since the event was proposed, undefined if it was proposed on a state
 * that is unknown here. `text`: a sentence for it.
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
  { deliveryId, openingDeliveryId }: Pick<EventToConfirm, 'deliveryId' | 'openingDeliveryId'>,
  control: CallControl = {},
): Promise<DealChange | undefined> {
  const deal = await findDeal(client, openingDeliveryId, control)
  const refusal = deal && confirmRefusal(deal, deliveryId)
  return deal !== undefined && refusal?.code === 'dealChanged'
    ? { hash: deal.hash, since: refusal.since, text: changeText(refusal.since, deal) }
    : undefined
}
