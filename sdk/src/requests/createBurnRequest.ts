import type { Client } from '../createClient.ts'
import { publishDelivery } from '../deliveries/publishDelivery.ts'
import type { Created } from '../deliveries/publishDelivery.ts'
import { requireClient } from '../http/requireClient.ts'
import { digitalLeg } from '../ledger/legs.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { currentMe } from '../platform/whoami.ts'
import type { RequestParameters } from './createMintRequest.ts'

/**
 * Asks the registrar to terminate what lies in an own account. The quantity is earmarked at once.
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
