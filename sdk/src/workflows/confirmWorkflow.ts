import type { Workflow } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'
import { getWorkflow } from './getWorkflow.ts'
import { signWorkflowBatch } from './signWorkflowBatch.ts'

/**
 * The own signature for what a colleague has started. With enough of them it is CONFIRMED, see `executeWorkflow`.
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
