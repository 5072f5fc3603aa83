import { accountRegistryManagerAbi } from '@connex/contracts'
import type { Address, RegistryId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { send } from '../ledger/send.ts'

export type RegistryParameters = { registryManagerAddr: Address; registryId: RegistryId }

/**
 * The issuer's or depositary's yes to a registrar's request: the register is prepared.
 *
 * @example
 * await confirmRegistration(client, { registryManagerAddr, registryId })
 */
export async function confirmRegistration(
  client: Client,
  { registryManagerAddr, registryId }: RegistryParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const call = contractCall(
    accountRegistryManagerAbi,
    registryManagerAddr,
    'confirmInstrumentRegistrationAndPrepareRegistry',
    [hex(registryId)],
  )
  return send(client, [call], options)
}
