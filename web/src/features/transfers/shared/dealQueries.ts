// The reads of a deal, and its return. Their code is fetched with the first of them.
import type { DeliveryId, Transfer } from '@connex/protocol'
import type { Client, Created, ReturnParameters, SendOptions } from '@connex/sdk'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { importWithRetry } from '../../../lib/importWithRetry.ts'

const loadReads = () => importWithRetry(() => import('./dealReads.ts'))

/** A deal, with the deliveries that it was computed from. */
export const dealQuery = (client: Client, openingDeliveryId: DeliveryId) =>
  queryOptions({
    queryKey: ['transfers', 'deal', openingDeliveryId],
    queryFn: async ({ signal }) => (await loadReads()).readDeal(client, openingDeliveryId, signal),
  })

/** What a return gives back and pays; `parameters` are undefined while the form has none. */
export const returnQuery = (client: Client, parameters: ReturnParameters | undefined) => {
  const { deliveryId, repurchaseDate, quantities = {} } = parameters ?? {}
  const parts = Object.entries(quantities).map(([lot, quantity]) => `${lot}:${quantity}`)
  return queryOptions({
    queryKey: ['transfers', 'return', deliveryId, repurchaseDate, ...parts],
    queryFn:
      parameters === undefined
        ? skipToken
        : async ({ signal }) => (await loadReads()).readReturn(client, parameters, signal),
    retry: false,
  })
}

/** What has happened to its deal since a pending event was proposed; null where nothing has, or it is none. */
export const changeQuery = (client: Client, { deliveryId, openingDeliveryId }: Transfer) =>
  queryOptions({
    queryKey: ['transfers', 'deal-change', deliveryId],
    queryFn:
      openingDeliveryId === null
        ? skipToken
        : async ({ signal }) =>
            (await (await loadReads()).readChange(client, { deliveryId, openingDeliveryId }, signal)) ?? null,
  })

export const submitReturn = async (
  client: Client,
  parameters: ReturnParameters,
  options: SendOptions,
): Promise<Created> => (await loadReads()).createReturn(client, parameters, options)
