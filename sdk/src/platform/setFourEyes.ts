import { dappControllerAbi } from '@connex/contracts'
import { privilegeId } from '@connex/protocol'
import type { Address, DappController, PrivilegeName } from '@connex/protocol'
import { ClientError } from '../errors.ts'
import { everyPage } from '../http/everyPage.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { dappOf } from '../ledger/dappOf.ts'
import { listDappControllers } from './listDappControllers.ts'

export type FourEyesParameters = {
  /** The dApp whose functions they are. */
  dappAddr: Address
  /** By their four bytes, see `selectorsOf`. */
  functionSelectors: readonly string[]
  /** How many users of the tenant have to sign, the sender among them; 1 for no four-eyes. */
  signaturesRequired: number
}

/**
 * Says how many of the own tenant's users have to sign for functions of a dApp. Who may call them stays as it is.
 *
 * @example
 * await setFourEyes(client, { dappAddr: deliveryManagerAddr, functionSelectors: selectorsOf(deliveryManagerAbi, 'createDelivery'), signaturesRequired: 2 })
 */
export async function setFourEyes(
  client: Client,
  { dappAddr, functionSelectors, signaturesRequired }: FourEyesParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const [platform, controllers] = await Promise.all([
    dappOf(client, 'platform'),
    everyPage((page) => listDappControllers(client, page, { signal: options.signal })),
  ])
  const controller = controllers.find((one) => one.dappAddress === dappAddr)
  if (controller === undefined) throw new ClientError('noController', dappAddr)
  const config = functionSelectors.map((selector) => ruleFor(controller, selector, signaturesRequired))
  const target = { dappAddr: platform, to: controller.address }
  return execute(client, dappControllerAbi, target, 'updateConfig', [config], options)
}

function ruleFor({ workflowConfig }: DappController, functionSelector: string, signaturesRequired: number) {
  const rule = workflowConfig.find((one) => one.functionSelector === functionSelector)
  if (rule === undefined) throw new ClientError('notFound', `Function ${functionSelector}`)
  return { functionSelector: hex(functionSelector), privilege: ledgerId(rule.privilege), signaturesRequired }
}

/** The server says a privilege by its name where it knows it, and by its id where not. */
const ledgerId = (privilege: string): `0x${string}` =>
  privilege.startsWith('0x') ? hex(privilege) : privilegeId(privilege as PrivilegeName)
