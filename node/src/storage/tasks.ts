// What a tenant has to do: its workflows, and what the ledger waits for that nobody has started a workflow for.
import { sql } from 'kysely'
import type { Address, Page, Paging, Task, TaskEntity, TaskStatus, WorkflowEntity } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { page } from './page.ts'
import type { Queryable } from './queryable.ts'

const rules = {
  sorts: { createdAt: 'createdAt', status: 'status', action: 'action' },
  defaultSort: 'createdAt',
  defaultOrder: 'desc' as const,
  search: ['entityId', 'action', 'status'],
  unique: ['taskId'],
}

const workflowTasks = (db: Queryable, tenant: Address, entities: readonly WorkflowEntity[]) =>
  db
    .selectFrom('workflows')
    .select([
      sql<string>`'workflow:' || id`.as('taskId'),
      sql<TaskEntity>`entity`.as('entity'),
      sql<string>`entity_id`.as('entityId'),
      sql<Task['action']>`action`.as('action'),
      sql<TaskStatus>`state`.as('status'),
      sql<string | null>`id`.as('workflowId'),
      sql<number>`created_at`.as('createdAt'),
    ])
    .where('tenant', '=', tenant)
    .where('entity', 'in', entities)

/** A transfer in which it is the tenant's turn is unstarted; one that waits for others is waiting. */
export async function listDeliveryTasks(
  db: Queryable,
  tenant: Address,
  status: readonly TaskStatus[] | undefined,
  paging: Paging,
): Promise<Page<Task>> {
  const open = db
    .selectFrom('transfer_views as v')
    .select([
      sql<string>`'delivery:' || v.delivery_id`.as('taskId'),
      sql<TaskEntity>`'delivery'`.as('entity'),
      sql<string>`v.delivery_id`.as('entityId'),
      sql<Task['action']>`'confirmDelivery'`.as('action'),
      sql<TaskStatus>`CASE WHEN v.state = 'PENDING' THEN 'UNSTARTED' ELSE 'WAITING' END`.as('status'),
      sql<string | null>`NULL::text`.as('workflowId'),
      sql<number>`v.created_at`.as('createdAt'),
    ])
    .where(holdsAt('v'))
    .where('v.viewer', '=', tenant)
    .where('v.state', 'in', ['PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN'])
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM workflows w WHERE w.tenant = ${tenant} AND w.entity_id = v.delivery_id
        AND w.entity = 'delivery' AND w.state IN ('PENDING', 'CONFIRMED'))`,
    )
  const all = workflowTasks(db, tenant, ['delivery', 'delivery_leg']).unionAll(open)
  let found = db.selectFrom(all.as('found')).selectAll()
  if (status !== undefined) found = found.where('status', 'in', status)
  return page(found, paging, rules)
}

/** The issuer's answer to a request for registration; the registrar waits for it. */
export async function listRegistryTasks(
  db: Queryable,
  tenant: Address,
  status: readonly TaskStatus[] | undefined,
  paging: Paging,
): Promise<Page<Task>> {
  const requested = db
    .selectFrom('registrations as r')
    .select([
      sql<string>`'registry:' || r.registry_manager || ':' || r.registry_id`.as('taskId'),
      sql<TaskEntity>`'registry'`.as('entity'),
      sql<string>`r.registry_id`.as('entityId'),
      sql<Task['action']>`'confirmInstrumentRegistrationAndPrepareRegistry'`.as('action'),
      sql<TaskStatus>`CASE WHEN r.issuer_or_depositary = ${tenant} THEN 'UNSTARTED' ELSE 'WAITING' END`.as(
        'status',
      ),
      sql<string | null>`NULL::text`.as('workflowId'),
      sql<number>`r.requested_at`.as('createdAt'),
    ])
    .where(holdsAt('r'))
    .where('r.state', '=', 'REQUESTED')
    .where((row) => row.or([row('r.issuer_or_depositary', '=', tenant), row('r.registrar', '=', tenant)]))
  let found = db.selectFrom(requested.as('found')).selectAll()
  if (status !== undefined) found = found.where('status', 'in', status)
  return page(found, paging, rules)
}

export async function listForcedTransferTasks(
  db: Queryable,
  tenant: Address,
  status: readonly TaskStatus[] | undefined,
  paging: Paging,
): Promise<Page<Task>> {
  let found = db.selectFrom(workflowTasks(db, tenant, ['forced_transfer']).as('found')).selectAll()
  if (status !== undefined) found = found.where('status', 'in', status)
  return page(found, paging, rules)
}
