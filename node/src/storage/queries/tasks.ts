// A tenant's tasks: its workflows, and the actions that the ledger waits for without a workflow.
import { PENDING_STATES, REGISTRY_WORKFLOW_ACTIONS } from '@connex/protocol'
import type {
  Address,
  Page,
  Paging,
  Task,
  TaskEntity,
  TaskStatus,
  WorkflowAction,
  WorkflowEntity,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'
import type { Queryable } from '../engine/database.ts'

const rules = {
  sorts: { createdAt: 'createdAt', status: 'status', action: 'action' },
  defaultSort: 'createdAt',
  defaultOrder: 'desc' as const,
  search: ['entityId', 'action', 'status'],
  unique: ['taskId'],
}

type Row = RawBuilder<Task>

/** A transfer that waits for the tenant is UNSTARTED, once for each action; one that waits for others is WAITING. */
export const listDeliveryTasks: ListTasks = (db, tenant, status, paging) =>
  listTasks(db, status, paging, [
    workflowTasks(tenant, ['delivery', 'delivery_leg']),
    sql`SELECT concat_ws(':', 'delivery', v.delivery_id, turn.action, turn.leg) AS "taskId",
        CASE WHEN turn.leg IS NULL THEN 'delivery' ELSE 'delivery_leg' END AS entity,
        concat_ws(':', v.delivery_id, turn.leg) AS "entityId", turn.action AS action,
        CASE WHEN v.state = 'PENDING' THEN 'UNSTARTED' ELSE 'WAITING' END AS status,
        NULL::text AS "workflowId", v.created_at AS "createdAt"
      FROM transfer_views v CROSS JOIN LATERAL (
        SELECT split_part(one, ':', 1) AS action, nullif(split_part(one, ':', 2), '') AS leg
        FROM unnest(string_to_array(coalesce(nullif(v.turns, ''), 'confirmDelivery'), ',')) AS one) turn
      WHERE ${validAt('v')} AND v.viewer = ${tenant}
        AND v.state IN (${sql.join(PENDING_STATES.map((state) => sql.lit(state)))})
        AND ${hasNoWorkflow(tenant, sql`concat_ws(':', v.delivery_id, turn.leg)`, sql`turn.action`)}`,
  ])

/** The issuer answers a registration request, the registrar finishes an import or export; the other party waits. */
export const listRegistryTasks: ListTasks = (db, tenant, status, paging) =>
  listTasks(db, status, paging, [
    workflowTasks(tenant, ['instrument'], REGISTRY_WORKFLOW_ACTIONS),
    sql`SELECT concat_ws(':', 'registry', due.registry_manager, due.registry_id, due.action) AS "taskId",
        'registry' AS entity, due.registry_id AS "entityId", due.action,
        CASE WHEN due.acts = ${tenant} THEN 'UNSTARTED' ELSE 'WAITING' END AS status,
        NULL::text AS "workflowId", due.requested_at AS "createdAt"
      FROM (
        SELECT r.registry_manager, r.registry_id, r.requested_at, r.registrar, r.issuer_or_depositary,
          CASE WHEN r.state = 'REQUESTED' THEN r.issuer_or_depositary ELSE r.registrar END AS acts,
          CASE WHEN r.state = 'REQUESTED' THEN 'confirmInstrumentRegistrationAndPrepareRegistry'
            WHEN k.state = 'IMPORTING' THEN 'finishImport' ELSE 'deregister' END AS action
        FROM registrations r LEFT JOIN registries k ON k.registry_manager = r.registry_manager
          AND k.registry_id = r.registry_id AND ${validAt('k')}
        WHERE ${validAt('r')} AND ${tenant} IN (r.issuer_or_depositary, r.registrar)
          AND (r.state = 'REQUESTED' OR (r.state = 'CONFIRMED' AND k.state IN ('IMPORTING', 'EXPORTING')))
      ) due
      WHERE ${hasNoWorkflow(tenant, sql`due.registry_id`, sql`due.action`)}`,
  ])

/** The registrar executes a stored forced transfer that is not on the ledger yet; the two holders wait. */
export const listForcedTransferTasks: ListTasks = (db, tenant, status, paging) =>
  listTasks(db, status, paging, [
    workflowTasks(tenant, ['forced_transfer']),
    sql`SELECT 'forced_transfer:' || p.fingerprint AS "taskId", 'forced_transfer' AS entity,
        p.fingerprint AS "entityId", 'forcedTransfer' AS action,
        CASE WHEN p.author_tenant = ${tenant} THEN 'UNSTARTED' ELSE 'WAITING' END AS status,
        NULL::text AS "workflowId", p.created_at AS "createdAt"
      FROM private_records p
      WHERE p.tenant = ${tenant} AND p.kind = 'FORCED_TRANSFER'
        AND NOT EXISTS (SELECT 1 FROM movements m WHERE m.registry_id = p.entity_id
          AND m.registry_manager = p.data->>'registryManagerAddr'
          AND m.kind = 'FORCED_TRANSFER' AND m.reference = p.fingerprint)
        AND NOT EXISTS (SELECT 1 FROM entry_movements e WHERE e.registry_id = p.entity_id
          AND e.registry_manager = p.data->>'registryManagerAddr' AND e.movement_ref = p.fingerprint)
        AND ${hasNoWorkflow(tenant, sql`p.fingerprint`, sql`'forcedTransfer'`)}`,
  ])

type ListTasks = (
  db: Queryable,
  tenant: Address,
  status: readonly TaskStatus[] | undefined,
  paging: Paging,
) => Promise<Page<Task>>

function listTasks(
  db: Queryable,
  status: readonly TaskStatus[] | undefined,
  paging: Paging,
  parts: readonly Row[],
): Promise<Page<Task>> {
  const all = sql<Task>`(${sql.join(parts, sql` UNION ALL `)})`.as<'found'>(sql`found`)
  let found = db.selectFrom(all).selectAll()
  if (status !== undefined) found = found.where('status', 'in', status)
  return page(found, paging, rules)
}

/** A workflow about a registry has the instrument as its entity, but is a task of the registry. */
function workflowTasks(
  tenant: Address,
  entities: readonly WorkflowEntity[],
  actions?: readonly WorkflowAction[],
): Row {
  const entity = actions === undefined ? sql`entity` : sql.lit<TaskEntity>('registry')
  const narrowed = actions === undefined ? sql`TRUE` : sql`action IN (${sql.join(actions)})`
  return sql`SELECT 'workflow:' || id AS "taskId", ${entity} AS entity, entity_id AS "entityId", action,
      state AS status, id AS "workflowId", created_at AS "createdAt"
    FROM workflows WHERE tenant = ${tenant} AND entity IN (${sql.join(entities)}) AND ${narrowed}`
}

/** While a workflow is open, it is the task. A batch may contain any action. */
const hasNoWorkflow = (tenant: Address, entityId: RawBuilder<unknown>, action: RawBuilder<unknown>) =>
  sql`NOT EXISTS (SELECT 1 FROM workflows w WHERE w.tenant = ${tenant} AND w.entity_id = ${entityId}
    AND w.action IN (${action}, 'batchTransaction') AND w.state IN ('PENDING', 'CONFIRMED'))`
