// Publishes the transaction of a confirmed workflow.
import type { HexData, TxHash, Workflow } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { decodeBatch, isSameBatch } from '../../ledger/calls.ts'
import type { ReadTransaction } from '../../ledger/rawTransaction.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import { inTransaction, nowSeconds } from '../../storage/engine/database.ts'
import { findWorkflow, releaseWorkflow, updateWorkflow } from '../../storage/queries/workflows.ts'
import type { ApiContext } from '../call/context.ts'
import type { Change } from '../call/handler.ts'
import { decodeRaw, publishRaw } from '../ledger/rawTransaction.ts'
import { workflowView } from './confirmation.ts'
import { resolveWorkflows } from './resolver.ts'

/** Returns the workflow as it is afterwards, EXECUTED if the index has its block already. */
export async function publishWorkflow(
  { context, change }: Pick<Change, 'context' | 'change'>,
  { tenant, address }: UserViewer,
  workflow: Workflow,
  rawTransaction: HexData,
): Promise<Workflow> {
  const { workflowId, state } = workflow
  if (state === 'PENDING') throw new ApiError('workflowNotConfirmed')
  if (state !== 'CONFIRMED') throw new ApiError('workflowEnded')
  const read = decodeRaw(context, rawTransaction)
  refuseOtherBatch(read, workflow)
  const txHash = read.hash
  await claim(context, tenant, workflow, txHash)
  try {
    await publishRaw(context, address, rawTransaction)
  } catch (error) {
    // After any other failure the ledger may have it.
    const isRefused = !(error instanceof ApiError) || error.code !== 'ledgerFailed'
    if (isRefused && workflow.txHash !== txHash)
      await releaseWorkflow(context.database.kysely, workflowId, txHash)
    throw error
  }
  await change(async (trx) => {
    await updateWorkflow(trx, workflowId, { tx_hash: txHash })
    return { workflowId, txHash }
  }, 'EXECUTE')
  await resolveWorkflows(context, tenant)
  const resolved = await findWorkflow(context.database.kysely, tenant, workflowId)
  if (resolved === undefined) throw new ApiError('workflowNotFound')
  return workflowView(resolved)
}

/** Long enough for a claimed transaction to be with the ledger. */
const PUBLISHING_SECONDS = 60

/**
 * One transaction for each workflow: of several users who publish it at the same time, all but the first are refused, before
 * they pay for a transaction that changes nothing. A transaction that the ledger does not know after a minute has no claim.
 */
async function claim(
  context: Pick<ApiContext, 'database' | 'ledger'>,
  tenant: UserViewer['tenant'],
  workflow: Workflow,
  txHash: TxHash,
): Promise<void> {
  const { workflowId } = workflow
  const isFree = workflow.txHash === null || (await isLost(context, workflow))
  await inTransaction(context.database.kysely, async (trx) => {
    const found = await findWorkflow(trx, tenant, workflowId, { forChange: true })
    if (found?.state !== 'CONFIRMED') throw new ApiError('workflowEnded')
    const isUnchanged = found.txHash === workflow.txHash
    if (found.txHash !== txHash && !(isUnchanged && isFree)) throw new ApiError('workflowPublished')
    await updateWorkflow(trx, workflowId, { tx_hash: txHash })
  })
}

async function isLost(
  { ledger }: Pick<ApiContext, 'ledger'>,
  { txHash, updatedAt }: Workflow,
): Promise<boolean> {
  if (nowSeconds() - updatedAt < PUBLISHING_SECONDS) return false
  return (await ledger.call('eth_getTransactionByHash', [txHash]).catch(() => undefined)) === null
}

/** Throws unless it is this batch, to its controller, with valid confirmations in ascending order. The sender counts as one. */
function refuseOtherBatch({ from, to, data }: ReadTransaction, workflow: Workflow): void {
  const { batch, confirmations, signaturesRequired } = workflow
  const decoded = decodeBatch(data)
  const isSender = batch.sender === null || batch.sender === from
  if (!isSender || to !== batch.controllerAddr || decoded === undefined || !isSameBatch(decoded, batch))
    throw new ApiError('transactionOtherBatch')
  const signers = decoded.signatures.map(
    (signed) => confirmations.find(({ signature }) => signature === signed)?.userAddr,
  )
  const isAscending = signers.every((signer, index) => {
    const previous = signers[index - 1]
    return signer !== undefined && (previous === undefined || previous < signer)
  })
  if (!isAscending || signers.includes(from) || signers.length + 1 < signaturesRequired)
    throw new ApiError('transactionOtherBatch')
}
