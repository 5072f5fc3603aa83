// What has become of the messages of a deal, and how they read.
import { formatQuantity, parseQuantity } from '../text/quantityText.ts'
import type { QuantityFault } from '../text/quantityText.ts'
import type { Address, Fingerprint } from '../scalars.ts'
import type { DealMessage, DealMessageKind, SubstitutionResponseReason } from '../terms/dealMessage.ts'
import { offerText } from '../terms/offerText.ts'
import type { Deal } from './deal.ts'
import type { DealDelivery } from './dealDelivery.ts'
import { PLAIN_STYLE } from './dealText.ts'
import type { DealStyle } from './dealText.ts'

/** DONE: a settled delivery quotes it. */
export type DealMessageState = 'OPEN' | 'AGREED' | 'DECLINED' | 'WITHDRAWN' | 'DONE'

export const MESSAGE_STATE_TEXTS: Record<DealMessageState, string> = {
  OPEN: 'Waits for an answer',
  AGREED: 'Agreed',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  DONE: 'Done',
}

export const SUBSTITUTION_REASON_TEXTS: Record<SubstitutionResponseReason, string> = {
  INSUFFICIENT_COLLATERAL: 'Insufficient collateral',
  INVALID_IDENTIFIER: 'Invalid identifier',
}

/** The fields of a stored message that its state follows from. Its terms are null where they have another fingerprint. */
export type MessageOfDeal = {
  messageId: Fingerprint
  authorTenantAddr: Address
  message: Pick<DealMessage, 'kind' | 'replyTo' | 'isAgreed' | 'sequence'> | null
}

/**
 * What has become of each request. The other party agrees or declines, and its last answer counts; the author itself can only withdraw.
 * The last one is that of the highest sequence, of two with the same that of the higher id: both sides find the same, in whatever order
 * the answers have reached them.
 *
 * @example
 * requestStates(messages, deliveries).get(messageId) // 'AGREED'
 */
export function requestStates(
  messages: readonly MessageOfDeal[],
  deliveries: readonly Pick<DealDelivery, 'deliveryState' | 'details'>[],
): Map<Fingerprint, DealMessageState> {
  const done = new Set<string>(
    deliveries.flatMap(({ deliveryState, details }) =>
      deliveryState === 'SETTLED' ? (details?.deal?.answers ?? []) : [],
    ),
  )
  const requests = messages.filter(({ message }) => message !== null && message.kind !== 'ANSWER')
  return new Map(
    requests.map((request) => [
      request.messageId,
      done.has(request.messageId) ? 'DONE' : answeredState(request, messages),
    ]),
  )
}

function answeredState(
  { messageId, authorTenantAddr: author }: MessageOfDeal,
  messages: readonly MessageOfDeal[],
): DealMessageState {
  const answers = messages.filter(
    ({ message }) => message?.kind === 'ANSWER' && message.replyTo === messageId,
  )
  const isWithdrawn = answers.some(
    ({ authorTenantAddr, message }) => authorTenantAddr === author && message?.isAgreed === false,
  )
  if (isWithdrawn) return 'WITHDRAWN'
  const last = answers
    .filter(({ authorTenantAddr }) => authorTenantAddr !== author)
    .toSorted(bySequence)
    .at(-1)?.message
  return last === undefined || last === null ? 'OPEN' : last.isAgreed === true ? 'AGREED' : 'DECLINED'
}

const bySequence = (one: MessageOfDeal, other: MessageOfDeal): number =>
  (one.message?.sequence ?? 0) - (other.message?.sequence ?? 0) ||
  (one.messageId < other.messageId ? -1 : Number(one.messageId > other.messageId))

/**
 * The sequence of an author's next answer to a request.
 *
 * @example
 * nextSequence(messages, { replyTo: messageId, author: own }) // 2
 */
export const nextSequence = (
  messages: readonly MessageOfDeal[],
  { replyTo, author }: { replyTo: Fingerprint; author: Address },
): number =>
  1 +
  Math.max(
    0,
    ...messages
      .filter(({ authorTenantAddr, message }) => authorTenantAddr === author && message?.replyTo === replyTo)
      .map(({ message }) => message?.sequence ?? 0),
  )

/**
 * The oldest first. An answer that arrived before an earlier one of its author comes after it all the same.
 *
 * @example
 * orderedMessages(stored).map(({ kind }) => kind) // ['RECALL', 'ANSWER', 'ANSWER']
 */
export function orderedMessages<Stored extends MessageOfDeal & { createdAt: number }>(
  messages: readonly Stored[],
): Stored[] {
  const sequenceOf = ({ message }: Stored) => message?.sequence ?? 0
  const readAt = (one: Stored) =>
    Math.max(
      one.createdAt,
      ...messages
        .filter(
          (other) =>
            one.message?.replyTo !== undefined &&
            other.message?.replyTo === one.message.replyTo &&
            other.authorTenantAddr === one.authorTenantAddr &&
            sequenceOf(other) < sequenceOf(one),
        )
        .map(({ createdAt }) => createdAt),
    )
  return messages
    .map((message) => ({ message, at: readAt(message) }))
    .toSorted((one, other) => one.at - other.at || bySequence(one.message, other.message))
    .map(({ message }) => message)
}

type Request = MessageOfDeal & {
  message: Pick<DealMessage, 'kind' | 'lots'> | null
  state: DealMessageState | null
}

const MET_IN: Record<Exclude<DealMessageKind, 'ANSWER'>, readonly (DealMessageState | null)[]> = {
  RECALL: ['OPEN', 'AGREED'],
  SUBSTITUTION: ['AGREED'],
}

/**
 * The requests that a delivery meets, which gives back so much of each lot: recalls that nobody has declined, or requests to substitute
 * that were agreed to.
 *
 * @example
 * requestsMetBy(messages, { kind: 'RECALL', quantities: new Map([['P1', 3_000_000n]]) }) // [messageId]
 */
export const requestsMetBy = (
  messages: readonly Request[],
  { kind, quantities }: { kind: keyof typeof MET_IN; quantities: ReadonlyMap<string, bigint> },
): Fingerprint[] =>
  messages
    .filter(({ message, state }) => {
      if (message === null || message.kind !== kind || !MET_IN[kind].includes(state)) return false
      const { lots = [] } = message
      return lots.every(({ lot, quantity }) => (quantities.get(lot) ?? 0n) >= BigInt(quantity))
    })
    .map(({ messageId }) => messageId)

type Terms = Omit<DealMessage, 'salt' | 'text'>

/** `request`: of an answer, what it answers, and whether its author wrote that as well. */
export type MessageContext = {
  deal: Pick<Deal, 'lots'>
  request?: { message: Terms; isOwn: boolean } | undefined
  style?: DealStyle
}
/** For the sentence of an answer. `answeredRequest(answer, messages)` → { message: recall, isOwn: false } */
export function answeredRequest(
  { message, authorTenantAddr }: ReadMessage,
  messages: readonly ReadMessage[],
): MessageContext['request'] {
  const request = messages.find(({ messageId }) => messageId === message?.replyTo)
  if (request === undefined || request.message === null) return undefined
  return { message: request.message, isOwn: request.authorTenantAddr === authorTenantAddr }
}
type ReadMessage = MessageOfDeal & { message: Terms | null }

type Sentence = (message: Terms, context: MessageContext) => string

const SENTENCES: Record<DealMessageKind, Sentence> = {
  RECALL: (message, context) =>
    `Asks for ${lotsText(message, context)} back by ${(context.style ?? PLAIN_STYLE).day(message.date ?? '')}.`,
  SUBSTITUTION: (message, context) =>
    `Asks to exchange ${lotsText(message, context)} for ${offerText(message.offered)}.`,
  ANSWER: ({ isAgreed, reason }, { request, ...context }) => {
    const subject =
      request === undefined ? '' : ` ${SUBJECTS[request.message.kind](request.message, context)}`
    if (isAgreed === true) return `Agrees${subject === '' ? '' : ' to'}${subject}.`
    const why = reason === undefined ? '' : `: ${SUBSTITUTION_REASON_TEXTS[reason].toLowerCase()}`
    return `${request?.isOwn === true ? 'Withdraws' : 'Declines'}${subject}${why}.`
  },
}

/** What an answer is about. */
const SUBJECTS: Record<DealMessageKind, Sentence> = {
  RECALL: (message, context) => `the recall of ${lotsText(message, context)}`,
  SUBSTITUTION: (message, context) => `the exchange of ${lotsText(message, context)}`,
  ANSWER: () => 'an answer',
}

/**
 * `messageSentence(recall, { deal })` → 'Asks for 3,000,000.00 DE000A2LQ5M4 back by 2026-11-30.'; of its answer with that `request`,
 * 'Agrees to the recall of 3,000,000.00 DE000A2LQ5M4.'; of one that declines, with its reason
 */
export const messageSentence = (message: Terms, context: MessageContext): string =>
  SENTENCES[message.kind](message, context)

const lotsText = ({ lots = [] }: Terms, { deal, style = PLAIN_STYLE }: MessageContext): string =>
  lots
    .map(({ lot: name, quantity }) => {
      const asset = deal.lots.find(({ lot }) => lot === name)?.asset
      return asset === undefined
        ? `${quantity} of ${name}`
        : `${formatQuantity(quantity, asset.decimals)} ${style.asset(asset)}`
    })
    .join(' and ')

/** As many as any instrument has. */
export const OFFERED_DECIMALS = 18

/**
 * The quantity of an offer as a user types it, for an instrument whose decimals are unknown here.
 *
 * @example
 * parseOffered('5,100,000.50') // { quantity: '5100000.5' }
 * parseOffered('5,1') // { fault: 'malformed' }
 */
export function parseOffered(text: string): { quantity?: string; fault?: QuantityFault } {
  const { units, fault } = parseQuantity(text, OFFERED_DECIMALS)
  if (units === undefined) return { fault }
  const digits = units.toString().padStart(OFFERED_DECIMALS + 1, '0')
  const decimals = digits.slice(-OFFERED_DECIMALS).replace(/0+$/, '')
  const whole = digits.slice(0, -OFFERED_DECIMALS)
  return { quantity: decimals === '' ? whole : `${whole}.${decimals}` }
}
