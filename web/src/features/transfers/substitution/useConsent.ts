import type { Transfer } from '@connex/protocol'
import { agreedQuantities, needsConsent, type Deal, type DealLot } from '@connex/protocol/deals'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'
import { dealQuery, messagesQuery } from '../shared/dealQueries.ts'

/** How much of each lot the holder has agreed to exchange; null where the terms do not want its consent. */
export type Agreed = ReadonlyMap<string, bigint> | null

/** What the terms of the transfer's deal allow to go out; `agreed` is undefined while that is unknown. */
export function useConsent({ openingDeliveryId, deliveryId }: Transfer): {
  deal: Deal | undefined
  agreed: Agreed | undefined
  error: Error | null
} {
  const { client, tenantAddr } = useViewer()
  const id = openingDeliveryId ?? deliveryId
  const { data } = useQuery(dealQuery(client, id))
  const isNeeded = data !== undefined && needsConsent(data.deal)
  const messages = useQuery({ ...messagesQuery(client, id), enabled: isNeeded })
  const agreed = messages.data && agreedQuantities(messages.data.messages, tenantAddr)
  return { deal: data?.deal, agreed: data && !isNeeded ? null : agreed, error: messages.error }
}

/** `most`: what of it can go out. */
export type LotToExchange = DealLot & { most: bigint }

/** The lots of which something can go out. */
export const lotsToExchange = (lots: readonly DealLot[], agreed: Agreed | undefined): LotToExchange[] =>
  lots.map((lot) => ({ ...lot, most: mostOf(lot, agreed) })).filter(({ most }) => most > 0n)

function mostOf({ lot, outstanding }: DealLot, agreed: Agreed | undefined): bigint {
  if (agreed === null) return outstanding
  const limit = agreed?.get(lot) ?? 0n
  return limit < outstanding ? limit : outstanding
}
