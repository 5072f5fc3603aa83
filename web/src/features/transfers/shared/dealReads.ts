// The code of deals, which the browser fetches with the first deal that is shown or returned: see dealQueries.ts.
import type { DeliveryId } from '@connex/protocol'
import { needsConsent, requestsMetBy } from '@connex/protocol/deals'
import type { ReturnProposal } from '@connex/protocol/deals'
import type { CollateralDoubt, ValueTest } from '@connex/protocol/substitutions'
import {
  answerDealMessage,
  createReturn,
  createSubstitution,
  findDealChange,
  findSubstitutionDoubts,
  findSubstitutionTest,
  getDeal,
  getDealMessages,
  previewSubstitution,
  proposeReturn,
  proposeSubstitution,
  recall,
  requestSubstitution,
  type Client,
  type Created,
  type DealChange,
  type LoadedDeal,
  type ReturnParameters,
  type SendOptions,
  type SubstitutionParameters,
  type SubstitutionPreview,
} from '@connex/sdk'

export const readDeal = (
  client: Client,
  openingDeliveryId: DeliveryId,
  moment: { asOfTime?: number },
  signal: AbortSignal,
): Promise<LoadedDeal> => getDeal(client, openingDeliveryId, moment, { signal })

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

export const readSubstitutionDoubts = (
  client: Client,
  event: Parameters<typeof findSubstitutionDoubts>[1],
  signal: AbortSignal,
): Promise<CollateralDoubt[]> => findSubstitutionDoubts(client, event, { signal })

/** The quantity in place of ENOUGH. */
export async function readEnough(client: Client, parameters: SubstitutionParameters): Promise<bigint> {
  const { moves } = await proposeSubstitution(client, parameters)
  const firstIn = moves.length - parameters.in.length
  const index = parameters.in.findIndex(({ quantity }) => quantity === 'ENOUGH')
  return moves[firstIn + index]?.quantity ?? 0n
}

export const readMessages = (
  client: Client,
  openingDeliveryId: DeliveryId,
  signal: AbortSignal,
): ReturnType<typeof getDealMessages> => getDealMessages(client, openingDeliveryId, { signal })

/** A return quotes the recalls that it meets. */
export async function submitReturn(
  client: Client,
  parameters: ReturnParameters,
  options: SendOptions,
): Promise<Created> {
  const { moves } = await proposeReturn(client, parameters, { signal: options.signal })
  const quantities = new Map(moves.map(({ lot, quantity }) => [lot, quantity]))
  const { messages } = await getDealMessages(client, parameters.deliveryId, { signal: options.signal })
  const answers = requestsMetBy(messages, { kind: 'RECALL', quantities })
  return createReturn(client, { ...parameters, answers }, options)
}

/** A substitution quotes the requests that its holder has agreed to; where the terms want its consent, the SDK finds them. */
export async function submitSubstitution(
  client: Client,
  parameters: SubstitutionParameters,
  options: SendOptions,
): Promise<Created> {
  const quantities = new Map(Object.entries(parameters.out))
  const { signal } = options
  const { deal, messages } = await getDealMessages(client, parameters.deliveryId, { signal })
  const answers = needsConsent(deal)
    ? undefined
    : requestsMetBy(messages, { kind: 'SUBSTITUTION', quantities })
  return createSubstitution(client, { ...parameters, answers }, options)
}

export { answerDealMessage, recall, requestSubstitution }
