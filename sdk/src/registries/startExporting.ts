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
 * The registrar closes a register for good: what its owners mark for export ends here, and nothing else moves. The reason goes
 * to who answers for the instrument, its fingerprint to the ledger.
 *
 * @example
 * await startExporting(client, { registryManagerAddr, registryId, reason: 'Moves to another registrar' })
 */
export async function startExporting(
  client: Client,
  parameters: RegistryParameters & { reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> {
  requireClient(client)
  const reason = await shareReason(client, 'export reason', parameters, parameters.reason, options)
  const args = [hex(parameters.registryId), hex(reason.fingerprint)] as const
  const sent = await execute(
    client,
    registrationAbi,
    parameters.registryManagerAddr,
    'startExporting',
    args,
    options,
  )
  return { reason, ...sent }
}
