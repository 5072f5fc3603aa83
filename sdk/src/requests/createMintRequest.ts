import type { Client } from '../createClient.ts'
import type { OwnAsset } from '../deliveries/createFopTransfer.ts'
import { publishDelivery } from '../deliveries/publishDelivery.ts'
import type { Created } from '../deliveries/publishDelivery.ts'
import { requireClient } from '../http/requireClient.ts'
import { digitalLeg } from '../ledger/legs.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { currentMe } from '../platform/whoami.ts'

export type RequestParameters = OwnAsset & { description: string }

/**
 * Asks the registrar to issue to an own account. It counts in no holding before the registrar confirms.
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
