// A tenant's confirmation workflows, with its users' confirmations.
import type {
  Address,
  CallQuery,
  Page,
  Paging,
  TxHash,
  Workflow,
  WorkflowBatch,
  WorkflowState,
} from '@connex/protocol'
import type { Selectable } from 'kysely'
import { page } from '../lists/page.ts'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import type { WorkflowsTable } from '../schema/recordTables.ts'
import { namesOfUsers } from './users.ts'

type Row = Selectable<WorkflowsTable>

/** The newest first. */
export async function listWorkflows(
  db: Queryable,
  tenant: Address,
  { workflowIds, entityIds, action, state }: CallQuery<'workflows'>,
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
  return { ...rows, items: await withConfirmations(db, tenant, rows.items) }
}

/** `forChange` locks it until the transaction ends. */
export async function findWorkflow(
  db: Queryable,
  tenant: Address,
  id: string,
  { forChange = false } = {},
): Promise<Workflow | undefined> {
  const query = db.selectFrom('workflows').selectAll().where('tenant', '=', tenant).where('id', '=', id)
  const rows = await (forChange ? query.forUpdate() : query).execute()
  return (await withConfirmations(db, tenant, rows))[0]
}

async function withConfirmations(db: Queryable, tenant: Address, rows: readonly Row[]): Promise<Workflow[]> {
  if (rows.length === 0) return []
  const confirmations = await db
    .selectFrom('workflow_confirmations')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where(
      'workflow_id',
      'in',
      rows.map(({ id }) => id),
    )
    // The ledger expects the signatures in this order.
    .orderBy('user_address')
    .execute()
  const reasons = await listRejectReasons(db, rows)
  const usersOf = (row: Row): Address[] => [
    ...new Set([
      row.initiator,
      ...confirmations.filter((one) => one.workflow_id === row.id).map(({ user_address }) => user_address),
      ...(row.rejected_by === null ? [] : [row.rejected_by]),
    ]),
  ]
  const names = await namesOfUsers(db, tenant, rows.flatMap(usersOf))
  return rows.map((row) => ({
    workflowId: row.id,
    entity: row.entity,
    entityId: row.entity_id,
    action: row.action,
    state: row.state,
    initiatorAddr: row.initiator,
    batch: row.batch as WorkflowBatch,
    signaturesRequired: row.signatures_required,
    confirmations: confirmations
      .filter(({ workflow_id }) => workflow_id === row.id)
      .map(({ user_address, signature, at }) => ({
        userAddr: user_address,
        signature: signature as Workflow['confirmations'][number]['signature'],
        at,
      })),
    rejectedBy: row.rejected_by,
    rejectReason: reasons.get(row.id) ?? null,
    users: usersOf(row).map((address) => ({ address, name: names.get(address) ?? null })),
    txHash: row.tx_hash,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/** Only of those that are rejected: a chain reorg may have opened one again. */
async function listRejectReasons(db: Queryable, rows: readonly Row[]): Promise<Map<string, string>> {
  const rejected = rows.filter(({ state }) => state === 'REJECTED').map(({ id }) => id)
  if (rejected.length === 0) return new Map()
  const records = await db
    .selectFrom('tenant_records')
    .select(['key', 'data'])
    .where('kind', '=', 'REJECT_REASON')
    .where('key', 'in', rejected)
    .execute()
  return new Map(records.map(({ key, data }) => [key, (data as { reason: string }).reason]))
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

/** Also replaces a confirmation that the user has revoked. */
export async function insertConfirmation(
  db: Queryable,
  id: string,
  user: Address,
  signature: string,
): Promise<void> {
  const confirmation = { signature, at: nowSeconds(), revoked_at: null }
  await db
    .insertInto('workflow_confirmations')
    .values({ workflow_id: id, user_address: user, ...confirmation })
    .onConflict((conflict) => conflict.columns(['workflow_id', 'user_address']).doUpdateSet(confirmation))
    .execute()
}

/** Revokes a confirmation. The signature stays, to recognize it later. Returns false if the user has not confirmed. */
export async function withdrawConfirmation(db: Queryable, id: string, user: Address): Promise<boolean> {
  const withdrawn = await db
    .updateTable('workflow_confirmations')
    .set({ revoked_at: nowSeconds() })
    .where('workflow_id', '=', id)
    .where('user_address', '=', user)
    .where('revoked_at', 'is', null)
    .returning('user_address')
    .execute()
  return withdrawn.length === 1
}

/** Whether one of these signatures is revoked, or belongs to a rejected or aborted workflow, and is valid in no other. */
export async function hasRevokedSignature(db: Queryable, signatures: readonly string[]): Promise<boolean> {
  if (signatures.length === 0) return false
  const rows = await db
    .selectFrom('workflow_confirmations as c')
    .innerJoin('workflows as w', 'w.id', 'c.workflow_id')
    .select(['c.signature', 'c.revoked_at', 'w.state'])
    .where('c.signature', 'in', signatures)
    .execute()
  const isValid = (row: (typeof rows)[number]) =>
    row.revoked_at === null && row.state !== 'REJECTED' && row.state !== 'ABORTED'
  const valid = new Set(rows.filter(isValid).map(({ signature }) => signature))
  return rows.some(({ signature }) => !valid.has(signature))
}

type Change = { state?: WorkflowState; rejected_by?: Address; tx_hash?: TxHash }

export async function updateWorkflow(db: Queryable, id: string, change: Change): Promise<void> {
  await db
    .updateTable('workflows')
    .set({ ...change, updated_at: nowSeconds() })
    .where('id', '=', id)
    .execute()
}

/** Takes back that a transaction is its own, after the ledger has refused it. */
export async function releaseWorkflow(db: Queryable, id: string, txHash: TxHash): Promise<void> {
  await db
    .updateTable('workflows')
    .set({ tx_hash: null, updated_at: nowSeconds() })
    .where('id', '=', id)
    .where('tx_hash', '=', txHash)
    .where('state', '=', 'CONFIRMED')
    .execute()
}

/** Whether the entity has a workflow that was neither rejected nor aborted. */
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

export type OpenWorkflow = {
  id: string
  tenant: Address
  initiator: Address
  txHash: TxHash | null
  batch: WorkflowBatch
}

/** The workflows that the ledger may still end: a tenant's, or every tenant's. */
export async function listOpenWorkflows(db: Queryable, tenant?: Address): Promise<OpenWorkflow[]> {
  let found = db
    .selectFrom('workflows')
    .select(['id', 'tenant', 'initiator', 'tx_hash', 'batch'])
    .where('state', 'in', ['PENDING', 'CONFIRMED'])
  if (tenant !== undefined) found = found.where('tenant', '=', tenant)
  const rows = await found.orderBy('created_at').execute()
  return rows.map(({ tx_hash, batch, ...row }) => ({
    ...row,
    txHash: tx_hash,
    batch: batch as WorkflowBatch,
  }))
}

/** Ends it; returns false if it had already ended. */
export async function endWorkflow(
  db: Queryable,
  id: string,
  change: { state: 'EXECUTED' | 'REJECTED' | 'ABORTED'; tx_hash?: TxHash; rejected_by?: Address },
): Promise<boolean> {
  const ended = await db
    .updateTable('workflows')
    .set({ ...change, updated_at: nowSeconds() })
    .where('id', '=', id)
    .where('state', 'in', ['PENDING', 'CONFIRMED'])
    .returning('id')
    .execute()
  return ended.length === 1
}
