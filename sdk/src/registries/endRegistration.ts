import { registrationAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import type { SaltedReason } from '../deliveries/saltedReason.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { RegistryParameters } from './confirmRegistration.ts'
import { storeReason } from './storeReason.ts'

/** A registration that nobody will confirm, by whichever side. Its reason goes to the other side first. */
export async function endRegistration(
  client: Client,
  functionName: 'cancelInstrumentRegistration' | 'rejectInstrumentRegistration',
  parameters: RegistryParameters & { reason: string },
  options: SendOptions,
): Promise<Sent & { reason: SaltedReason }> {
  requireClient(client)
  const reason = await storeReason(client, 'putRegistrationReason', parameters, parameters.reason, options)
  const { registryManagerAddr, registryId } = parameters
  const args = [hex(registryId), hex(reason.fingerprint)] as const
  const sent = await execute(client, registrationAbi, registryManagerAddr, functionName, args, options)
  return { reason, ...sent }
}
