import type { DeliveryId, Transfer } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { waitFor } from '../ledger/wait.ts'
import type { WaitOptions } from '../ledger/wait.ts'
import { listTransfers } from './queries.ts'

/**
 * Waits until your own server has a transfer that another tenant created, with its private details, which do not travel by the
 * ledger. Gives up after `waitMs`, by default two minutes, with `notFound` or `detailsMissing`. Details that do not match the ledger
 * end the wait too: check `detailsStatus`.
 *
 * @example
 * const { legs, description } = await waitForTransfer(client, deliveryId)
 */
export async function waitForTransfer(
  client: Client,
  deliveryId: DeliveryId,
  options: WaitOptions = {},
): Promise<Transfer> {
  requireClient(client)
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
