// The specification's name for what a batch does.
import type { WorkflowAction } from '@connex/protocol'
import { isKnownCall } from '../ledger/review.ts'
import type { BatchCall, SignedCall } from '../ledger/review.ts'

/** Actions that the specification has a name for; everything else is a batch. */
const ACTIONS: Readonly<Record<SignedCall['functionName'], WorkflowAction>> = {
  createDelivery: 'batchTransaction',
  cancelDelivery: 'batchTransaction',
  confirmDelivery: 'confirmDelivery',
  confirmAsSender: 'confirmDelivery',
  confirmAsReceiver: 'confirmDelivery',
  confirmAsCoordinator: 'confirmDelivery',
  reportExternalDelivery: 'reportExternalDelivery',
  confirmExternalDelivery: 'confirmExternalDelivery',
}

/** The workflow's action: that of all calls, or `batchTransaction`. */
export function actionOf(calls: readonly BatchCall[]): WorkflowAction {
  const [first, ...others] = new Set(
    calls.map((one) => (isKnownCall(one) ? ACTIONS[one.functionName] : undefined)),
  )
  return first === undefined || others.length > 0 ? 'batchTransaction' : first
}
