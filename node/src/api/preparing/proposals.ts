// Prepares what several users of a tenant sign: a proposal, a colleague's signature under it, and the transaction that carries it out.
import { actionsFor, fingerprintOf } from '@connex/protocol'
import type { PreparedApproval, PreparedProposal, PreparedTransaction } from '@connex/protocol'
import {
  batchTransaction,
  doubtText,
  forbids,
  readAccount,
  readProposal,
  rejectWorkflowOnLedger,
} from '@connex/sdk/preparing'
import type { Client, Proposal, SignedCall } from '@connex/sdk/preparing'
import { ApiError } from '../../common/errors.ts'
import type { Call, Handlers } from '../call/handler.ts'
import { actCancel, actConfirmation, actReturn, actSubstitution, actTransfer } from './acts.ts'
import { consequencesOf } from './consequences.ts'
import { ownClient } from './ownClient.ts'
import { planAct } from './planAct.ts'
import type { Caller, DirectHandlers } from './ownClient.ts'
import { prepareActProposal } from './prepareAct.ts'
import { digestOf, proposeBatch } from './proposeBatch.ts'
import { refusing } from './refusals.ts'
import { storeDetails } from './storeDetails.ts'
import { describe, namesIn, prepareTransaction, refuseUnfunded } from './transaction.ts'
import type { Acted } from './transaction.ts'

type Proposing =
  'prepareProposal' | 'prepareActProposal' | 'prepareApproval' | 'prepareExecution' | 'prepareRejection'

/** `handlers`: those of all calls that prepare nothing. */
export const preparingProposals = (handlers: DirectHandlers): Pick<Handlers, Proposing> => ({
  prepareProposal: (call) => refusing(() => prepareProposal(handlers, call)),
  prepareActProposal: (call) => refusing(() => prepareActProposal(handlers, call)),
  prepareApproval: (call) => refusing(() => prepareApproval(handlers, call)),
  prepareExecution: (call) => refusing(() => prepareExecution(handlers, call)),
  prepareRejection: (call) => refusing(() => prepareRejection(handlers, call)),
})

async function prepareProposal(
  handlers: DirectHandlers,
  call: Call<'prepareProposal'>,
): Promise<PreparedProposal> {
  const client = ownClient(handlers, call)
  const acted = await actOf(call, client)
  const described = await describe(call, client, acted)
  const proposed = await proposeBatch(call, client, acted.calls, deadlineOf(call))
  await storeDetails(call, acted)
  return { ...described, ...proposed }
}

function actOf(call: Call<'prepareProposal'>, client: Client): Promise<Acted> {
  const { body } = call
  if ('transfer' in body) return actTransfer(call, client, body.transfer)
  if ('return' in body) return actReturn(call, client, body.return)
  if ('substitution' in body) return actSubstitution(call, client, body.substitution)
  if ('confirmation' in body) return actConfirmation(call, client, body.confirmation, { isProposal: true })
  return actCancel(call, client, body.cancel)
}

const deadlineOf = ({ body }: Call<'prepareProposal'>): number | undefined =>
  (Object.values(body) as [{ deadline?: number }])[0].deadline

async function prepareApproval(
  handlers: DirectHandlers,
  call: Call<'prepareApproval'>,
): Promise<PreparedApproval> {
  const client = ownClient(handlers, call)
  const proposal = await readProposal(client, call.body.workflowId)
  const { workflow, doubts } = proposal
  if (workflow.state === 'CONFIRMED') throw new ApiError('workflowConfirmed')
  requireApprovable(proposal)
  return {
    consequences: await consequencesIn(call, proposal),
    changes: doubts.map(doubtText),
    batch: workflow.batch,
    signingHash: digestOf(call, workflow.batch),
  }
}

async function prepareExecution(
  handlers: DirectHandlers,
  call: Call<'prepareExecution'>,
): Promise<PreparedTransaction> {
  const { workflowId, nonce } = call.body
  const client = ownClient(handlers, call)
  const proposal = await readProposal(client, workflowId)
  if (proposal.workflow.state === 'PENDING') throw new ApiError('workflowNotConfirmed')
  requireApprovable(proposal)
  const transaction = batchTransaction(call.viewer.address, proposal.workflow)
  const account = await readAccount(client)
  await refuseUnfunded(call, account)
  const [first] = signedCalls(proposal)
  return {
    consequences: await consequencesIn(call, proposal),
    deliveryId: first?.deliveryId ?? null,
    details: null,
    detailsStatus: null,
    comment: null,
    fingerprint: first?.details ? fingerprintOf(first.details) : null,
    ...(await prepareTransaction(call, client, { transaction, account, nonce })),
  }
}

async function prepareRejection(
  handlers: DirectHandlers,
  call: Call<'prepareRejection'>,
): Promise<PreparedTransaction> {
  const { workflowId, nonce } = call.body
  const client = ownClient(handlers, call)
  const { transaction } = await planAct(client, undefined, (options) =>
    rejectWorkflowOnLedger(client, { workflowId }, options),
  )
  const account = await readAccount(client)
  await refuseUnfunded(call, account)
  return {
    consequences: [
      'You reject the workflow on the ledger, which is final: no signature under it is valid anymore.',
    ],
    deliveryId: null,
    details: null,
    detailsStatus: null,
    comment: null,
    fingerprint: null,
    ...(await prepareTransaction(call, client, { transaction, account, nonce })),
  }
}

/** Throws what forbids an approval. */
function requireApprovable({ doubts }: Proposal): void {
  const forbidding = doubts.find(forbids)
  if (forbidding === undefined) return
  throw new ApiError('actionRefused', { detail: doubtText(forbidding), reason: forbidding.code })
}

type ProposedCall = Proposal['calls'][number]

const signedCalls = ({ calls }: Proposal): Extract<ProposedCall, SignedCall>[] =>
  calls.filter((one): one is Extract<ProposedCall, SignedCall> => one.functionName !== undefined)

async function consequencesIn(caller: Caller, proposal: Proposal): Promise<string[]> {
  const sentences = proposal.calls.map(async (one) => {
    if (one.functionName === undefined) return one.sentences
    const names = await namesIn(caller, [one], one.details ?? undefined)
    const cancel = one.transfer && actionsFor(one.transfer, caller.viewer.tenant).cancel?.kind
    return consequencesOf([one], names, cancel)
  })
  return (await Promise.all(sentences)).flat()
}
