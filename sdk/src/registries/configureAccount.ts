import { accountRegistryManagerAbi } from '@connex/contracts'
import type { AccountNumber, Address } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { send } from '../ledger/send.ts'

export type AccountParameters = {
  registryManagerAddr: Address
  ownerAddr: Address
  account: AccountNumber
  /** Whether it is open; default true. */
  isValid?: boolean | undefined
  /** Whether it holds for several beneficial owners; default false. */
  isOmnibus?: boolean | undefined
  /** Whether what arrives is terminated at once; default false. */
  terminatesOnReceive?: boolean | undefined
}

/**
 * The registrar opens, changes or closes an investor's account.
 *
 * @example
 * await configureAccount(client, { registryManagerAddr, ownerAddr, account: AccountNumber.parse('1001') })
 */
export async function configureAccount(
  client: Client,
  parameters: AccountParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, ownerAddr, account } = parameters
  const call = contractCall(accountRegistryManagerAbi, registryManagerAddr, 'configureAccount', [
    { owner: hex(ownerAddr), accountNum: BigInt(account) },
    {
      valid: parameters.isValid ?? true,
      omnibus: parameters.isOmnibus ?? false,
      terminateOnReceive: parameters.terminatesOnReceive ?? false,
    },
  ])
  return send(client, [call], options)
}
