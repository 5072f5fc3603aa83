// Confirmations of a workflow: who may sign its batch, whether a signature counts on the ledger, and the state that follows.
import { batchDigest, HexData, nextState, WORKFLOW_TRANSITIONS } from '@connex/protocol'
import type { Address, PrivilegeName, Workflow, WorkflowBatch } from '@connex/protocol'
import { flatSignature, readSignature } from '@connex/sdk/preparing'
import { ApiError } from '../../common/errors.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { announceDetails } from '../../storage/projections/announcements.ts'
import type { ControllerRules } from '../../storage/queries/batches.ts'
import { isAnyBlacklisted } from '../../storage/queries/platform.ts'
import { findPrivileges } from '../../storage/queries/users.ts'
import { findWorkflow, updateWorkflow } from '../../storage/queries/workflows.ts'

const DAPP_USER: PrivilegeName = 'user.DAPP_USER'

/** CONFIRMED with the last confirmation, PENDING again without it. Announces the change to the tenant's other users. */
export async function updateWorkflowState(trx: Queryable, tenant: Address, id: string): Promise<Workflow> {
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

/** Without signatures until it is CONFIRMED: nobody needs one earlier, and so nobody can use one that is revoked. */
export const workflowView = (workflow: Workflow): Workflow =>
  workflow.state === 'CONFIRMED'
    ? workflow
    : {
        ...workflow,
        confirmations: workflow.confirmations.map((confirmation) => ({ ...confirmation, signature: null })),
      }

type SignedBatch = { tenant: Address; batch: WorkflowBatch; controller: ControllerRules }

/** The signature as the ledger takes it. Throws unless it is the user's own, over this batch on this ledger. */
export function signatureOfBatch(
  chainId: number,
  user: Address,
  batch: WorkflowBatch,
  given: HexData,
): HexData {
  try {
    return HexData.parse(flatSignature(readSignature(given, batchDigest(chainId, batch), user)))
  } catch (error) {
    throw new ApiError('signatureNotOfBatch', {}, { cause: error })
  }
}

/** Throws unless the user holds what the controller requires of each signer, and neither tenant nor user is blacklisted. */
export async function requireEntitled(db: Queryable, batch: SignedBatch, user: Address): Promise<void> {
  if (!(await isEntitled(db, batch, user))) throw new ApiError('notEntitledToSign')
}

export async function isEntitled(
  db: Queryable,
  { tenant, batch, controller }: SignedBatch,
  user: Address,
): Promise<boolean> {
  if (await isAnyBlacklisted(db, [tenant, user])) return false
  const { privileges, instancePrivileges } = await findPrivileges(db, tenant, user)
  const onDapp = instancePrivileges
    .filter(({ instanceAddr }) => instanceAddr === controller.dapp)
    .flatMap((instance) => instance.privileges)
  const userPrivileges = new Set([...privileges, ...onDapp])
  const needed = batch.calls.map(({ data }) => controller.rules.get(data.slice(0, 10))?.privilege)
  return (
    privileges.includes(DAPP_USER) && needed.every((name) => name !== undefined && userPrivileges.has(name))
  )
}
