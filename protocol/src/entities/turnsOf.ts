// What a tenant may give a delivery now, as the workflow actions by which it gives it.
import type { Address } from '../scalars.ts'
import { owedBy } from './owes.ts'
import type { DeliveryTurn, Duty } from './owes.ts'
import type { DELIVERY_WORKFLOW_ACTIONS } from './workflow.ts'

type Action = (typeof DELIVERY_WORKFLOW_ACTIONS)[number]

/** `legIdx` is null where the action gives for the whole delivery. */
export type Turn = { action: Action; legIdx: number | null }

/** Actions that are about one leg. What is absent is given by confirming the delivery. */
const LEG_ACTIONS: Partial<Record<Duty, Action>> = {
  pay: 'reportExternalDelivery',
  getPaid: 'confirmExternalDelivery',
  reportDelivery: 'reportExternalDelivery',
  confirmReceipt: 'confirmExternalDelivery',
  lock: 'confirmAndLockLeg',
  unlock: 'unlockAndDeliverLeg',
}

/** In the order of giving them. `turnsOf(delivery, alpenbank)` → [{ action: 'confirmDelivery', legIdx: null }] */
export function turnsOf(delivery: DeliveryTurn, viewer: Address): Turn[] {
  const mine = owedBy(delivery).filter((one) => one.tenant === viewer && one.mayGiveNow)
  const confirms = mine.some(({ duty }) => LEG_ACTIONS[duty] === undefined)
  const ofLegs = mine.flatMap(({ duty, legIdx }) => {
    const action = LEG_ACTIONS[duty]
    return action === undefined ? [] : [{ action, legIdx }]
  })
  return [...(confirms ? [{ action: 'confirmDelivery' as const, legIdx: null }] : []), ...ofLegs]
}
