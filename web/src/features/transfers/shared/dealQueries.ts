// The reads of a deal, and its return. Their code is fetched with the first of them.
import type { DeliveryId, Transfer } from '@connex/protocol'
import type {
  Client,
  Created,
  DealAnswer,
  QuotedPrice,
  Recall,
  ReturnParameters,
  SendOptions,
  SubstitutionParameters,
  SubstitutionRequest,
} from '@connex/sdk'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { importWithRetry } from '../../../lib/importWithRetry.ts'

const loadReads = () => importWithRetry(() => import('./dealReads.ts'))

/** A deal, with the deliveries that it was computed from, now or as of a moment. */
export const dealQuery = (
  client: Client,
  openingDeliveryId: DeliveryId,
  moment: { asOfTime?: number } = {},
) =>
  queryOptions({
    queryKey: ['transfers', 'deal', openingDeliveryId, moment],
    queryFn: async ({ signal }) => (await loadReads()).readDeal(client, openingDeliveryId, moment, signal),
  })

/** The messages of a deal, with what has become of each request. */
export const messagesQuery = (client: Client, openingDeliveryId: DeliveryId) =>
  queryOptions({
    queryKey: ['transfers', 'deal-messages', openingDeliveryId],
    queryFn: async ({ signal }) => (await loadReads()).readMessages(client, openingDeliveryId, signal),
  })

export const sendRecall = async (client: Client, request: Recall) =>
  (await loadReads()).recall(client, request)

export const sendSubstitutionRequest = async (client: Client, request: SubstitutionRequest) =>
  (await loadReads()).requestSubstitution(client, request)

export const sendAnswer = async (client: Client, answer: DealAnswer) =>
  (await loadReads()).answerDealMessage(client, answer)

/** What a return gives back and pays; `parameters` are undefined while the form has none. */
export const returnQuery = (client: Client, parameters: ReturnParameters | undefined) => {
  const { deliveryId, repurchaseDate, interest, quantities = {} } = parameters ?? {}
  const parts = Object.entries(quantities).map(([lot, quantity]) => `${lot}:${quantity}`)
  return queryOptions({
    queryKey: ['transfers', 'return', deliveryId, repurchaseDate, interest, ...parts],
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

/** What a substitution moves, and its value tests, while it is typed. */
export const substitutionQuery = (client: Client, parameters: SubstitutionParameters | undefined) =>
  queryOptions({
    queryKey: ['transfers', 'substitution', textOf(parameters)],
    queryFn:
      parameters === undefined
        ? skipToken
        : async ({ signal }) => {
            await untilTyped(signal)
            return (await loadReads()).readSubstitution(client, parameters, signal)
          },
    placeholderData: keepPreviousData,
    retry: false,
  })

const TYPING_MS = 250

/** A preview takes several calls: it waits until nothing more is typed, and never happens where more is. */
const untilTyped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, TYPING_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

/** Quantities are integers beyond what JSON knows. */
export const textOf = (parameters: SubstitutionParameters | undefined): string =>
  JSON.stringify(parameters ?? null, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

/** The value tests of a substitution that somebody has proposed, at its prices or the viewer's; null where it is something else. */
export const substitutionTestQuery = (
  client: Client,
  { deliveryId, openingDeliveryId }: Transfer,
  prices: readonly QuotedPrice[] = [],
) =>
  queryOptions({
    queryKey: ['transfers', 'substitution-test', deliveryId, prices],
    queryFn:
      openingDeliveryId === null
        ? skipToken
        : async ({ signal }) => {
            const { readSubstitutionTest } = await loadReads()
            const substitution = { deliveryId, openingDeliveryId, prices }
            return (await readSubstitutionTest(client, substitution, signal)) ?? null
          },
    placeholderData: keepPreviousData,
  })

/** What is in doubt of the securities that a proposed substitution brings in. */
export const substitutionDoubtsQuery = (client: Client, { deliveryId, openingDeliveryId }: Transfer) =>
  queryOptions({
    queryKey: ['transfers', 'substitution-doubts', deliveryId],
    queryFn:
      openingDeliveryId === null
        ? skipToken
        : async ({ signal }) =>
            (await loadReads()).readSubstitutionDoubts(client, { deliveryId, openingDeliveryId }, signal),
  })

export const proposeEnough = async (client: Client, parameters: SubstitutionParameters): Promise<bigint> =>
  (await loadReads()).readEnough(client, parameters)

export const submitSubstitution = async (
  client: Client,
  parameters: SubstitutionParameters,
  options: SendOptions,
): Promise<Created> => (await loadReads()).submitSubstitution(client, parameters, options)

export const submitReturn = async (
  client: Client,
  parameters: ReturnParameters,
  options: SendOptions,
): Promise<Created> => (await loadReads()).submitReturn(client, parameters, options)
