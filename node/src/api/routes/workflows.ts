// Confirmation workflows: several users of a tenant sign a batch before it goes to the ledger.
import { randomUUID } from 'node:crypto'
import {
  InstrumentId,
  nextState,
  REGISTRY_WORKFLOW_ACTIONS,
  WORKFLOW_ACTIONS,
  WORKFLOW_TRANSITIONS,
} from '@connex/protocol'
import type {
  Address,
  HexData,
  PrivilegeName,
  Workflow,
  WorkflowAction,
  WorkflowBatch,
  WorkflowEntity,
} from '@connex/protocol'
import { holds } from '../../common/access.ts'
import { ApiError, invalid, lacksPrivilege } from '../../common/errors.ts'
import { fitsAction } from '../../ledger/calls.ts'
import { inTransaction, nowSeconds } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { findControllerRules, listNonceUses } from '../../storage/queries/batches.ts'
import type { ControllerRules } from '../../storage/queries/batches.ts'
import { findDraft } from '../../storage/queries/instrumentDrafts.ts'
import { putTenantRecord } from '../../storage/queries/tenantRecords.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import {
  findWorkflow,
  insertConfirmation,
  insertWorkflow,
  listWorkflows,
  updateWorkflow,
  withdrawConfirmation,
} from '../../storage/queries/workflows.ts'
import type { ApiContext } from '../call/context.ts'
import type { Handlers } from '../call/handler.ts'
import {
  isEntitled,
  requireEntitled,
  signatureOfBatch,
  updateWorkflowState,
  workflowView,
} from '../workflows/confirmation.ts'
import { publishWorkflow } from '../workflows/execution.ts'
import { resolveWorkflows } from '../workflows/resolver.ts'

/** Who may start, confirm, reject and revoke, by subject. */
const ENTITLED: Readonly<Record<WorkflowEntity | 'registry', readonly PrivilegeName[]>> = {
  instrument: ['instrument.BACKOFFICE'],
  delivery: ['delivery.BACKOFFICE', 'delivery.TX_COORDINATOR'],
  delivery_leg: ['delivery.BACKOFFICE', 'delivery.TX_COORDINATOR'],
  forced_transfer: ['registry.REGISTRAR_REGISTRATION'],
  registry: ['registry.REGISTRAR_REGISTRATION', 'registry.ISSUER_DOCUMENTATION'],
}

export const workflows = {
  workflows: async ({ context, viewer, query }) => {
    await resolveWorkflows(context, viewer.tenant)
    const found = await listWorkflows(context.database.kysely, viewer.tenant, query, query)
    return { ...found, items: found.items.map(workflowView) }
  },

  createWorkflow: ({ context, viewer, body, note }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { entity, entityId, action, batch, signature } = body
      const { tenant, address } = viewer
      const controller = await getController(trx, tenant, batch)
      refuseUnentitled(viewer, body, controller)
      if (!WORKFLOW_ACTIONS[entity].includes(action)) throw invalid('action', `not an action of ${entity}`)
      refuseOtherFunctions(action, batch)
      if (batch.deadline <= nowSeconds()) throw invalid('batch.deadline', 'must be in the future')
      const signaturesRequired = requiredBy(controller, batch)
      const uses = await listNonceUses(trx, [batch.nonce])
      if (uses.some((use) => use.tenant === tenant)) throw new ApiError('batchNonceUsed')
      const ofBatch = signatureOfBatch(context.config.chainId, address, batch, signature)
      await requireEntitled(trx, { tenant, batch, controller }, address)
      // Nobody else could execute it.
      if (batch.sender !== null) await requireEntitled(trx, { tenant, batch, controller }, batch.sender)
      const workflowId = randomUUID()
      const initiatorAddr = address
      const started = { workflowId, entity, entityId, action, initiatorAddr, batch, signaturesRequired }
      await insertWorkflow(trx, tenant, started)
      await insertConfirmation(trx, workflowId, address, ofBatch)
      if (entity === 'instrument' && (await isDraft(trx, tenant, entityId))) note({ also: 'PROPOSE_DRAFT' })
      return workflowView(await updateWorkflowState(trx, tenant, workflowId))
    }),

  confirmWorkflow: async ({ context, viewer, body, change }) => {
    const { workflowId, signature, rawTransaction } = body
    await resolveWorkflows(context, viewer.tenant)
    const find = async (trx: Queryable) =>
      withdrawLapsed(trx, viewer.tenant, (await getForChange(trx, viewer, workflowId)).workflow)
    const confirmed = await (signature === undefined
      ? inTransaction(context.database.kysely, find)
      : change(async (trx) => confirm(context, trx, viewer, await find(trx), signature)))
    return rawTransaction === undefined
      ? workflowView(confirmed)
      : publishWorkflow({ context, change }, viewer, confirmed, rawTransaction)
  },

  rejectWorkflow: async ({ context, viewer, body, change }) => {
    await resolveWorkflows(context, viewer.tenant)
    return change(async (trx) => {
      const workflow = await getToEnd(trx, viewer, body.workflowId)
      const state = getNext(workflow, 'reject')
      if (workflow.txHash !== null) throw new ApiError('workflowPublished')
      await updateWorkflow(trx, workflow.workflowId, { state, rejected_by: viewer.address })
      const { reason } = body
      if (reason !== undefined)
        await putTenantRecord(trx, viewer.tenant, 'REJECT_REASON', workflow.workflowId, { reason })
      return workflowView(await updateWorkflowState(trx, viewer.tenant, workflow.workflowId))
    })
  },

  // Also the initiator's own: a workflow without confirmations waits for others, or is rejected.
  revokeWorkflow: async ({ context, viewer, body, change }) => {
    await resolveWorkflows(context, viewer.tenant)
    return change(async (trx) => {
      const workflow = await getToEnd(trx, viewer, body.workflowId)
      getNext(workflow, 'revoke')
      if (workflow.txHash !== null) throw new ApiError('workflowPublished')
      if (!(await withdrawConfirmation(trx, workflow.workflowId, viewer.address)))
        throw new ApiError('notFound', { detail: 'The user has not confirmed this workflow.' })
      return workflowView(await updateWorkflowState(trx, viewer.tenant, workflow.workflowId))
    })
  },
} satisfies Partial<Handlers>

/** Throws unless it is the tenant's own, and then unless the user may decide about it. */
async function getForChange(trx: Queryable, viewer: UserViewer, id: string): Promise<ForChange> {
  const workflow = await findWorkflow(trx, viewer.tenant, id, { forChange: true })
  if (workflow === undefined) throw new ApiError('workflowNotFound')
  const controller = await findControllerRules(trx, viewer.tenant, workflow.batch.controllerAddr)
  refuseUnentitled(viewer, workflow, controller)
  return { workflow, controller }
}

/** With the rules of its controller, unless the server does not know that one. */
type ForChange = { workflow: Workflow; controller: ControllerRules | undefined }

/** The same for who takes something back: of an act only who may sign it. */
async function getToEnd(trx: Queryable, viewer: UserViewer, id: string): Promise<Workflow> {
  const { workflow, controller } = await getForChange(trx, viewer, id)
  const { tenant, address } = viewer
  const { batch } = workflow
  if (controller === undefined || !isAct(workflow, controller)) return workflow
  if (await isEntitled(trx, { tenant, batch, controller }, address)) return workflow
  const needs = batch.calls.map(({ data }) => controller.rules.get(data.slice(0, 10))?.privilege)
  throw lacksPrivilege([...new Set(needs)] as PrivilegeName[])
}

type Subject = { entity: WorkflowEntity; action: WorkflowAction }

function refuseUnentitled(
  { user }: UserViewer,
  { entity, action }: Subject,
  controller: ControllerRules | undefined,
): void {
  // Who may sign it decides.
  if (isAct({ action }, controller)) return
  const isOfRegistry = REGISTRY_WORKFLOW_ACTIONS.some((one) => one === action)
  const needed = ENTITLED[isOfRegistry ? 'registry' : entity]
  if (!needed.some((privilege) => holds(user, privilege))) throw lacksPrivilege(needed)
}

/** A batch that is not about deliveries has no privilege of its own. */
const isAct = ({ action }: Pick<Subject, 'action'>, controller: ControllerRules | undefined): boolean =>
  action === 'batchTransaction' && controller !== undefined && controller.type !== 'delivery'

function getNext({ state }: Workflow, act: 'confirm' | 'reject' | 'revoke'): Workflow['state'] {
  const next = nextState(WORKFLOW_TRANSITIONS, state, act)
  if (next === undefined) throw new ApiError(state === 'CONFIRMED' ? 'workflowConfirmed' : 'workflowEnded')
  return next
}

async function getController(
  trx: Queryable,
  tenant: Address,
  batch: WorkflowBatch,
): Promise<ControllerRules> {
  const controller = await findControllerRules(trx, tenant, batch.controllerAddr)
  if (controller === undefined) throw invalid('batch.controllerAddr', 'not a controller of your tenant')
  return controller
}

/** The batch must do what the tenant's users are to confirm. */
function refuseOtherFunctions(action: WorkflowAction, { calls }: WorkflowBatch): void {
  const other = calls.findIndex(({ data }) => !fitsAction(action, data))
  if (other >= 0) throw invalid(`batch.calls.${other}.data`, `not a function of ${action}`)
}

/** The most that any of the calls requires. */
function requiredBy({ rules }: ControllerRules, { calls }: WorkflowBatch): number {
  const required = calls.map(({ data }, index) => {
    const rule = rules.get(data.slice(0, 10))
    if (rule === undefined)
      throw invalid(`batch.calls.${index}.data`, 'the controller does not allow this function')
    return rule.signaturesRequired
  })
  return Math.max(...required)
}

async function confirm(
  { config }: ApiContext,
  trx: Queryable,
  { tenant, address }: UserViewer,
  workflow: Workflow,
  signature: HexData,
): Promise<Workflow> {
  if (workflow.confirmations.some(({ userAddr }) => userAddr === address))
    throw new ApiError(workflow.state in ENDED ? 'workflowEnded' : 'ownConfirmation')
  getNext(workflow, 'confirm')
  const { workflowId, batch } = workflow
  const ofBatch = signatureOfBatch(config.chainId, address, batch, signature)
  const controller = await getController(trx, tenant, batch)
  await requireEntitled(trx, { tenant, batch, controller }, address)
  await insertConfirmation(trx, workflowId, address, ofBatch)
  return updateWorkflowState(trx, tenant, workflowId)
}

const ENDED = { EXECUTED: true, REJECTED: true, ABORTED: true }

/** Withdraws confirmations that the ledger would no longer accept: their user has lost a privilege. */
async function withdrawLapsed(trx: Queryable, tenant: Address, workflow: Workflow): Promise<Workflow> {
  if (workflow.state in ENDED || workflow.txHash !== null) return workflow
  const { workflowId, batch } = workflow
  const controller = await getController(trx, tenant, batch)
  let hasLapsed = false
  for (const { userAddr } of workflow.confirmations) {
    if (await isEntitled(trx, { tenant, batch, controller }, userAddr)) continue
    await withdrawConfirmation(trx, workflowId, userAddr)
    hasLapsed = true
  }
  return hasLapsed ? updateWorkflowState(trx, tenant, workflowId) : workflow
}

/** A workflow about a draft proposes it to the tenant's other users. */
async function isDraft(trx: Queryable, tenant: Address, entityId: string): Promise<boolean> {
  const id = InstrumentId.safeParse(entityId)
  return id.success && (await findDraft(trx, tenant, id.data)) !== undefined
}
