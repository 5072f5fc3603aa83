// Confirmation workflows: what several users of a tenant confirm before the ledger is asked.
import { randomUUID } from 'node:crypto'
import { InstrumentId, WORKFLOW_ACTIONS } from '@connex/protocol'
import type { Address, PrivilegeName, Workflow, WorkflowEntity } from '@connex/protocol'
import { announceDetails } from '../../sync/announceDetails.ts'
import { findDraft } from '../../storage/instrumentDrafts.ts'
import { inTransaction, nowSeconds } from '../../storage/queryable.ts'
import type { Queryable } from '../../storage/queryable.ts'
import type { UserViewer } from '../../storage/Viewer.ts'
import {
  deleteConfirmation,
  findWorkflow,
  insertConfirmation,
  insertWorkflow,
  listWorkflows,
  signaturesRequiredFor,
  updateWorkflow,
} from '../../storage/workflows.ts'
import { ApiError, invalid } from '../ApiError.ts'
import { holds } from '../authorize.ts'
import type { Handlers } from '../Handler.ts'
import { publishRaw } from '../publishRaw.ts'
import type { Changing } from '../runChange.ts'
import { settleWorkflows } from '../settleWorkflows.ts'

/** Who may start, confirm, reject and revoke, by what it is about. */
const ENTITLED: Readonly<Record<WorkflowEntity, readonly PrivilegeName[]>> = {
  instrument: ['instrument.BACKOFFICE'],
  delivery: ['delivery.BACKOFFICE', 'delivery.TX_COORDINATOR'],
  delivery_leg: ['delivery.BACKOFFICE', 'delivery.TX_COORDINATOR'],
  forced_transfer: ['registry.REGISTRAR_REGISTRATION'],
}

export const workflows: Pick<
  Handlers,
  'workflows' | 'createWorkflow' | 'confirmWorkflow' | 'rejectWorkflow' | 'revokeWorkflow'
> = {
  workflows: async ({ context, viewer, query }) => {
    await settleWorkflows(context, viewer.tenant)
    return listWorkflows(context.database.kysely, viewer.tenant, query, query)
  },

  createWorkflow: ({ context, viewer, body, note }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { entity, entityId, action, batch, signature } = body
      refuseUnentitled(viewer, entity)
      if (!WORKFLOW_ACTIONS[entity].includes(action)) throw invalid('action', `none of ${entity}`)
      if (batch.deadline <= nowSeconds()) throw invalid('batch.deadline', 'has passed')
      const selectors = batch.calls.map(({ data }) => data.slice(0, 10))
      const { tenant, address } = viewer
      const signaturesRequired = await signaturesRequiredFor(trx, tenant, batch.controllerAddr, selectors)
      if (signaturesRequired === undefined)
        throw invalid('batch.controllerAddr', 'not a controller of the tenant')
      const workflowId = randomUUID()
      const started = {
        workflowId,
        entity,
        entityId,
        action,
        initiatorAddr: address,
        batch,
        signaturesRequired,
      }
      await insertWorkflow(trx, tenant, started)
      await insertConfirmation(trx, workflowId, address, signature)
      if (entity === 'instrument' && (await isDraft(trx, tenant, entityId))) note({ also: 'PROPOSE_DRAFT' })
      return changed(trx, tenant, workflowId)
    }),

  confirmWorkflow: async ({ context, viewer, body, change }) => {
    const { workflowId, signature, rawTransaction } = body
    await settleWorkflows(context, viewer.tenant)
    const confirm = async (trx: Queryable) => {
      const workflow = await getForChange(trx, viewer, workflowId)
      if (signature === undefined) return workflow
      if (workflow.state !== 'PENDING') throw new ApiError('workflowEnded')
      const isOwn = workflow.confirmations.some(({ userAddr }) => userAddr === viewer.address)
      if (isOwn || workflow.initiatorAddr === viewer.address) throw new ApiError('ownConfirmation')
      await insertConfirmation(trx, workflowId, viewer.address, signature)
      return changed(trx, viewer.tenant, workflowId)
    }
    const confirmed = await (signature === undefined
      ? inTransaction(context.database.kysely, confirm)
      : change(confirm))
    if (rawTransaction === undefined) return confirmed
    return publish({ context, change }, viewer, confirmed, rawTransaction)
  },

  rejectWorkflow: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const workflow = await getForChange(trx, viewer, body.workflowId)
      const isOpen =
        workflow.state === 'PENDING' || (workflow.state === 'CONFIRMED' && workflow.txHash === null)
      if (!isOpen) throw new ApiError('workflowEnded')
      await updateWorkflow(trx, workflow.workflowId, { state: 'REJECTED', rejected_by: viewer.address })
      return changed(trx, viewer.tenant, workflow.workflowId)
    }),

  // The initiator's own may be taken back as well: what has no confirmation left waits for others, or is rejected.
  revokeWorkflow: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const workflow = await getForChange(trx, viewer, body.workflowId)
      const isOpen =
        workflow.state === 'PENDING' || (workflow.state === 'CONFIRMED' && workflow.txHash === null)
      if (!isOpen) throw new ApiError('workflowEnded')
      if (!(await deleteConfirmation(trx, workflow.workflowId, viewer.address)))
        throw new ApiError('notFound', { detail: 'The user has not confirmed this workflow.' })
      return changed(trx, viewer.tenant, workflow.workflowId)
    }),
}

/** It is the tenant's own; then whether the user may decide about it. */
async function getForChange(trx: Queryable, viewer: UserViewer, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(trx, viewer.tenant, id, { forChange: true })
  if (workflow === undefined) throw new ApiError('workflowNotFound')
  refuseUnentitled(viewer, workflow.entity)
  return workflow
}

function refuseUnentitled({ user }: UserViewer, entity: WorkflowEntity): void {
  if (!ENTITLED[entity].some((privilege) => holds(user, privilege))) throw new ApiError('forbidden')
}

/** CONFIRMED with the last confirmation, PENDING again without it; the tenant's other users are told. */
async function changed(trx: Queryable, tenant: Address, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(trx, tenant, id)
  if (workflow === undefined) throw new ApiError('workflowNotFound')
  const isEnough = workflow.confirmations.length >= workflow.signaturesRequired
  const isOpen = workflow.state === 'PENDING' || workflow.state === 'CONFIRMED'
  const state = isOpen ? (isEnough ? 'CONFIRMED' : 'PENDING') : workflow.state
  await updateWorkflow(trx, id, { state })
  await announceDetails(trx, [{ tenant, id }])
  return { ...workflow, state }
}

/** What is about a draft proposes it to the tenant's other users. */
async function isDraft(trx: Queryable, tenant: Address, entityId: string): Promise<boolean> {
  const id = InstrumentId.safeParse(entityId)
  return id.success && (await findDraft(trx, tenant, id.data)) !== undefined
}

async function publish(
  { context, change }: Pick<Changing, 'context' | 'change'>,
  { tenant, address }: UserViewer,
  workflow: Workflow,
  rawTransaction: Parameters<typeof publishRaw>[2],
): Promise<Workflow> {
  const { workflowId } = workflow
  if (workflow.state !== 'CONFIRMED') throw new ApiError('workflowEnded')
  const txHash = await publishRaw(context, address, rawTransaction)
  await change(async (trx) => {
    await updateWorkflow(trx, workflowId, { tx_hash: txHash })
    return { workflowId, txHash }
  }, 'EXECUTE')
  await settleWorkflows(context, tenant)
  const settled = await findWorkflow(context.database.kysely, tenant, workflowId)
  if (settled === undefined) throw new ApiError('workflowNotFound')
  return settled
}
