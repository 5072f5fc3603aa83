import { sql } from 'kysely'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

/** What blocks after `block` have executed or aborted is open again, as the confirmations stand, and its audit forgets it. */
export async function reopenWorkflows(trx: Queryable, block: number): Promise<void> {
  await sql`
    WITH undone AS (
      DELETE FROM audit WHERE from_block > ${block} AND action IN ('WORKFLOW_EXECUTE', 'WORKFLOW_ABORT')
      RETURNING entity_id)
    UPDATE workflows w SET updated_at = ${nowSeconds()}, state = CASE
      WHEN (SELECT count(*) FROM workflow_confirmations c WHERE c.workflow_id = w.id AND c.revoked_at IS NULL)
        >= w.signatures_required THEN 'CONFIRMED' ELSE 'PENDING' END
    WHERE w.id IN (SELECT entity_id FROM undone) AND w.state IN ('EXECUTED', 'ABORTED')`.execute(trx)
}
