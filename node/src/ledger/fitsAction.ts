import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  instrumentManagerAbi,
} from '@connex/contracts'
import type { WorkflowAction } from '@connex/protocol'
import { toFunctionSelector } from 'viem'

/** The functions of an action that is not called as its only function is. */
const FUNCTIONS: { readonly [Action in WorkflowAction]?: readonly string[] } = {
  confirmDelivery: ['confirmDelivery', 'confirmAsSender', 'confirmAsReceiver', 'confirmAsCoordinator'],
  deregister: ['unregisterAsIssuer', 'unregisterAsRegistrar'],
  forcedTransfer: ['forcedTransfer', 'forcedReorg'],
}

const functions = [
  ...deliveryManagerAbi,
  ...instrumentManagerAbi,
  ...accountRegistryManagerAbi,
  ...chainRegistryManagerAbi,
  ...entryRegistryManagerAbi,
].filter((item) => item.type === 'function')

const namesBySelector = new Map(functions.map((item) => [toFunctionSelector(item), item.name]))

/** Whether a call does what the action says. `fitsAction('confirmDelivery', data)` A `batchTransaction` is any number of anything. */
export function fitsAction(action: WorkflowAction, data: string): boolean {
  if (action === 'batchTransaction') return true
  const name = namesBySelector.get(data.slice(0, 10) as `0x${string}`)
  return name !== undefined && (FUNCTIONS[action] ?? [action]).includes(name)
}
