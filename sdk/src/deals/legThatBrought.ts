import type { DeliveryLeg } from '@connex/protocol'
import type { LotName } from '@connex/protocol/deals'
import type { LoadedDeal } from './deals.ts'

/**
 * The settled leg that last brought something of a lot to its holder: it names the custodian, and the accounts of both sides, between
 * which the lot goes back.
 *
 * @example
 * const leg = legThatBrought('P2', await getDeal(client, openingDeliveryId))
 * console.log(leg?.registrar, leg?.receiverAccount)
 */
export function legThatBrought(lot: LotName, { deal, deliveries }: LoadedDeal): DeliveryLeg | undefined {
  const brought = deal.events
    .filter(({ status }) => status === 'SETTLED')
    .flatMap(({ deliveryId, moves }) => moves.map((move) => ({ ...move, deliveryId })))
    .findLast((move) => move.lot === lot && move.way === 'forth')
  const delivery = deliveries.find(({ deliveryId }) => deliveryId === brought?.deliveryId)
  return delivery?.legs.find(({ legIdx }) => legIdx === brought?.legIdx)
}
