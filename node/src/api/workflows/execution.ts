// Publishes the transaction of a confirmed workflow.
import type { HexData, Workflow } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { decodeBatch, isSameBatch } from '../../ledger/calls.ts'
import type { ReadTransaction } from '../../ledger/rawTransaction.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import { findWorkflow, updateWorkflow } from '../../storage/queries/workflows.ts'
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
  refuseOtherBatch(decodeRaw(context, rawTransaction), workflow)
  const txHash = await publishRaw(context, address, rawTransaction)
  await change(async (trx) => {
    await updateWorkflow(trx, workflowId, { tx_hash: txHash })
    return { workflowId, txHash }
  }, 'EXECUTE')
  await resolveWorkflows(context, tenant)
  const resolved = await findWorkflow(context.database.kysely, tenant, workflowId)
  if (resolved === undefined) throw new ApiError('workflowNotFound')
  return workflowView(resolved)
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
