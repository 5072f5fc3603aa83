import { chainRegistryManagerAbi } from '@connex/contracts'
import type { Bytes32 } from '@connex/protocol'
import { saltedReason } from '../deliveries/saltedReason.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { storeFirst } from '../ledger/storeFirst.ts'
import { shareComment } from '../platform/shareComment.ts'
import { ledgerAccount } from '../registries/OwnedQuantity.ts'
import type { OwnedQuantity } from '../registries/OwnedQuantity.ts'

export type RampParameters = OwnedQuantity & {
  chainId: Bytes32
  /** The transfer agent's own words for it, which the owner can read. */
  reference: string
}

export type Ramped = Sent & { reference: SaltedReason }

/** The reference goes to the owner first, its fingerprint to the ledger. */
export async function ramp(
  client: Client,
  name: 'onramp' | 'offramp',
  parameters: RampParameters,
  options: SendOptions,
): Promise<Ramped> {
  requireClient(client)
  const { registryManagerAddr, registryId, chainId, ownerAddr, quantity } = parameters
  const reference = saltedReason(parameters.reference)
  const body = { type: `${name} reference` as const, comment: reference.comment, sharedWith: [ownerAddr] }
  await storeFirst(options, () => shareComment(client, body, { signal: options.signal }))
  const account = ledgerAccount(parameters)
  const args = [hex(registryId), hex(chainId), account, quantity, hex(reference.fingerprint)] as const
  const sent = await execute(client, chainRegistryManagerAbi, registryManagerAddr, name, args, options)
  return { reference, ...sent }
}
