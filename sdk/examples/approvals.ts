// Approvals: one user of a desk proposes a transfer, a colleague reads what would be signed, and approves it in one step.
import {
  approveProposal,
  computeProposal,
  createFopTransfer,
  doubtText,
  findProposalChanges,
  findProposalTests,
  forbids,
  listWorkflows,
  proposalChangeText,
  ProposalError,
  proposeAgain,
  readProposal,
  rejectWorkflow,
  selectorsOf,
  sendForApproval,
  setFourEyes,
} from '@connex/sdk'
import type { Client, FopParameters } from '@connex/sdk'
import { deliveryManagerAbi } from '@connex/sdk/contracts'
import type { Address } from '@connex/sdk/protocol'

export async function approvals(
  first: Client,
  second: Client,
  { dappAddr, transfer }: { dappAddr: Address; transfer: FopParameters },
): Promise<void> {
  const functionSelectors = selectorsOf(deliveryManagerAbi, 'createDelivery')
  await setFourEyes(first, { dappAddr, functionSelectors, signaturesRequired: 2 })

  // Any function of the SDK that sends to the delivery manager can be sent for approval instead.
  const { workflow } = await sendForApproval(first, (approval) =>
    createFopTransfer(first, transfer, approval),
  )
  if (workflow === undefined) throw new Error('nothing was proposed')

  // The colleague's own client computes what it does, from the calldata.
  const { items } = await listWorkflows(second, { state: ['PENDING'] })
  for (const one of items) {
    const { calls, doubts } = await computeProposal(second, one)
    console.info(calls.map(({ functionName }) => functionName)) // ['createDelivery']
    console.info(doubts.map((doubt) => [forbids(doubt), doubtText(doubt)])) // []
  }

  // Rejected, and proposed again: its details are stored for another day.
  const { workflowId: rejected } = workflow
  await rejectWorkflow(second, { workflowId: rejected, reason: 'After lunch' })
  const { workflowId } = await proposeAgain(first, workflow)

  // Nothing but what was reviewed is signed; the last approver's own transaction publishes it.
  const reviewed = await readProposal(second, workflowId)
  // What is otherwise than when it was proposed, before and now.
  const changes = await findProposalChanges(second, reviewed)
  console.info(changes.map(proposalChangeText))
  // Each substitution among them with its value tests, computed here.
  const tests = await findProposalTests(second, reviewed)
  console.info(tests.map(({ test }) => test.market?.shortBy)) // []
  try {
    const { sent } = await approveProposal(second, { workflowId, reviewed })
    console.info(sent !== undefined) // true
  } catch (error) {
    if (error instanceof ProposalError) console.info(doubtText(error.doubt))
    throw error
  }

  await setFourEyes(first, { dappAddr, functionSelectors, signaturesRequired: 1 })
}
