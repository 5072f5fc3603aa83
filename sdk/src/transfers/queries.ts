// Transfers as the caller's tenant sees them, and their comments.
import type { CallAnswer, CallQuery, DeliveryId, Transfer } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'

/**
 * A page of the caller's tenant's transfers, mint and burn requests, each with the state as this tenant sees it.
 *
 * @example
 * const { items } = await listTransfers(client, { transferType: ['FOP', 'REPO', 'SEC_LEND'], itemsPerPage: 20 })
 */
export const listTransfers = (
  client: Client,
  query: CallQuery<'transfers'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'transfers'>> => call(client, 'transfers', { ...control, query })

/**
 * One transfer of the caller's tenant's.
 *
 * @example
 * const { state, legs } = await getTransfer(client, deliveryId)
 */
export async function getTransfer(
  client: Client,
  deliveryId: DeliveryId,
  control: CallControl = {},
): Promise<Transfer> {
  const { items } = await listTransfers(client, { transferId: [deliveryId] }, control)
  const [transfer] = items
  if (transfer === undefined) throw new ClientError('notFound', `Transfer ${deliveryId}`)
  return transfer
}

/**
 * A page of what the parties of deliveries have written to each other: the reasons of cancels among it, by their fingerprints.
 *
 * @example
 * const { items } = await listDeliveryComments(client, { deliveryIds: [deliveryId] })
 */
export const listDeliveryComments = (
  client: Client,
  query: CallQuery<'deliveryComments'>,
  control: CallControl = {},
): Promise<CallAnswer<'deliveryComments'>> => call(client, 'deliveryComments', { ...control, query })

/**
 * A page of what the caller's tenant has written on deliveries for itself alone.
 *
 * @example
 * const { items } = await listInternalComments(client, { deliveryIds: [deliveryId] })
 */
export const listInternalComments = (
  client: Client,
  query: CallQuery<'internalComments'>,
  control: CallControl = {},
): Promise<CallAnswer<'internalComments'>> => call(client, 'internalComments', { ...control, query })
