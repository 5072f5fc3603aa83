import { registrationAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { RegistryParameters } from './confirmRegistration.ts'
import { shareReason } from './shareReason.ts'

/**
 * The registrar lets a suspended register go on. The reason goes to who answers for the instrument, its fingerprint to the
 * ledger.
 *
 * @example
 * await unsuspendRegistry(client, { registryManagerAddr, registryId, reason: 'Corporate action is over' })
 */
export async function unsuspendRegistry(
  client: Client,
  parameters: RegistryParameters & { reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> {
  requireClient(client)
  const reason = await shareReason(client, 'suspension reason', parameters, parameters.reason, options)
  const args = [hex(parameters.registryId), hex(reason.fingerprint)] as const
  const sent = await execute(
    client,
    registrationAbi,
    parameters.registryManagerAddr,
    'unsuspendRegistry',
    args,
    options,
  )
  return { reason, ...sent }
}
