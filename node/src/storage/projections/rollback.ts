// Undoes blocks that a chain reorg has removed: projections, the ledger's audit, workflows, and the state of private data.
import type { DeliveryId, InstrumentId, RegistryId } from '@connex/protocol'
import { sql } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { APPENDED_NAMES, VERSIONED_NAMES } from '../schema/versionKeys.ts'
import { isOnLedger } from './onLedger.ts'
import { lockDeals, refreshOpenDeals } from './openDeals.ts'

/**
 * Restores every projection as of `block`: deletes versions that opened after it, and reopens versions that closed after it.
 */
export async function rollbackTo(trx: Queryable, block: number): Promise<void> {
  const deliveries = await sql<{ id: DeliveryId; isUndone: boolean }>`
    SELECT DISTINCT delivery_id AS id, created_block > ${block} AS "isUndone" FROM deliveries
    WHERE from_block > ${block}`.execute(trx)
  const instruments = await sql<{ id: InstrumentId }>`
    SELECT DISTINCT instrument_id AS id FROM instruments WHERE from_block > ${block}`.execute(trx)
  const registries = await sql<{ id: RegistryId }>`
    SELECT registry_id AS id FROM registry_changes WHERE from_block > ${block}
    UNION SELECT registry_id FROM movements WHERE from_block > ${block}
    UNION SELECT registry_id FROM entry_movements WHERE from_block > ${block}
    UNION SELECT registry_id FROM registrations WHERE from_block > ${block}
    UNION SELECT registry_id FROM prepared_issues WHERE from_block > ${block}
    UNION SELECT registry_id FROM entries WHERE from_block > ${block}`.execute(trx)
  for (const table of VERSIONED_NAMES) {
    await sql`DELETE FROM ${sql.table(table)} WHERE from_block > ${block}`.execute(trx)
    await sql`UPDATE ${sql.table(table)} SET to_block = NULL WHERE to_block > ${block}`.execute(trx)
  }
  for (const table of APPENDED_NAMES)
    await sql`DELETE FROM ${sql.table(table)} WHERE from_block > ${block}`.execute(trx)
  await reopenWorkflows(trx, block)
  await sql`DELETE FROM audit WHERE from_block > ${block}`.execute(trx)
  await sql`DELETE FROM blocks WHERE number > ${block}`.execute(trx)
  await lockDeals(trx)
  await reopenDetails(
    trx,
    deliveries.rows.filter(({ isUndone }) => isUndone).map(({ id }) => id),
    instruments.rows.map((row) => row.id),
  )
  await reopenRecords(
    trx,
    registries.rows.map((row) => row.id),
  )
  await refreshOpenDeals(
    trx,
    deliveries.rows.map(({ id }) => id),
  )
}

/**
 * Details wait again, and their time starts now: the ledger may include the same transaction in another block. Pushes that
 * nobody has accepted are deleted, and come back with it.
 */
async function reopenDetails(
  trx: Queryable,
  deliveries: readonly DeliveryId[],
  instruments: readonly InstrumentId[],
): Promise<void> {
  if (deliveries.length > 0)
    await sql`
      UPDATE delivery_details SET status = 'PENDING', stored_at = ${nowSeconds()}
      WHERE delivery_id = ANY(${deliveries}::text[])`.execute(trx)
  if (instruments.length > 0)
    await sql`
      UPDATE instrument_details d SET status = 'PENDING', stored_at = ${nowSeconds()}
      WHERE d.instrument_id = ANY(${instruments}::text[]) AND NOT EXISTS (
        SELECT FROM instruments v WHERE v.instrument_id = d.instrument_id AND v.private_data_fp = d.fingerprint)`.execute(
      trx,
    )
  const undone = [...deliveries, ...instruments]
  if (undone.length > 0)
    await sql`
      DELETE FROM outbox o WHERE o.entity_id = ANY(${undone}::text[]) AND o.status <> 'SYNCED' AND NOT EXISTS (
        SELECT FROM instruments v WHERE v.instrument_id = o.entity_id AND v.private_data_fp = o.fingerprint)`.execute(
      trx,
    )
}

/** Private records wait again too if their fingerprints are no longer on the ledger. */
async function reopenRecords(trx: Queryable, registries: readonly RegistryId[]): Promise<void> {
  if (registries.length === 0) return
  await sql`
    WITH undone AS (
      UPDATE private_records r SET status = 'PENDING', created_at = ${nowSeconds()}
      WHERE r.entity_id = ANY(${[...registries]}::text[]) AND r.status = 'SYNCED' AND NOT ${isOnLedger}
      RETURNING r.tenant, r.kind, r.fingerprint)
    DELETE FROM outbox o USING undone u WHERE o.sending_tenant = u.tenant AND o.event = u.kind
      AND o.fingerprint = u.fingerprint AND o.status <> 'SYNCED'`.execute(trx)
}

/** Reopens workflows that blocks after `block` have executed, rejected or aborted, and deletes the audit entries about that. */
async function reopenWorkflows(trx: Queryable, block: number): Promise<void> {
  await sql`
    WITH undone AS (
      DELETE FROM audit WHERE from_block > ${block}
        AND action IN ('WORKFLOW_EXECUTE', 'WORKFLOW_REJECT', 'WORKFLOW_ABORT')
      RETURNING entity_id)
    UPDATE workflows w SET updated_at = ${nowSeconds()}, rejected_by = NULL, state = CASE
      WHEN (SELECT count(*) FROM workflow_confirmations c WHERE c.workflow_id = w.id AND c.revoked_at IS NULL)
        >= w.signatures_required THEN 'CONFIRMED' ELSE 'PENDING' END
    WHERE w.id IN (SELECT entity_id FROM undone) AND w.state IN ('EXECUTED', 'REJECTED', 'ABORTED')`.execute(
    trx,
  )
}
