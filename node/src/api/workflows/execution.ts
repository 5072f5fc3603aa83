import type { HexData, Workflow } from '@connex/protocol'
import { decodeBatch, isSameBatch } from '../../ledger/calls.ts'
import type { ReadTransaction } from '../../ledger/rawTransaction.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import { findWorkflow, updateWorkflow } from '../../storage/queries/workflows.ts'
import { ApiError } from '../../common/errors.ts'
import { publishRaw, readRaw } from '../ledger/rawTransaction.ts'
import type { Changing } from '../http/audit.ts'
import { settleWorkflows } from './resolver.ts'
import { toldWorkflow } from './confirmation.ts'

/** Sends a CONFIRMED workflow's transaction to the ledger. */
export async function publishWorkflow(
  { context, change }: Pick<Changing, 'context' | 'change'>,
  { tenant, address }: UserViewer,
  workflow: Workflow,
  rawTransaction: HexData,
): Promise<Workflow> {
  const { workflowId, state } = workflow
  if (state === 'PENDING') throw new ApiError('workflowNotConfirmed')
  if (state !== 'CONFIRMED') throw new ApiError('workflowEnded')
  refuseOtherBatch(readRaw(context, rawTransaction), workflow)
  const txHash = await publishRaw(context, address, rawTransaction)
  await change(async (trx) => {
    await updateWorkflow(trx, workflowId, { tx_hash: txHash })
    return { workflowId, txHash }
  }, 'EXECUTE')
  await settleWorkflows(context, tenant)
  const settled = await findWorkflow(context.database.kysely, tenant, workflowId)
  if (settled === undefined) throw new ApiError('workflowNotFound')
  return toldWorkflow(settled)
}

/** The very batch, to its controller, with standing signatures as the ledger wants them: its sender counts as one. */
function refuseOtherBatch({ from, to, data }: ReadTransaction, workflow: Workflow): void {
  const { batch, confirmations, signaturesRequired } = workflow
  const decoded = decodeBatch(data)
  if (to !== batch.controllerAddr || decoded === undefined || !isSameBatch(decoded, batch))
    throw new ApiError('transactionOtherBatch')
  const signers = decoded.signatures.map(
    (given) => confirmations.find(({ signature }) => signature === given)?.userAddr,
  )
  const isAscending = signers.every((signer, index) => {
    const previous = signers[index - 1]
    return signer !== undefined && (previous === undefined || previous < signer)
  })
  if (!isAscending || signers.includes(from) || signers.length + 1 < signaturesRequired)
    throw new ApiError('transactionOtherBatch')
}
