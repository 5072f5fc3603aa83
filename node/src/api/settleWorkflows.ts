// How a workflow ends by itself, by what the index has seen: EXECUTED once its batch stands on the ledger; ABORTED once another
// batch has consumed its nonce, its transaction has failed, or its deadline has passed.
import type { Address, TxHash, WorkflowBatch } from '@connex/protocol'
import { decodeBatch, isSameBatch } from '../ledger/decodeBatch.ts'
import { insertAuditEntries } from '../storage/audit.ts'
import { findBatchByNonce, findBatchByTx, findTenantNonce } from '../storage/batches.ts'
import type { ExecutedBatch } from '../storage/batches.ts'
import { findIndexedTime, readCursor } from '../storage/cursor.ts'
import { inTransaction, nowSeconds } from '../storage/queryable.ts'
import { endWorkflow, listOpenWorkflows } from '../storage/workflows.ts'
import type { OpenWorkflow } from '../storage/workflows.ts'
import { announceDetails } from '../sync/announceDetails.ts'
import type { ApiContext } from './ApiContext.ts'

type Context = Pick<ApiContext, 'database' | 'ledger'>
type End = { state: 'EXECUTED'; executed: ExecutedBatch } | { state: 'ABORTED' }

/** A tenant's, or every tenant's. */
export async function settleWorkflows(context: Context, tenant?: Address): Promise<void> {
  const db = context.database.kysely
  const nonces = new Map<Address, bigint>()
  for (const open of await listOpenWorkflows(db, tenant)) {
    const nonce = nonces.get(open.tenant) ?? (await findTenantNonce(db, open.tenant))
    nonces.set(open.tenant, nonce)
    const end = await endOf(context, open, nonce)
    if (end === undefined) continue
    await inTransaction(db, async (trx) => {
      const isExecuted = end.state === 'EXECUTED'
      const change = isExecuted ? { state: end.state, tx_hash: end.executed.txHash } : { state: end.state }
      if (!(await endWorkflow(trx, open.id, change))) return
      await insertAuditEntries(trx, [
        {
          tenantAddr: open.tenant,
          userAddr: isExecuted ? end.executed.sender : open.initiator,
          source: isExecuted ? 'ON-CHAIN' : 'INTERNAL',
          action: isExecuted ? 'WORKFLOW_EXECUTE' : 'WORKFLOW_ABORT',
          type: 'confirmation-workflows',
          entityId: open.id,
          call: 'confirmWorkflow',
          outcome: 'DONE',
          status: null,
          txHash: isExecuted ? end.executed.txHash : open.txHash,
        },
      ])
      await announceDetails(trx, [{ tenant: open.tenant, id: open.id }])
    })
  }
}

/** Undefined while it is open, or nobody knows: the ledger may be away, the index behind. */
async function endOf(context: Context, open: OpenWorkflow, nonce: bigint): Promise<End | undefined> {
  const db = context.database.kysely
  const { tenant, batch, txHash } = open
  if (nonce > BigInt(batch.tenantNonce)) {
    const executed = await findBatchByNonce(db, tenant, batch.tenantNonce)
    if (executed?.controller !== batch.controllerAddr) return { state: 'ABORTED' }
    const isOwn = executed.txHash === txHash || (await carries(context.ledger, executed.txHash, batch))
    if (isOwn === undefined) return undefined
    return isOwn ? { state: 'EXECUTED', executed } : { state: 'ABORTED' }
  }
  if (txHash !== null) {
    const executed = await findBatchByTx(db, batch.controllerAddr, txHash)
    if (executed !== undefined) return { state: 'EXECUTED', executed }
    if (await hasFailed(context, txHash)) return { state: 'ABORTED' }
  }
  // The ledger's clock counts for what may be on its way, ours for what nobody has published here.
  const time = txHash === null ? nowSeconds() : ((await findIndexedTime(db)) ?? 0)
  return time > batch.deadline ? { state: 'ABORTED' } : undefined
}

/** Whether a transaction is to the batch's controller and makes its calls. Undefined while the ledger is away. */
async function carries(
  ledger: ApiContext['ledger'],
  txHash: TxHash,
  batch: WorkflowBatch,
): Promise<boolean | undefined> {
  try {
    const found = await ledger.call('eth_getTransactionByHash', [txHash])
    if (typeof found !== 'object' || found === null) return undefined
    const { to, input } = found as { to?: string | null; input?: string }
    const decoded = decodeBatch(input ?? '0x')
    return to?.toLowerCase() === batch.controllerAddr && decoded !== undefined && isSameBatch(decoded, batch)
  } catch {
    return undefined
  }
}

async function hasFailed({ database, ledger }: Context, txHash: TxHash): Promise<boolean> {
  const receipt = await ledger.call('eth_getTransactionReceipt', [txHash]).catch(() => null)
  if (typeof receipt !== 'object' || receipt === null) return false
  const { status, blockNumber } = receipt as { status?: string; blockNumber?: string }
  const indexed = (await readCursor(database.kysely))?.block_number ?? -1
  return status === '0x0' && blockNumber !== undefined && Number(blockNumber) <= indexed
}
