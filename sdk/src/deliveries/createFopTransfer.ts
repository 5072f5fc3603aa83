import type { AccountNumber, Address, Direction, RegistryId, Seconds } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { digitalLeg } from '../ledger/legs.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { currentMe } from '../platform/whoami.ts'
import { publishDelivery } from './publishDelivery.ts'
import type { Created, NewDelivery } from './publishDelivery.ts'

/** Securities in one account of the own tenant, with one custodian. */
export type OwnAsset = {
  registryManagerAddr: Address
  registrarAddr: Address
  registryId: RegistryId
  account: AccountNumber
  /** In the instrument's smallest unit. */
  quantity: bigint
}

export type FopParameters = OwnAsset & {
  /** DELIVER earmarks the quantity at once; RECEIVE names the account and waits for the sender. */
  direction: Direction
  counterpartyAddr: Address
  description: string
  /** A UTC midnight in seconds before which nothing settles. */
  valueDate?: Seconds | undefined
}

/**
 * A transfer free of payment.
 *
 * @example
 * const { deliveryId } = await createFopTransfer(client, {
 *   ...position, direction: 'DELIVER', counterpartyAddr, quantity: 1_000n, description: 'Rebalancing',
 * })
 */
export async function createFopTransfer(
  client: Client,
  parameters: FopParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  return publishDelivery(client, fopDelivery(own, parameters), options)
}

/** The delivery of such a transfer. Pure. */
export function fopDelivery(own: Address, parameters: FopParameters): NewDelivery {
  const { direction, counterpartyAddr, description, valueDate, account, ...asset } = parameters
  const leg =
    direction === 'DELIVER'
      ? digitalLeg({ ...asset, sender: own, receiver: counterpartyAddr, senderAccount: account })
      : digitalLeg({ ...asset, sender: counterpartyAddr, receiver: own, receiverAccount: account })
  return { legs: [leg], details: { description }, valueDate }
}
