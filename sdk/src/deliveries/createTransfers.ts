import type { Address } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { currentMe } from '../platform/whoami.ts'
import { fopDelivery } from './createFopTransfer.ts'
import type { FopParameters } from './createFopTransfer.ts'
import { repoDelivery } from './createRepoTransfer.ts'
import type { RepoParameters } from './createRepoTransfer.ts'
import { secLendDelivery } from './createSecLendTransfer.ts'
import type { SecLendParameters } from './createSecLendTransfer.ts'
import { publishDeliveries } from './publishDelivery.ts'
import type { CreatedTogether, NewDelivery } from './publishDelivery.ts'

export type NewTransfer =
  | { transferType: 'FOP'; parameters: FopParameters }
  | { transferType: 'REPO'; parameters: RepoParameters }
  | { transferType: 'SEC_LEND'; parameters: SecLendParameters }

/**
 * Several transfers of any kind in one ledger transaction: all of them, or none. As many as its gas allows: about fifty.
 *
 * @example
 * const { deliveryIds } = await createTransfers(client, [{ transferType: 'FOP', parameters: rebalancing }])
 */
export async function createTransfers(
  client: Client,
  transfers: readonly NewTransfer[],
  options: SendOptions = {},
): Promise<CreatedTogether> {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  return publishDeliveries(
    client,
    transfers.map((transfer) => deliveryOf(own, transfer)),
    options,
  )
}

function deliveryOf(own: Address, transfer: NewTransfer): NewDelivery {
  if (transfer.transferType === 'FOP') return fopDelivery(own, transfer.parameters)
  if (transfer.transferType === 'REPO') return repoDelivery(own, transfer.parameters)
  return secLendDelivery(own, transfer.parameters)
}
