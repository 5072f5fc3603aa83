import type { Abi, ContractFunctionArgs } from 'viem'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { contractCall } from './contractCall.ts'
import type { Callee, CalledNames } from './contractCall.ts'
import type { SendOptions, Sent } from './progress.ts'
import { send } from './send.ts'

/**
 * Any function of any contract by its name, made by the own tenant in a ledger transaction of its own. The arguments are
 * typed by the ABI; `@connex/sdk/contracts` has them all.
 *
 * @example
 * await execute(client, instrumentManagerAbi, instrumentManagerAddr, 'makePublic', [instrumentId])
 */
export async function execute<const Contract extends Abi, const Name extends CalledNames<Contract>>(
  client: Client,
  abi: Contract,
  target: Callee,
  functionName: Name,
  args: ContractFunctionArgs<Contract, 'nonpayable' | 'payable', Name>,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return send(client, [contractCall(abi, target, functionName, args)], options)
}
