import { chainRegistryManagerAbi } from '@connex/contracts'
import type { Address, Bytes32 } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { randomBytes32 } from '../ledger/randomBytes32.ts'
import type { RegistryParameters } from '../registries/confirmRegistration.ts'

export type ChainParameters = RegistryParameters & {
  /** 1 to 8, from the depositary's side to the holder's. */
  custodians: readonly Address[]
  /** Who on-ramps and off-ramps over it; may be the registrar itself. */
  transferAgentAddr: Address
}

/**
 * The registrar describes a custody chain, over which a transfer agent on-ramps what is held elsewhere.
 *
 * @example
 * const { chainId } = await createChain(client, { registryManagerAddr, registryId, custodians: [registrarAddr], transferAgentAddr: registrarAddr })
 */
export async function createChain(
  client: Client,
  { registryManagerAddr, registryId, custodians, transferAgentAddr }: ChainParameters,
  options: SendOptions = {},
): Promise<Sent & { chainId: Bytes32 }> {
  requireClient(client)
  const chainId = randomBytes32()
  const args = [hex(registryId), hex(chainId), custodians.map(hex), hex(transferAgentAddr)] as const
  const sent = await execute(
    client,
    chainRegistryManagerAbi,
    registryManagerAddr,
    'createChain',
    args,
    options,
  )
  return { chainId, ...sent }
}
