import type { Workflow } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * Takes the own confirmation back; the workflow goes on without it.
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
