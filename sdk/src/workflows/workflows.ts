// Confirmation workflows: started, confirmed, executed, rejected, revoked.
import { tenantAbi } from '@connex/contracts'
import type { Workflow, WorkflowAction, WorkflowBatch, WorkflowEntity } from '@connex/protocol'
import { HexData, Seconds, toQuantity } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import { batchData, controllerOf, splitSignature } from '../ledger/controller.ts'
import { readContract } from '../ledger/readContract.ts'
import { hex } from '../ledger/scalars.ts'
import { sendTransaction } from '../ledger/send.ts'
import type { LedgerCall, SendOptions, Sent } from '../ledger/transaction.ts'
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
  { entity, entityId, action, calls, lifetime = WEEK }: WorkflowParameters,
  control: CallControl = {},
): Promise<Workflow> {
  requireClient(client)
  const { tenant } = await currentMe(client)
  const [controllerAddr, nonce] = await Promise.all([
    controllerOf(client, calls[0].dappAddr, control),
    readContract(client, tenantAbi, tenant.address, 'nonce', [], control),
  ])
  const now = (Date.now() + client.connection.clockSkew) / 1000
  const batch = {
    controllerAddr,
    calls: calls.map(({ to, data }) => ({ target: to, data: HexData.parse(data) })),
    tenantNonce: toQuantity(nonce),
    deadline: Seconds.parse(Math.floor(now) + lifetime),
  }
  const signature = await signWorkflowBatch(client, batch)
  return call(client, 'createWorkflow', { ...control, body: { entity, entityId, action, batch, signature } })
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
  const { batch } = await getWorkflow(client, workflowId, control)
  const signature = await signWorkflowBatch(client, batch)
  return call(client, 'confirmWorkflow', { ...control, body: { workflowId, signature } })
}

/**
 * Sends a workflow with enough signatures to the ledger. The sender counts as one, without a signature.
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
  const { signal } = options
  const [workflow, { user }] = await Promise.all([
    getWorkflow(client, workflowId, { signal }),
    currentMe(client),
  ])
  if (workflow.state !== 'CONFIRMED') throw new ClientError('workflowNotConfirmed', workflow.state)
  const { controllerAddr, calls, deadline } = workflow.batch
  const ledgerCalls = calls.map(({ target, data }) => ({ target: hex(target), data: hex(data) }))
  const data = batchData(ledgerCalls, signaturesBeside(user.userAddr, workflow), BigInt(deadline))
  return sendTransaction(
    client,
    { to: controllerAddr, data },
    {
      ...options,
      publishBy: (rawTransaction) =>
        call(client, 'confirmWorkflow', { body: { workflowId, rawTransaction }, signal }),
    },
  )
}

/** As many as are needed beside the sender's, in the order that the ledger wants. */
const signaturesBeside = (sender: string, { confirmations, signaturesRequired }: Workflow) =>
  confirmations
    .filter(({ userAddr }) => userAddr !== sender)
    .slice(0, signaturesRequired - 1)
    .sort((a, b) => (a.userAddr < b.userAddr ? -1 : 1))
    .flatMap(({ signature }) => (signature === null ? [] : [splitSignature(signature)]))

/**
 * Ends a workflow without executing it.
 *
 * @example
 * await rejectWorkflow(client, { workflowId })
 */
export async function rejectWorkflow(
  client: Client,
  body: { workflowId: string },
  control: CallControl = {},
): Promise<Workflow> {
  requireClient(client)
  return call(client, 'rejectWorkflow', { ...control, body })
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
async function signWorkflowBatch({ signer, connection }: Client, batch: WorkflowBatch): Promise<HexData> {
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  if (connection.chainId === undefined) throw new ClientError('chainUnknown')
  const calls = batch.calls.map(({ target, data }) => ({ target, data: hex(data) }))
  return HexData.parse(await signer.signBatch({ ...batch, chainId: connection.chainId, calls }))
}
