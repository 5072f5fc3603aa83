import type { Workflow } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { listWorkflows } from './listWorkflows.ts'

/**
 * One of the own tenant's workflows.
 *
 * @example
 * const { state, confirmations } = await getWorkflow(client, workflowId)
 */
export async function getWorkflow(
  client: Client,
  workflowId: string,
  control: CallControl = {},
): Promise<Workflow> {
  const { items } = await listWorkflows(client, { workflowIds: [workflowId] }, control)
  const [workflow] = items
  if (workflow === undefined) throw new ClientError('notFound', `Workflow ${workflowId}`)
  return workflow
}
