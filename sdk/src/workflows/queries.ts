// Workflows and tasks of the caller's tenant.
import type { CallAnswer, CallQuery, Workflow } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'

/**
 * A page of the caller's tenant's confirmation workflows.
 *
 * @example
 * const { items } = await listWorkflows(client, { state: ['PENDING'] })
 */
export const listWorkflows = (
  client: Client,
  query: CallQuery<'workflows'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'workflows'>> => call(client, 'workflows', { ...control, query })

/**
 * One of the caller's tenant's workflows.
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

const CALLS = {
  deliveries: 'deliveryTasks',
  registries: 'registryTasks',
  forcedTransfers: 'forcedTransferTasks',
} as const

/**
 * A page of the caller's tenant's tasks, and those it waits for, in deliveries, registries or forced transfers.
 *
 * @example
 * const { items } = await listTasks(client, 'deliveries', { status: ['UNSTARTED'] })
 */
export const listTasks = (
  client: Client,
  area: keyof typeof CALLS,
  query: CallQuery<'deliveryTasks'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'deliveryTasks'>> => call(client, CALLS[area], { ...control, query })
