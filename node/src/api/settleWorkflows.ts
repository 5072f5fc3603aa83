// How a workflow ends by itself: EXECUTED once its ledger transaction has succeeded in a block that the index has reached,
// ABORTED where the transaction has failed, or the deadline has passed without one.
import type { Address } from '@connex/protocol'
import { insertAuditEntries } from '../storage/audit.ts'
import { readCursor } from '../storage/cursor.ts'
import { inTransaction, nowSeconds } from '../storage/queryable.ts'
import { findWorkflow, listUnsettledWorkflows, updateWorkflow } from '../storage/workflows.ts'
import { announceDetails } from '../sync/announceDetails.ts'
import type { ApiContext } from './ApiContext.ts'

type Context = Pick<ApiContext, 'database' | 'ledger'>

export async function settleWorkflows({ database, ledger }: Context, tenant: Address): Promise<void> {
  const db = database.kysely
  const [open, cursor] = await Promise.all([listUnsettledWorkflows(db, tenant), readCursor(db)])
  for (const { id, txHash, deadline, initiator } of open) {
    const end =
      txHash === null
        ? deadline < nowSeconds()
          ? 'ABORTED'
          : undefined
        : await outcomeOf(ledger, txHash, cursor?.block_number ?? -1)
    if (end === undefined) continue
    await inTransaction(db, async (trx) => {
      const open = await findWorkflow(trx, tenant, id, { forChange: true })
      // Somebody else has asked at the same time.
      if (open?.state !== 'PENDING' && open?.state !== 'CONFIRMED') return
      await updateWorkflow(trx, id, { state: end })
      await insertAuditEntries(trx, [
        {
          tenantAddr: tenant,
          userAddr: initiator,
          source: txHash === null ? 'INTERNAL' : 'ON-CHAIN',
          action: end === 'EXECUTED' ? 'WORKFLOW_EXECUTE' : 'WORKFLOW_ABORT',
          type: 'confirmation-workflows',
          entityId: id,
          call: 'confirmWorkflow',
          outcome: 'DONE',
          status: null,
          txHash,
        },
      ])
      await announceDetails(trx, [{ tenant, id }])
    })
  }
}

/** Undefined while nobody knows: the ledger may be away, the index behind. */
async function outcomeOf(
  ledger: ApiContext['ledger'],
  txHash: string,
  indexedBlock: number,
): Promise<'EXECUTED' | 'ABORTED' | undefined> {
  const receipt = await ledger.call('eth_getTransactionReceipt', [txHash]).catch(() => null)
  if (typeof receipt !== 'object' || receipt === null) return undefined
  const { status, blockNumber } = receipt as { status?: string; blockNumber?: string }
  if (blockNumber === undefined || Number(blockNumber) > indexedBlock) return undefined
  return status === '0x1' ? 'EXECUTED' : 'ABORTED'
}
