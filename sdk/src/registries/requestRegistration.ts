import { accountRegistryManagerAbi } from '@connex/contracts'
import type { Address, InstrumentId, RegistryId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf } from '../ledger/dappOf.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { send } from '../ledger/send.ts'
import { registryIdOf } from '../ledger/registryIdOf.ts'
import { currentMe } from '../platform/whoami.ts'
import { requireClient } from '../http/requireClient.ts'

export type RegistrationParameters = {
  registryManagerAddr: Address
  instrumentId: InstrumentId
  /** The latest one. */
  instrumentRevision: number
}

/**
 * The registrar asks to keep a register of an instrument; its depositary or issuer answers.
 *
 * @example
 * const { registryId } = await requestRegistration(client, { registryManagerAddr, instrumentId, instrumentRevision: 1 })
 */
export async function requestRegistration(
  client: Client,
  parameters: RegistrationParameters,
  options: SendOptions = {},
): Promise<Sent & { registryId: RegistryId }> {
  requireClient(client)
  const { registryManagerAddr, instrumentId, instrumentRevision } = parameters
  const instrumentManagerAddr = await dappOf(client, 'instrument')
  const registrarAddr = (await currentMe(client)).tenant.address
  const call = contractCall(accountRegistryManagerAbi, registryManagerAddr, 'requestInstrumentRegistration', [
    hex(instrumentManagerAddr),
    hex(instrumentId),
    instrumentRevision,
  ])
  const registryId = registryIdOf({ registrarAddr, instrumentManagerAddr, instrumentId })
  return { registryId, ...(await send(client, [call], options)) }
}
