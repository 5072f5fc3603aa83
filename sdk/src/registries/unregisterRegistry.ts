import { registrationAbi } from '@connex/contracts'
import type { HexData } from '@connex/protocol'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { splitSignature } from '../ledger/splitSignature.ts'
import type { RegistryParameters } from './confirmRegistration.ts'
import { storeReason } from './storeReason.ts'

export type UnregisterParameters = RegistryParameters & {
  /** The own side; the other one has agreed. */
  as: 'registrar' | 'issuer'
  /** What the other side's confirmer has signed for, see `saltedReason`. */
  reason: SaltedReason
  /** The other side's registry nonce, which is used up. */
  nonce: bigint
  /** Of the other side's confirmer over the digest that the manager's `hashUnregister` tells: 65 bytes. */
  signature: HexData
}

/**
 * Ends an empty register for good, with the other side's agreement. The reason goes to the other side first.
 *
 * @example
 * await unregisterRegistry(client, { registryManagerAddr, registryId, as: 'registrar', reason, nonce, signature })
 */
export async function unregisterRegistry(
  client: Client,
  parameters: UnregisterParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, nonce, signature } = parameters
  const { fingerprint } = await storeReason(client, 'unregister', parameters, parameters.reason, options)
  const name = parameters.as === 'issuer' ? 'unregisterAsIssuer' : 'unregisterAsRegistrar'
  const args = [hex(registryId), nonce, splitSignature(signature), hex(fingerprint)] as const
  return execute(client, registrationAbi, registryManagerAddr, name, args, options)
}
