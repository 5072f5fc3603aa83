import type { Address, DeliveryId, Direction, Seconds } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { digitalLeg } from '../ledger/legs.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { currentMe } from '../platform/whoami.ts'
import type { OwnAsset } from './createFopTransfer.ts'
import { publishDelivery } from './publishDelivery.ts'
import type { Created, NewDelivery } from './publishDelivery.ts'

export type SecLendParameters = {
  counterpartyAddr: Address
  /** What the own tenant delivers, and from which account. */
  deliver: OwnAsset
  /** What the own tenant receives, and into which account. */
  receive: OwnAsset
  /** DELIVER: the own tenant lends, and what it receives is the collateral. */
  direction: Direction
  description: string
  valueDate?: Seconds | undefined
  /** Of a closing: the delivery that it closes. */
  openingDeliveryId?: DeliveryId | undefined
}

/**
 * Securities lending: loan against collateral, delivered together.
 *
 * @example
 * await createSecLendTransfer(client, { direction: 'DELIVER', counterpartyAddr, deliver: loan, receive: collateral, description })
 */
export async function createSecLendTransfer(
  client: Client,
  parameters: SecLendParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  return publishDelivery(client, secLendDelivery(own, parameters), options)
}

/** The delivery of such a transfer. Pure. */
export function secLendDelivery(own: Address, parameters: SecLendParameters): NewDelivery {
  const { counterpartyAddr, description, valueDate, openingDeliveryId } = parameters
  const { account: senderAccount, ...delivered } = parameters.deliver
  const { account: receiverAccount, ...received } = parameters.receive
  const out = digitalLeg({ ...delivered, sender: own, receiver: counterpartyAddr, senderAccount })
  const back = digitalLeg({ ...received, sender: counterpartyAddr, receiver: own, receiverAccount })
  // A transfer's direction follows its first leg, which is the loan.
  const legs = parameters.direction === 'DELIVER' ? [out, back] : [back, out]
  const details = { description, ...(openingDeliveryId === undefined ? {} : { openingDeliveryId }) }
  return { legs, details, valueDate }
}
