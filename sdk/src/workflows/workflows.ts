// Confirmation workflows: started, confirmed, executed, rejected, revoked.
import { dappControllerAbi } from '@connex/contracts'
import type { Address, Workflow, WorkflowAction, WorkflowBatch, WorkflowEntity } from '@connex/protocol'
import { HexData, randomBytes32, Seconds, ZERO_ADDRESS } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireChainId, requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { batchData, controllerOf, splitSignature } from '../ledger/controller.ts'
import { hex } from '../ledger/scalars.ts'
import { sendTransaction } from '../ledger/send.ts'
import type { LedgerCall, SendOptions, Sent, Transaction } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'
import { getWorkflow } from './queries.ts'

export type WorkflowParameters = {
  /** The workflow's subject, and its id. */
  entity: WorkflowEntity
  entityId: string
  action: WorkflowAction
  /** The tenant's calls, all to one dApp. */
  calls: readonly [LedgerCall, ...LedgerCall[]]
  /** Time for the others to sign, in seconds; default a week. */
  lifetime?: number | undefined
  /** Until when, in UTC seconds; in place of the lifetime. */
  deadline?: number | undefined
  /** The one user who may execute it; default any entitled one. */
  sender?: Address | undefined
}

const WEEK = 7 * 24 * 3600

/**
 * Where the tenant requires several signatures: prepares the ledger transaction, signs it, and notifies the others.
 *
 * @example
 * const { workflowId } = await startWorkflow(client, { entity: 'delivery', entityId: deliveryId, action: 'confirmDelivery', calls: [call] })
 */
export async function startWorkflow(
  client: Client,
  parameters: WorkflowParameters,
  control: CallControl = {},
): Promise<Workflow> {
  requireClient(client)
  const { entity, entityId, action } = parameters
  const batch = await newBatch(client, parameters, control)
  const signature = await signWorkflowBatch(client, batch)
  return call(client, 'createWorkflow', { ...control, body: { entity, entityId, action, batch, signature } })
}

/** What the workflow's users sign: its calls with a nonce and a deadline of their own. */
export async function newBatch(
  client: Client,
  { calls, lifetime = WEEK, deadline, sender }: Omit<WorkflowParameters, 'entity' | 'entityId' | 'action'>,
  control: CallControl = {},
): Promise<WorkflowBatch> {
  const now = (Date.now() + client.connection.clockSkew) / 1000
  return {
    controllerAddr: await controllerOf(client, calls[0].dappAddr, control),
    calls: calls.map(({ to, data }) => ({ target: to, data: HexData.parse(data) })),
    nonce: randomBytes32(),
    deadline: Seconds.parse(deadline ?? Math.floor(now) + lifetime),
    sender: sender ?? null,
  }
}

/**
 * Adds the own signature to a colleague's workflow. With enough of them it is CONFIRMED, see `executeWorkflow`.
 *
 * @example
 * const { state } = await confirmWorkflow(client, { workflowId })
 */
export async function confirmWorkflow(
  client: Client,
  { workflowId }: { workflowId: string },
  control: CallControl = {},
): Promise<Workflow> {
  requireClient(client)
  return confirmBatch(client, await getWorkflow(client, workflowId, control), control)
}

/** Signs the batch as it was read. */
export async function confirmBatch(
  client: Client,
  { workflowId, batch }: Pick<Workflow, 'workflowId' | 'batch'>,
  control: CallControl,
): Promise<Workflow> {
  const signature = await signWorkflowBatch(client, batch)
  return call(client, 'confirmWorkflow', { ...control, body: { workflowId, signature } })
}

/**
 * Sends a workflow with enough signatures to the ledger, in any order with others. The sender counts as one, without a
 * signature.
 *
 * @example
 * const { block } = await executeWorkflow(client, { workflowId })
 */
export async function executeWorkflow(
  client: Client,
  { workflowId }: { workflowId: string },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return executeBatch(client, await getWorkflow(client, workflowId, { signal: options.signal }), options)
}

/** Sends the batch as it was read, with the signatures that the workflow has. */
export async function executeBatch(client: Client, workflow: Workflow, options: SendOptions): Promise<Sent> {
  const { signal } = options
  const { workflowId } = workflow
  const { user } = await currentMe(client)
  return sendTransaction(client, batchTransaction(user.userAddr, workflow), {
    ...options,
    publishBy: (rawTransaction) =>
      call(client, 'confirmWorkflow', { body: { workflowId, rawTransaction }, signal }),
  })
}

/** The transaction with which this user carries out a workflow that enough users have signed. Pure. */
export function batchTransaction(user: Address, workflow: Workflow): Transaction {
  if (workflow.state !== 'CONFIRMED') throw new ClientError('workflowNotConfirmed', workflow.state)
  const { controllerAddr, calls, nonce, deadline, sender } = workflow.batch
  const ledgerCalls = calls.map(({ target, data }) => ({ target: hex(target), data: hex(data) }))
  const data = batchData(ledgerCalls, signaturesBeside(user, workflow), {
    nonce: BigInt(nonce),
    deadline: BigInt(deadline),
    sender: hex(sender ?? ZERO_ADDRESS),
  })
  return { to: controllerAddr, data }
}

/** As many as are needed beside the sender's, in the order that the ledger wants. */
const signaturesBeside = (sender: string, { confirmations, signaturesRequired }: Workflow) =>
  confirmations
    .filter(({ userAddr }) => userAddr !== sender)
    .slice(0, signaturesRequired - 1)
    .sort((a, b) => (a.userAddr < b.userAddr ? -1 : 1))
    .flatMap(({ signature }) => (signature === null ? [] : [splitSignature(signature)]))

/**
 * Ends a workflow without executing it. The own server publishes nothing of it from now on; `rejectWorkflowOnLedger` also
 * prevents what someone publishes elsewhere.
 *
 * @example
 * await rejectWorkflow(client, { workflowId, reason: 'Wrong counterparty' })
 */
export async function rejectWorkflow(
  client: Client,
  body: { workflowId: string; reason?: string | undefined },
  control: CallControl = {},
): Promise<Workflow> {
  requireClient(client)
  return call(client, 'rejectWorkflow', { ...control, body })
}

/**
 * Rejects a workflow on the ledger, where it is final: its nonce is used up, and no signature over it is worth anything,
 * whoever has it. Also of a workflow that is REJECTED or ABORTED here, or whose transaction is on its way.
 *
 * @example
 * await rejectWorkflowOnLedger(client, { workflowId })
 */
export async function rejectWorkflowOnLedger(
  client: Client,
  { workflowId }: { workflowId: string },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { batch } = await getWorkflow(client, workflowId, { signal: options.signal })
  const [first] = batch.calls
  if (first === undefined) throw new TypeError('a batch needs at least one call')
  const args = [BigInt(batch.nonce), hex(first.data.slice(0, 10))] as const
  const { to, data } = contractCall(dappControllerAbi, batch.controllerAddr, 'cancelNonce', args)
  return sendTransaction(client, { to, data }, options)
}

/**
 * Withdraws the own confirmation; the workflow continues without it.
 *
 * @example
 * await revokeWorkflow(client, { workflowId })
 */
export async function revokeWorkflow(
  client: Client,
  body: { workflowId: string },
  control: CallControl = {},
): Promise<Workflow> {
  requireClient(client)
  return call(client, 'revokeWorkflow', { ...control, body })
}

/** The own user's signature over the tenant's batch. */
async function signWorkflowBatch(client: Client, batch: WorkflowBatch): Promise<HexData> {
  const { signer } = client
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  const chainId = requireChainId(client)
  const calls = batch.calls.map(({ target, data }) => ({ target, data: hex(data) }))
  const nonce = hex(batch.nonce)
  return HexData.parse(await signer.signBatch({ ...batch, nonce, chainId, calls }))
}
