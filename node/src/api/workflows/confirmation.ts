import { batchDigest, nextState, WORKFLOW_TRANSITIONS } from '@connex/protocol'
import type { Address, HexData, PrivilegeName, Workflow, WorkflowBatch } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { recoverAddress } from '../../ledger/rawTransaction.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { announceDetails } from '../../storage/projections/announcements.ts'
import type { ControllerRules } from '../../storage/queries/batches.ts'
import { isAnyBlacklisted } from '../../storage/queries/platform.ts'
import { findPrivileges } from '../../storage/queries/users.ts'
import { findWorkflow, updateWorkflow } from '../../storage/queries/workflows.ts'
import { readSignature } from '../auth/signedHeaders.ts'

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

// Whether a user's signature over a batch would count on the ledger, by what the index knows now.

const DAPP_USER: PrivilegeName = 'user.DAPP_USER'

type Batched = { tenant: Address; batch: WorkflowBatch; controller: ControllerRules }

/** The signature is the user's own, over this very batch on this chain. */
export function requireSignature(
  chainId: number,
  user: Address,
  batch: WorkflowBatch,
  signature: HexData,
): void {
  const read = readSignature(signature)
  const signer = read && recoverAddress(batchDigest(chainId, batch), read.rs, read.recovery)
  if (signer !== user) throw new ApiError('signatureNotOfBatch')
}

/** The user holds what the controller asks of each signer, and nobody of them is blacklisted. */
export async function requireEntitled(db: Queryable, batched: Batched, user: Address): Promise<void> {
  if (!(await isEntitled(db, batched, user))) throw new ApiError('notEntitledToSign')
}

export async function isEntitled(
  db: Queryable,
  { tenant, batch, controller }: Batched,
  user: Address,
): Promise<boolean> {
  if (await isAnyBlacklisted(db, [tenant, user])) return false
  const { privileges, instancePrivileges } = await findPrivileges(db, tenant, user)
  const onDapp = instancePrivileges
    .filter(({ instanceAddr }) => instanceAddr === controller.dapp)
    .flatMap((instance) => instance.privileges)
  const held = new Set([...privileges, ...onDapp])
  const needed = batch.calls.map(({ data }) => controller.rules.get(data.slice(0, 10))?.privilege)
  return privileges.includes(DAPP_USER) && needed.every((name) => name !== undefined && held.has(name))
}
