import { deliveryManagerAbi } from '@connex/contracts'
import { toFunctionSelector } from 'viem/utils'

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
