// Confirmation workflows of a tenant, with the confirmations that its users have given.
import type {
  Address,
  Page,
  Paging,
  TxHash,
  Workflow,
  WorkflowAction,
  WorkflowBatch,
  WorkflowState,
} from '@connex/protocol'
import type { Selectable } from 'kysely'
import { holdsAt } from './holdsAt.ts'
import { page } from './page.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'
import type { WorkflowsTable } from './recordTables.ts'

type Row = Selectable<WorkflowsTable>

export type WorkflowFilters = {
  workflowIds?: readonly string[] | undefined
  entityIds?: readonly string[] | undefined
  action?: readonly WorkflowAction[] | undefined
  state?: readonly WorkflowState[] | undefined
}

/** The newest first. */
export async function listWorkflows(
  db: Queryable,
  tenant: Address,
  { workflowIds, entityIds, action, state }: WorkflowFilters,
  paging: Paging,
): Promise<Page<Workflow>> {
  let found = db.selectFrom('workflows').selectAll().where('tenant', '=', tenant)
  if (workflowIds !== undefined) found = found.where('id', 'in', workflowIds)
  if (entityIds !== undefined) found = found.where('entity_id', 'in', entityIds)
  if (action !== undefined) found = found.where('action', 'in', action)
  if (state !== undefined) found = found.where('state', 'in', state)
  const rows = await page(found, paging, {
    sorts: { createdAt: 'created_at', updatedAt: 'updated_at', action: 'action', state: 'state' },
    defaultSort: 'createdAt',
    defaultOrder: 'desc',
    search: ['entity', 'entity_id', 'action', 'state'],
    unique: ['id'],
  })
  return { ...rows, items: await withConfirmations(db, rows.items) }
}

/** `forChange` keeps others from deciding about it until the transaction ends. */
export async function findWorkflow(
  db: Queryable,
  tenant: Address,
  id: string,
  { forChange = false } = {},
): Promise<Workflow | undefined> {
  const query = db.selectFrom('workflows').selectAll().where('tenant', '=', tenant).where('id', '=', id)
  const rows = await (forChange ? query.forUpdate() : query).execute()
  return (await withConfirmations(db, rows))[0]
}

async function withConfirmations(db: Queryable, rows: readonly Row[]): Promise<Workflow[]> {
  if (rows.length === 0) return []
  const given = await db
    .selectFrom('workflow_confirmations')
    .selectAll()
    .where(
      'workflow_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('at')
    .orderBy('user_address')
    .execute()
  return rows.map((row) => ({
    workflowId: row.id,
    entity: row.entity,
    entityId: row.entity_id,
    action: row.action,
    state: row.state,
    initiatorAddr: row.initiator,
    batch: row.batch as WorkflowBatch,
    signaturesRequired: row.signatures_required,
    confirmations: given
      .filter(({ workflow_id }) => workflow_id === row.id)
      .map(({ user_address, signature, at }) => ({
        userAddr: user_address,
        signature: signature as Workflow['confirmations'][number]['signature'],
        at,
      })),
    rejectedBy: row.rejected_by,
    txHash: row.tx_hash,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

type NewWorkflow = Pick<
  Workflow,
  'workflowId' | 'entity' | 'entityId' | 'action' | 'initiatorAddr' | 'batch' | 'signaturesRequired'
>

export async function insertWorkflow(db: Queryable, tenant: Address, workflow: NewWorkflow): Promise<void> {
  const now = nowSeconds()
  await db
    .insertInto('workflows')
    .values({
      id: workflow.workflowId,
      tenant,
      entity: workflow.entity,
      entity_id: workflow.entityId,
      action: workflow.action,
      state: 'PENDING',
      initiator: workflow.initiatorAddr,
      batch: JSON.stringify(workflow.batch),
      signatures_required: workflow.signaturesRequired,
      rejected_by: null,
      tx_hash: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function insertConfirmation(
  db: Queryable,
  id: string,
  user: Address,
  signature: string,
): Promise<void> {
  await db
    .insertInto('workflow_confirmations')
    .values({ workflow_id: id, user_address: user, signature, at: nowSeconds() })
    .execute()
}

/** The signature goes with it. */
export async function deleteConfirmation(db: Queryable, id: string, user: Address): Promise<boolean> {
  const deleted = await db
    .deleteFrom('workflow_confirmations')
    .where('workflow_id', '=', id)
    .where('user_address', '=', user)
    .returning('user_address')
    .execute()
  return deleted.length === 1
}

type Change = { state?: WorkflowState; rejected_by?: Address; tx_hash?: TxHash }

export async function updateWorkflow(db: Queryable, id: string, change: Change): Promise<void> {
  await db
    .updateTable('workflows')
    .set({ ...change, updated_at: nowSeconds() })
    .where('id', '=', id)
    .execute()
}

/** Whether something has a workflow that has neither been rejected nor aborted. */
export async function hasActiveWorkflow(
  db: Queryable,
  tenant: Address,
  entity: Workflow['entity'],
  entityId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('workflows')
    .select('id')
    .where('tenant', '=', tenant)
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .where('state', 'in', ['PENDING', 'CONFIRMED', 'EXECUTED'])
    .executeTakeFirst()
  return row !== undefined
}

/** CONFIRMED ones that were published, or whose time may have come. */
export async function listUnsettledWorkflows(
  db: Queryable,
  tenant: Address,
): Promise<{ id: string; txHash: TxHash | null; deadline: number; initiator: Address }[]> {
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'tx_hash', 'batch', 'initiator'])
    .where('tenant', '=', tenant)
    .where('state', 'in', ['PENDING', 'CONFIRMED'])
    .execute()
  return rows.map(({ id, tx_hash, batch, initiator }) => ({
    id,
    initiator,
    txHash: tx_hash,
    deadline: (batch as WorkflowBatch).deadline,
  }))
}

/** How many users a tenant's controller asks for, the most of the selectors given; undefined where it is not the tenant's. */
export async function signaturesRequiredFor(
  db: Queryable,
  tenant: Address,
  controller: Address,
  selectors: readonly string[],
): Promise<number | undefined> {
  const own = await db
    .selectFrom('dapp_controllers')
    .select('address')
    .where('tenant', '=', tenant)
    .where('address', '=', controller)
    .where(holdsAt('dapp_controllers'))
    .executeTakeFirst()
  if (own === undefined) return undefined
  const rows = await db
    .selectFrom('workflow_config')
    .select('signatures_required')
    .where('controller', '=', controller)
    .where('selector', 'in', selectors)
    .where(holdsAt('workflow_config'))
    .execute()
  return Math.max(1, ...rows.map((row) => row.signatures_required))
}
