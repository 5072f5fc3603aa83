import { WORKFLOW_TRANSITIONS, nextState } from '@connex/protocol'
import type { Address, Workflow } from '@connex/protocol'
import type { Queryable } from '../storage/engine/database.ts'
import { findWorkflow, updateWorkflow } from '../storage/queries/workflows.ts'
import { announceDetails } from '../sync/announceDetails.ts'
import { ApiError } from '../errors.ts'

/** CONFIRMED with the last confirmation, PENDING again without it; the tenant's other users are told. */
export async function changedWorkflow(trx: Queryable, tenant: Address, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(trx, tenant, id)
  if (workflow === undefined) throw new ApiError('workflowNotFound')
  const isEnough = workflow.confirmations.length >= workflow.signaturesRequired
  const next = isEnough
    ? nextState(WORKFLOW_TRANSITIONS, workflow.state, 'complete')
    : nextState(WORKFLOW_TRANSITIONS, workflow.state, 'revoke')
  const state = next ?? workflow.state
  await updateWorkflow(trx, id, { state })
  await announceDetails(trx, [{ tenant, id }])
  return { ...workflow, state }
}

/** Until it is CONFIRMED nobody needs the signatures, and nobody could use one after it was revoked. */
export const toldWorkflow = (workflow: Workflow): Workflow =>
  workflow.state === 'CONFIRMED'
    ? workflow
    : {
        ...workflow,
        confirmations: workflow.confirmations.map((given) => ({ ...given, signature: null })),
      }
