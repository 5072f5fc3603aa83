import type { Client } from '../createClient.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { RegistryParameters } from './confirmRegistration.ts'
import { endRegistration } from './endRegistration.ts'

/**
 * The registrar takes back its request to keep a register, before it is answered. The reason goes to the other side first.
 *
 * @example
 * await cancelRegistration(client, { registryManagerAddr, registryId, reason: 'Asked by mistake' })
 */
export const cancelRegistration = (
  client: Client,
  parameters: RegistryParameters & { reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> =>
  endRegistration(client, 'cancelInstrumentRegistration', parameters, options)
