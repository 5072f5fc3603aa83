import { entryRegistryManagerAbi } from '@connex/contracts'
import type { Address, Fingerprint } from '@connex/protocol'
import { saltedReason } from '../deliveries/saltedReason.ts'
import { call } from '../http/call.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { storeFirst } from '../ledger/storeFirst.ts'
import type { RegistryParameters } from '../registries/confirmRegistration.ts'

export type TerminateParameters = RegistryParameters & {
  fingerprint: Fingerprint
  ownerAddr: Address
  reason: string
}

/**
 * The registrar ends an entry that its owner has marked. The reason goes to the owner first.
 *
 * @example
 * await terminateEntry(client, { registryManagerAddr, registryId, fingerprint, ownerAddr, reason: 'Redeemed at par' })
 */
export async function terminateEntry(
  client: Client,
  { registryManagerAddr, registryId, fingerprint, ownerAddr, reason }: TerminateParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const body = {
    registryManagerAddr,
    registryId,
    registryEntryFingerprint: fingerprint,
    reason: saltedReason(reason).comment,
  }
  await storeFirst(options, () => call(client, 'terminateEntry', { body, signal: options.signal }))
  const args = [hex(registryId), [hex(fingerprint)], hex(ownerAddr)] as const
  return execute(client, entryRegistryManagerAbi, registryManagerAddr, 'terminateEntry', args, options)
}
