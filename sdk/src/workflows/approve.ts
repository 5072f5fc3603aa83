// The approver's signature: with the last one that is needed, the own transaction executes what was proposed.
import type { Workflow } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import type { Doubt } from './doubts.ts'
import { forbids, ProposalError } from './doubts.ts'
import type { Proposal } from './readProposal.ts'
import { readProposal } from './readProposal.ts'
import { dryRunBatch } from '../ledger/simulate.ts'
import { confirmBatch, executeBatch } from './workflows.ts'

export type ApproveParameters = {
  workflowId: string
  /** As the approver has reviewed it: nothing else is signed, and new doubts refuse. */
  reviewed: Proposal
}

/** `sent`: undefined while more colleagues have to sign. */
export type Approved = { workflow: Workflow; sent: Sent | undefined }

/**
 * Approves a colleague's proposal after reading it again. As the last approver the own transaction publishes it; otherwise the own
 * signature is added. A proposal that was signed by enough users, and not published, is published.
 *
 * @example
 * const reviewed = await readProposal(client, workflowId)
 * const { sent } = await approveProposal(client, { workflowId, reviewed })
 */
export async function approveProposal(
  client: Client,
  { workflowId, reviewed }: ApproveParameters,
  options: SendOptions = {},
): Promise<Approved> {
  requireClient(client)
  const { signal } = options
  const proposal = await readProposal(client, workflowId, { signal })
  requireSame(reviewed, proposal)
  const { workflow } = proposal
  if (options.dryRun === 'only') {
    const simulated = await dryRunBatch(client, workflow.batch, { signal })
    options.onProgress?.(simulated)
    return { workflow, sent: undefined }
  }
  const answer = workflow.state === 'CONFIRMED' ? workflow : await confirmBatch(client, workflow, { signal })
  // Only signatures are the server's: what they sign stays what was reviewed.
  const confirmed = { ...answer, batch: workflow.batch }
  if (confirmed.state !== 'CONFIRMED') return { workflow: confirmed, sent: undefined }
  return { workflow: confirmed, sent: await executeBatch(client, confirmed, options) }
}

/** What forbids an approval is thrown first, then what the approver has not seen. */
function requireSame(reviewed: Proposal, { workflow, doubts }: Proposal): void {
  const forbidding = doubts.find(forbids)
  if (forbidding !== undefined) throw new ProposalError(forbidding)
  const shown = new Set(reviewed.doubts.map(keyOf))
  const unseen = doubts.find((doubt) => !shown.has(keyOf(doubt)))
  if (unseen !== undefined) throw new ProposalError(unseen, 'notReviewed')
  const { workflowId, batch } = reviewed.workflow
  const isSame =
    workflowId === workflow.workflowId && JSON.stringify(batch) === JSON.stringify(workflow.batch)
  if (!isSame) throw new ProposalError({ code: 'batchReplaced' })
}

const keyOf = (doubt: Doubt): string => JSON.stringify(doubt)
