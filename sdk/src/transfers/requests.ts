// Mint and burn requests.
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { digitalLeg } from '../ledger/legs.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'
import type { CancelParameters, Canceled } from './cancelTransfer.ts'
import { cancelDelivery } from './cancelTransfer.ts'
import type { OwnAsset } from './createTransfer.ts'
import type { Created } from './publishDelivery.ts'
import { publishDelivery } from './publishDelivery.ts'
import { getTransfer } from './queries.ts'

export type RequestParameters = OwnAsset & { description: string }

/**
 * Requests that the registrar issue to an own account. It counts in a holding once the registrar confirms.
 *
 * @example
 * await createMintRequest(client, { ...registry, account, quantity: 500n, description: 'Deposit of 20 November' })
 */
export async function createMintRequest(
  client: Client,
  parameters: RequestParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const { description, account, ...asset } = parameters
  const receiver = (await currentMe(client)).tenant.address
  const leg = digitalLeg({ ...asset, sender: asset.registrarAddr, receiver, receiverAccount: account })
  return publishDelivery(client, { legs: [leg], details: { description } }, options)
}

/**
 * Requests that the registrar terminate a holding in an own account. The quantity is earmarked at once.
 *
 * @example
 * await createBurnRequest(client, { ...position, quantity: 500n, description: 'Withdrawal' })
 */
export async function createBurnRequest(
  client: Client,
  parameters: RequestParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const { description, account, ...asset } = parameters
  const sender = (await currentMe(client)).tenant.address
  const leg = digitalLeg({ ...asset, sender, receiver: asset.registrarAddr, senderAccount: account })
  return publishDelivery(client, { legs: [leg], details: { description } }, options)
}

/**
 * Withdraws a pending mint request: the requester alone may.
 *
 * @example
 * await cancelMintRequest(client, { deliveryId })
 */
export async function cancelMintRequest(
  client: Client,
  parameters: CancelParameters,
  options: SendOptions = {},
): Promise<Canceled> {
  requireClient(client)
  const transfer = await getTransfer(client, parameters.deliveryId, { signal: options.signal })
  if (transfer.transferType !== 'MINT') throw new ClientError('wrongTransfer', 'mint request')
  return cancelDelivery(client, transfer, parameters.reason, options)
}

/**
 * Withdraws a pending burn request: the requester alone may.
 *
 * @example
 * await cancelBurnRequest(client, { deliveryId })
 */
export async function cancelBurnRequest(
  client: Client,
  parameters: CancelParameters,
  options: SendOptions = {},
): Promise<Canceled> {
  requireClient(client)
  const transfer = await getTransfer(client, parameters.deliveryId, { signal: options.signal })
  if (transfer.transferType !== 'BURN') throw new ClientError('wrongTransfer', 'burn request')
  return cancelDelivery(client, transfer, parameters.reason, options)
}
