// The delivery manager's functions by which a tenant confirms.
import { deliveryManagerAbi } from '@connex/contracts'
import type { Duty } from '@connex/protocol'
import { toFunctionSelector } from 'viem/utils'

type ConfirmFunction = 'confirmAsSender' | 'confirmAsReceiver' | 'confirmDelivery' | 'confirmAsCoordinator'

/** Legs outside the ledger are confirmed by calls of their own, one each. */
export const REPORT_FUNCTIONS: Record<
  Duty,
  'reportExternalDelivery' | 'confirmExternalDelivery' | undefined
> = {
  pay: 'reportExternalDelivery',
  reportDelivery: 'reportExternalDelivery',
  getPaid: 'confirmExternalDelivery',
  confirmReceipt: 'confirmExternalDelivery',
  deliver: undefined,
  receive: undefined,
  lock: undefined,
  unlock: undefined,
  register: undefined,
  coordinate: undefined,
}

/**
 * The ledger functions that give these digital duties. Delivering alone, receiving alone and coordinating have functions
 * of their own, so that four-eyes and privileges can be set for each. Pure.
 *
 * @example
 * confirmFunctions(['deliver', 'receive']) // ['confirmDelivery']
 */
export function confirmFunctions(duties: readonly Duty[]): ConfirmFunction[] {
  const distinct = new Set(duties)
  const functions: ConfirmFunction[] = []
  const isOnly = (duty: Duty) =>
    distinct.has(duty) && [...distinct].every((one) => one === duty || !isParty(one))
  if (isOnly('deliver')) functions.push('confirmAsSender')
  else if (isOnly('receive')) functions.push('confirmAsReceiver')
  else if ([...distinct].some(isParty)) functions.push('confirmDelivery')
  if (distinct.has('coordinate')) functions.push('confirmAsCoordinator')
  return functions
}

const isParty = (duty: Duty): boolean => duty === 'deliver' || duty === 'receive' || duty === 'register'

const FUNCTIONS = [
  'createDelivery',
  'confirmDelivery',
  'confirmAsSender',
  'confirmAsReceiver',
  'confirmAsCoordinator',
  'confirmLegDelivery',
  'reportExternalDelivery',
  'confirmExternalDelivery',
  'setReceiverAccount',
  'cancelDelivery',
] as const

/** What a user does with deliveries, by the ledger's names. */
export type DeliveryFunction = (typeof FUNCTIONS)[number]

function selectorOf(name: DeliveryFunction): string {
  const found = deliveryManagerAbi.find((item) => item.type === 'function' && item.name === name)
  if (found?.type !== 'function') throw new TypeError(`the delivery manager has no ${name}`)
  return toFunctionSelector(found)
}

/** The four bytes by which a controller's configuration knows each of them. */
export const deliverySelectors = Object.fromEntries(
  FUNCTIONS.map((name) => [name, selectorOf(name)]),
) as Readonly<Record<DeliveryFunction, string>>
