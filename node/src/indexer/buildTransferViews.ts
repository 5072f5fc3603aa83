// A delivery as each of its parties sees it, computed when it is indexed, so that a page of transfers is one table.
import {
  counterpartyFor,
  directionFor,
  isDigital,
  transferState,
  transferTypeOf,
  turnsOf,
  ZERO_ADDRESS,
} from '@connex/protocol'
import type { Address, Delivery, DeliveryLeg, RegistryId } from '@connex/protocol'
import type { RowOf } from '../storage/projections.ts'

type View = RowOf<'transfer_views'>
type Side = 'deliver' | 'receive'

/** One view for each sender, receiver, registrar and coordinator. */
export function buildTransferViews(delivery: Delivery, logIndex: number): View[] {
  return partiesOf(delivery.legs).map((viewer) => viewFor(delivery, viewer, logIndex))
}

const partiesOf = (legs: readonly DeliveryLeg[]): Address[] => [
  ...new Set(
    legs
      .flatMap((leg) => [leg.sender, leg.receiver, leg.registrar, leg.txCoordinator])
      .filter((party) => party !== ZERO_ADDRESS),
  ),
]

function viewFor(delivery: Delivery, viewer: Address, logIndex: number): View {
  const { legs } = delivery
  const [first] = legs
  if (first === undefined) throw new TypeError('a delivery has at least one leg')
  const direction = directionFor(legs, viewer)
  const [own, other]: [Side, Side] = direction === 'DELIVER' ? ['deliver', 'receive'] : ['receive', 'deliver']
  const second = legs.slice(1).find(isDigital)
  return {
    delivery_id: delivery.deliveryId,
    viewer,
    transfer_type: transferTypeOf(legs),
    direction,
    state: transferState(delivery, viewer),
    turns: turnsOf(delivery, viewer)
      .map(({ action, legIdx }) => (legIdx === null ? action : `${action}:${legIdx}`))
      .join(','),
    counterparty: counterpartyFor(legs, viewer),
    sender: first.sender,
    receiver: first.receiver,
    registry_manager: first.assetManagerAddr,
    registrar: first.registrar,
    sender_account: first.senderAccount,
    receiver_account: first.receiverAccount,
    ...sideOf('deliver', undefined),
    ...sideOf('receive', undefined),
    ...sideOf(own, isDigital(first) ? first : undefined),
    ...sideOf(other, second),
    value_date: delivery.valueDate === 0 ? null : delivery.valueDate,
    created_at: delivery.createdAt,
    created_block: delivery.createdBlock,
    created_log_index: logIndex,
  } as View
}

/** The account is the viewer's end of the leg: what it delivers leaves the sender's, what it receives the receiver's. */
const sideOf = (side: Side, leg: DeliveryLeg | undefined) => ({
  [`${side}_registry_id`]: (leg?.assetId ?? null) as RegistryId | null,
  [`${side}_instrument_id`]: leg?.instrumentId ?? null,
  [`${side}_identifier`]: leg?.identifier ?? null,
  [`${side}_account`]: (side === 'deliver' ? leg?.senderAccount : leg?.receiverAccount) ?? null,
  [`${side}_quantity`]: leg?.quantity ?? null,
  [`${side}_decimals`]: leg?.decimals ?? null,
})
