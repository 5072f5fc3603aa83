import type { DeliveryId, Transfer } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { waitFor } from '../ledger/wait.ts'
import type { WaitOptions } from '../ledger/wait.ts'
import { listTransfers } from './queries.ts'

/**
 * A transfer that another tenant created, once the own server has it and its private details, which come beside the ledger. Default
 * for two minutes: then `notFound`, or `detailsMissing`. Details that do not match the ledger end it too: see `detailsStatus`.
 *
 * @example
 * const { legs, description } = await waitForTransfer(client, deliveryId)
 */
export async function waitForTransfer(
  client: Client,
  deliveryId: DeliveryId,
  options: WaitOptions = {},
): Promise<Transfer> {
  let last: Transfer | undefined
  const late = (): Error =>
    last === undefined
      ? new ClientError('notFound', `Transfer ${deliveryId}`)
      : new ClientError('detailsMissing')
  return waitFor(
    client,
    (own: Client, control: CallControl) => listTransfers(own, { transferId: [deliveryId] }, control),
    ({ items: [found] }) => {
      last = found
      return found?.detailsStatus === 'PENDING' ? undefined : found
    },
    (cause) => (cause instanceof Error ? cause : late()),
    options,
  )
}
