import { hexToString, isAddressEqual, parseEventLogs, trim } from 'viem'
import type { Address, TransactionReceipt } from 'viem'
import { factoryAbi } from '../../generated/factoryAbi.ts'
import type { DappType } from './workflowConfig.ts'

/** One of a tenant's controllers, and the dApp that it opens. */
export type Controller = { address: Address; dapp: Address; type: DappType }

/** The controllers that the factory made in a transaction. */
export const createdControllers = (receipt: TransactionReceipt): Controller[] =>
  parseEventLogs({ abi: factoryAbi, eventName: 'ControllerCreated', logs: receipt.logs }).map(({ args }) => ({
    address: args.controller,
    dapp: args.dapp,
    type: hexToString(trim(args.dappType, { dir: 'right' })) as DappType,
  }))

/** A tenant's controller for a dApp; fails where it has none. */
export function controllerFor(controllers: readonly Controller[], dapp: Address): Address {
  const found = controllers.find((controller) => isAddressEqual(controller.dapp, dapp))
  if (found === undefined) throw new Error(`the tenant has no controller for ${dapp}`)
  return found.address
}
