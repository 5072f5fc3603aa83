import type { WorkflowBatch } from '@connex/protocol'
import { HexData } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { hex } from '../ledger/hex.ts'

/** The own user's signature over what the tenant shall do. */
export async function signWorkflowBatch(
  { signer, connection }: Client,
  batch: WorkflowBatch,
): Promise<HexData> {
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  if (connection.chainId === undefined) throw new ClientError('chainUnknown')
  const calls = batch.calls.map(({ target, data }) => ({ target, data: hex(data) }))
  return HexData.parse(await signer.signBatch({ ...batch, chainId: connection.chainId, calls }))
}
