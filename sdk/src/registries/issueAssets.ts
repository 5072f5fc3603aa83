import { accountRegistryManagerAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { ledgerAccount } from './OwnedQuantity.ts'
import type { OwnedQuantity } from './OwnedQuantity.ts'

/**
 * The registrar issues to an account without being asked by a mint request.
 *
 * @example
 * await issueAssets(client, { registryManagerAddr, registryId, ownerAddr, account, quantity: 1_000n })
 */
export async function issueAssets(
  client: Client,
  parameters: OwnedQuantity,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, quantity } = parameters
  const args = [hex(registryId), ledgerAccount(parameters), quantity] as const
  return execute(client, accountRegistryManagerAbi, registryManagerAddr, 'issue', args, options)
}
