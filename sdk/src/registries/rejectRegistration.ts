import type { Client } from '../createClient.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { RegistryParameters } from './confirmRegistration.ts'
import { endRegistration } from './endRegistration.ts'

/**
 * The issuer's or depositary's no to a registrar's request. The reason goes to the registrar first.
 *
 * @example
 * await rejectRegistration(client, { registryManagerAddr, registryId, reason: 'Another registrar keeps it' })
 */
export const rejectRegistration = (
  client: Client,
  parameters: RegistryParameters & { reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> =>
  endRegistration(client, 'rejectInstrumentRegistration', parameters, options)
