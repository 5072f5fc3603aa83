import { accountRegistryManagerAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import { saltedReason } from '../deliveries/saltedReason.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import { requireClient } from '../http/requireClient.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { send } from '../ledger/send.ts'
import type { RegistryParameters } from './confirmRegistration.ts'

/**
 * The registrar stops a register: nothing moves or is earmarked, cancelling still works. The reason goes to the ledger as its fingerprint.
 *
 * @example
 * await suspendRegistry(client, { registryManagerAddr, registryId, reason: 'Corporate action' })
 */
export async function suspendRegistry(
  client: Client,
  parameters: RegistryParameters & { reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> {
  requireClient(client)
  const { registryManagerAddr, registryId } = parameters
  const reason = saltedReason(parameters.reason)
  const call = contractCall(accountRegistryManagerAbi, registryManagerAddr, 'suspendRegistry', [
    hex(registryId),
    hex(reason.fingerprint),
  ])
  return { reason, ...(await send(client, [call], options)) }
}
