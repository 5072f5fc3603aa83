// The code of deals, which the browser fetches with the first deal that is shown or returned: see dealQueries.ts.
import type { DeliveryId } from '@connex/protocol'
import type { ReturnProposal } from '@connex/protocol/deals'
import {
  createReturn,
  findDealChange,
  getDeal,
  proposeReturn,
  type Client,
  type DealChange,
  type LoadedDeal,
  type ReturnParameters,
} from '@connex/sdk'

export const readDeal = (
  client: Client,
  openingDeliveryId: DeliveryId,
  signal: AbortSignal,
): Promise<LoadedDeal> => getDeal(client, openingDeliveryId, {}, { signal })

export const readReturn = (
  client: Client,
  parameters: ReturnParameters,
  signal: AbortSignal,
): Promise<ReturnProposal> => proposeReturn(client, parameters, { signal })

export const readChange = (
  client: Client,
  event: Parameters<typeof findDealChange>[1],
  signal: AbortSignal,
): Promise<DealChange | undefined> => findDealChange(client, event, { signal })

export { createReturn }
