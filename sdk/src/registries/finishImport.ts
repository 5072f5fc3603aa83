import { registrationAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { RegistryParameters } from './confirmRegistration.ts'

/**
 * The registrar has taken over what another register kept: from now on the register works as any other.
 *
 * @example
 * await finishImport(client, { registryManagerAddr, registryId })
 */
export async function finishImport(
  client: Client,
  { registryManagerAddr, registryId }: RegistryParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return execute(client, registrationAbi, registryManagerAddr, 'finishImport', [hex(registryId)], options)
}
