import type { Client } from '../createClient.ts'
import { saltedReason } from '../deliveries/saltedReason.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { storeFirst } from '../ledger/storeFirst.ts'
import type { RegistryParameters } from './confirmRegistration.ts'

/** Stores a registration's or a registry's reason for both sides, before its fingerprint goes to the ledger. */
export async function storeReason(
  client: Client,
  name: 'putRegistrationReason' | 'unregister',
  { registryManagerAddr, registryId }: RegistryParameters,
  text: string | SaltedReason,
  options: SendOptions,
): Promise<SaltedReason> {
  const reason = typeof text === 'string' ? saltedReason(text) : text
  const body = { registryManagerAddr, registryId, reason: reason.comment }
  const stored = await storeFirst(options, () => call(client, name, { body, signal: options.signal }))
  if (stored !== undefined && stored.fingerprint !== reason.fingerprint)
    throw new ClientError('unexpectedAnswer', 'fingerprint')
  return reason
}
