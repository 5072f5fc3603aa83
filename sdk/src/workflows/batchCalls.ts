// What a batch does, read from its calldata: what cannot be explained is named by its selector, never hidden.
import { deliveryManagerAbi } from '@connex/contracts'
import type { Address, WorkflowAction, WorkflowBatch } from '@connex/protocol'
import { toFunctionSelector } from 'viem/utils'
import type { SignedCall } from '../ledger/review.ts'
import { readCall } from '../ledger/review.ts'
import { hex } from '../ledger/scalars.ts'

/** A call whose meaning this client does not know. `name`: of the delivery manager's function, where it is one. */
export type UnknownCall = {
  functionName: undefined
  to: Address
  selector: string
  name: string | undefined
}

export type BatchCall = SignedCall | UnknownCall

/** What `calls` of a batch do; only calls to the delivery manager have a meaning. Pure. */
export const decodeCalls = (
  { calls }: Pick<WorkflowBatch, 'calls'>,
  deliveryManagerAddr: Address | undefined,
): BatchCall[] =>
  calls.map(({ target, data }) => {
    const isDelivery = target === deliveryManagerAddr
    try {
      if (isDelivery) return readCall({ target, data: hex(data) })
    } catch {
      // Named below.
    }
    const selector = data.slice(0, 10)
    return { functionName: undefined, to: target, selector, name: isDelivery ? nameOf(selector) : undefined }
  })

const nameOf = (selector: string): string | undefined =>
  deliveryManagerAbi.find((item) => item.type === 'function' && toFunctionSelector(item) === selector)?.name

/** Whether a call has a meaning here. */
export const isKnownCall = <Call extends BatchCall>(call: Call): call is Extract<Call, SignedCall> =>
  call.functionName !== undefined

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
