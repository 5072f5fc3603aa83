import type { Workflow } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * Ends a workflow: nothing of it is executed.
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
