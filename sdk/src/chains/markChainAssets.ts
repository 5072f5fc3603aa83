import { chainRegistryManagerAbi } from '@connex/contracts'
import type { Bytes32 } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { MARKS } from '../registries/markAssets.ts'
import type { MarkParameters } from '../registries/markAssets.ts'

/**
 * The owner asks for the off-ramp of free quantity that it holds over a chain, or takes that back.
 *
 * @example
 * await markChainAssets(client, { registryManagerAddr, registryId, chainId, account, quantity: 100n, for: 'redemption' })
 */
export async function markChainAssets(
  client: Client,
  parameters: MarkParameters & { chainId: Bytes32 },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, chainId, account, quantity } = parameters
  const name = MARKS[parameters.for][parameters.isTakenBack === true ? 1 : 0]
  const args = [hex(registryId), hex(chainId), BigInt(account), quantity] as const
  return execute(client, chainRegistryManagerAbi, registryManagerAddr, name, args, options)
}
