import { tenantAbi } from '@connex/contracts'
import { HexData, Seconds, toQuantity } from '@connex/protocol'
import type { Workflow, WorkflowAction, WorkflowEntity } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'
import { controllerOf } from '../ledger/delegate.ts'
import type { LedgerCall } from '../ledger/delegate.ts'
import { readContract } from '../ledger/readContract.ts'
import { currentMe } from '../platform/whoami.ts'
import { signWorkflowBatch } from './signWorkflowBatch.ts'

export type WorkflowParameters = {
  /** What it is about, and its id. */
  entity: WorkflowEntity
  entityId: string
  action: WorkflowAction
  /** What the tenant shall do, all of one dApp. */
  calls: readonly [LedgerCall, ...LedgerCall[]]
  /** How long the others may take, in seconds; default a week. */
  lifetime?: number | undefined
}

const WEEK = 7 * 24 * 3600

/**
 * Where the tenant asks for several signatures: prepares the ledger transaction, gives the own one, and lets the others know.
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
