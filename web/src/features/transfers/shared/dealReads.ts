// The code of deals, which the browser fetches with the first deal that is shown or returned: see dealQueries.ts.
import type { DeliveryId } from '@connex/protocol'
import type { ReturnProposal } from '@connex/protocol/deals'
import type { ValueTest } from '@connex/protocol/substitutions'
import {
  createReturn,
  createSubstitution,
  findDealChange,
  findSubstitutionTest,
  getDeal,
  previewSubstitution,
  proposeReturn,
  proposeSubstitution,
  type Client,
  type DealChange,
  type LoadedDeal,
  type ReturnParameters,
  type SubstitutionParameters,
  type SubstitutionPreview,
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

export const readSubstitution = (
  client: Client,
  parameters: SubstitutionParameters,
  signal: AbortSignal,
): Promise<SubstitutionPreview> => previewSubstitution(client, parameters, { signal })

export const readSubstitutionTest = (
  client: Client,
  event: Parameters<typeof findSubstitutionTest>[1],
  signal: AbortSignal,
): Promise<ValueTest | undefined> => findSubstitutionTest(client, event, { signal })

/** The quantity in place of ENOUGH. */
export async function readEnough(client: Client, parameters: SubstitutionParameters): Promise<bigint> {
  const { moves } = await proposeSubstitution(client, parameters)
  const firstIn = moves.length - parameters.in.length
  const index = parameters.in.findIndex(({ quantity }) => quantity === 'ENOUGH')
  return moves[firstIn + index]?.quantity ?? 0n
}

export { createReturn, createSubstitution }
