import { accountRegistryManagerAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { ledgerAccount } from './OwnedQuantity.ts'
import type { OwnedQuantity } from './OwnedQuantity.ts'

/**
 * The registrar takes over what another register kept for an account, while the register is IMPORTING.
 *
 * @example
 * await importAssets(client, { registryManagerAddr, registryId, ownerAddr, account, quantity: 1_000n })
 */
export async function importAssets(
  client: Client,
  parameters: OwnedQuantity,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, quantity } = parameters
  const args = [hex(registryId), ledgerAccount(parameters), quantity] as const
  return execute(client, accountRegistryManagerAbi, registryManagerAddr, 'importAssets', args, options)
}
