// A batch that several users of a tenant sign: what its workflow is about, its dry run, and what is signed.
import { batchDigest, Bytes32, toQuantity } from '@connex/protocol'
import type { PreparedProposal, WorkflowBatch } from '@connex/protocol'
import { dryRunBatch, newBatch, proposedWorkflow } from '@connex/sdk/preparing'
import type { Client, LedgerCall } from '@connex/sdk/preparing'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Caller } from './ownClient.ts'

type Proposed = Pick<PreparedProposal, 'dryRun' | 'workflow' | 'signingHash'>

/** `deadline`: until when colleagues can approve it, in UTC seconds. Throws the ledger's refusal. */
export async function proposeBatch(
  caller: Caller,
  client: Client,
  given: readonly LedgerCall[],
  deadline: number | undefined,
): Promise<Proposed> {
  const until = deadline === undefined ? {} : { deadline: BigInt(deadline) }
  const { calls, ...about } = await proposedWorkflow(client, given, until)
  const batch = await newBatch(client, { calls, ...about })
  const { block, gas } = await dryRunBatch(client, batch, {})
  const { entity, entityId, action } = about
  return {
    dryRun: { block, gas: toQuantity(gas), isChecked: true },
    workflow: { entity, entityId, action, batch },
    signingHash: digestOf(caller, batch),
  }
}

/** The EIP-712 digest of a batch. */
export const digestOf = ({ context: { config } }: Caller, batch: WorkflowBatch): Bytes32 =>
  Bytes32.parse(`0x${bytesToHex(batchDigest(config.chainId, batch))}`)
