// A transfer's state is whose turn it is, seen from the viewer's tenant (rules §3). One pure function for server
// and client alike.
import * as z from 'zod/mini'
import type { Address } from '../scalars.ts'
import { isInvestorDuty, owedBy } from './owes.ts'
import type { DeliveryTurn } from './owes.ts'

export const TransferState = z.enum([
  'PENDING',
  'PENDING_COUNTERPARTY',
  'PENDING_CUSTODIAN',
  'SETTLED',
  'CANCELED',
])
export type TransferState = z.infer<typeof TransferState>

/** `transferState(delivery, alpenbank)` → 'PENDING' while Alpenbank owes a confirmation that it may give now. */
export function transferState(delivery: DeliveryTurn, viewer: Address): TransferState {
  if (delivery.deliveryState === 'CANCELED') return 'CANCELED'
  if (delivery.deliveryState === 'SETTLED') return 'SETTLED'
  const owed = owedBy(delivery)
  if (owed.some((one) => one.tenant === viewer && one.mayGiveNow)) return 'PENDING'
  if (owed.some((one) => one.tenant !== viewer && isInvestorDuty(one))) return 'PENDING_COUNTERPARTY'
  return 'PENDING_CUSTODIAN'
}
