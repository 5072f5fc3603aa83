import { registrationAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { RegistryParameters } from './confirmRegistration.ts'
import { storeReason } from './storeReason.ts'

/**
 * The issuer's or depositary's no to a registrar's request. The reason goes to the registrar first.
 *
 * @example
 * await rejectRegistration(client, { registryManagerAddr, registryId, reason: 'Another registrar keeps it' })
 */
export async function rejectRegistration(
  client: Client,
  parameters: RegistryParameters & { reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> {
  requireClient(client)
  const reason = await storeReason(client, 'putRegistrationReason', parameters, parameters.reason, options)
  const args = [hex(parameters.registryId), hex(reason.fingerprint)] as const
  const sent = await execute(
    client,
    registrationAbi,
    parameters.registryManagerAddr,
    'rejectInstrumentRegistration',
    args,
    options,
  )
  return { reason, ...sent }
}
