import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

const CALLS = {
  deliveries: 'deliveryTasks',
  registries: 'registryTasks',
  forcedTransfers: 'forcedTransferTasks',
} as const

/**
 * A page of what the own tenant has to do, or waits for, in deliveries, registries or forced transfers.
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
