// Messages to the other party of a deal: asking for securities back, asking to exchange them, and the answers.
import type {
  Address,
  CallQuery,
  DeliveryId,
  Fingerprint,
  Page,
  StoredDealMessage,
  SubstitutionResponseReason,
} from '@connex/protocol'
import { DealMessage, fingerprintOf, freshSalt, toQuantity } from '@connex/protocol'
import {
  consentFor,
  isLive,
  lotQuantityText,
  MESSAGE_STATE_TEXTS,
  nextSequence,
  orderedMessages,
  requestStates,
} from '@connex/protocol/deals'
import type { Deal, DealMessageState } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call, everyPage } from '../http/call.ts'
import { parseInput } from '../parseInput.ts'
import { currentMe, utcDay } from '../session/session.ts'
import { DealError, refusedBy } from './DealError.ts'
import type { DealErrorCode } from './DealError.ts'
import type { LoadedDeal } from './deals.ts'
import { getDeal } from './deals.ts'
import { namedLots } from './namedLots.ts'
import type { LotQuantities } from './namedLots.ts'
import { requirePeers } from './peers.ts'

/** `state`: of a request, what has become of it; null of an answer. */
export type ReadDealMessage = StoredDealMessage & { state: DealMessageState | null }

/**
 * The messages of a deal, the oldest first, and what has become of each request.
 *
 * @example
 * const { messages } = await getDealMessages(client, openingDeliveryId)
 * console.log(messages[0]?.state) // 'AGREED'
 */
export async function getDealMessages(
  client: Client,
  openingDeliveryId: DeliveryId,
  control: CallControl = {},
): Promise<LoadedDeal & { messages: readonly ReadDealMessage[] }> {
  requireClient(client)
  const [loaded, stored] = await Promise.all([
    getDeal(client, openingDeliveryId, {}, control),
    everyPage((page) =>
      listDealMessages(client, { ...page, openingDeliveryIds: [openingDeliveryId] }, control),
    ),
  ])
  const ordered = orderedMessages(stored)
  const states = requestStates(ordered, loaded.deliveries)
  const messages = ordered.map((one) => ({ ...one, state: states.get(one.messageId) ?? null }))
  return { ...loaded, messages }
}

/**
 * A page of the messages of all deals: with `isUnanswered`, the requests on open deals that wait for an answer.
 *
 * @example
 * const { items } = await listDealMessages(client, { isUnanswered: true })
 */
export function listDealMessages(
  client: Client,
  query: CallQuery<'dealMessages'> = {},
  control: CallControl = {},
): Promise<Page<StoredDealMessage>> {
  requireClient(client)
  return call(client, 'dealMessages', { ...control, query })
}

export type Recall = {
  /** The opening of the repo or of the securities loan. */
  deliveryId: DeliveryId
  quantities: LotQuantities
  /** `2026-11-30`: the day by which they are due. */
  date: string
  text?: string | undefined
}

/**
 * Asks the other party for securities back by a day. It answers, and returns them by a delivery that quotes the message.
 *
 * @example
 * const messageId = await recall(client, { deliveryId: opening, quantities: { L1: 3_000_000n }, date: '2026-11-30' })
 */
export async function recall(
  client: Client,
  { deliveryId, quantities, date, text }: Recall,
  control: CallControl = {},
): Promise<Fingerprint> {
  const { deal, own } = await openDeal(client, deliveryId, control)
  const today = utcDay(client)
  const message = {
    kind: 'RECALL',
    lots: lotsOf(deal, quantities, { own, field: 'quantities', refusal: 'lotNotRecallable' }),
    date,
    ...(text === undefined ? {} : { text }),
  } as const
  if (date < today) throw new DealError('dayPassed', date)
  return send(client, deal, own, message, control)
}

export type SubstitutionRequest = {
  /** The opening of the repo or of the securities loan. */
  deliveryId: DeliveryId
  /** What should come back. */
  out: LotQuantities
  /** What is offered in its place, as a desk reads it. */
  offered: NonNullable<DealMessage['offered']>
  text?: string | undefined
}

/**
 * Asks the holder of collateral to exchange it, where the terms want its consent or where it is the custom. Nothing is earmarked yet: once
 * it agrees, `createSubstitution` makes the delivery, which quotes the message.
 *
 * @example
 * const messageId = await requestSubstitution(client, {
 *   deliveryId: opening, out: { P1: 5_000_000n }, offered: [{ identifier: 'FR0013508470', quantity: '5100000' }],
 * })
 */
export async function requestSubstitution(
  client: Client,
  { deliveryId, out, offered, text }: SubstitutionRequest,
  control: CallControl = {},
): Promise<Fingerprint> {
  const { deal, own } = await openDeal(client, deliveryId, control)
  if (deal.terms.margin?.substitution === 'NONE') throw new DealError('substitutionNotAllowed')
  const message = {
    kind: 'SUBSTITUTION',
    lots: lotsOf(deal, out, { own, field: 'out', refusal: 'notYourCollateral' }),
    offered,
    ...(text === undefined ? {} : { text }),
  } as const
  return send(client, deal, own, message, control)
}

export type DealAnswer = {
  deliveryId: DeliveryId
  messageId: Fingerprint
  /** False of an own request withdraws it. */
  isAgreed: boolean
  /** Why a request to substitute is declined. */
  reason?: SubstitutionResponseReason | undefined
  text?: string | undefined
}

/**
 * Agrees to a request of the other party, or declines it; withdraws an own one. The last answer counts, until a delivery has settled;
 * answers are numbered, so both sides find the same one.
 *
 * @example
 * const reason = 'INSUFFICIENT_COLLATERAL'
 * await answerDealMessage(client, { deliveryId: opening, messageId, isAgreed: false, reason, text: '5,200,000 would do.' })
 */
export async function answerDealMessage(
  client: Client,
  { deliveryId, messageId, isAgreed, reason, text }: DealAnswer,
  control: CallControl = {},
): Promise<Fingerprint> {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  const { deal, messages } = await getDealMessages(client, deliveryId, control)
  const request = messages.find((one) => one.messageId === messageId)
  if (request === undefined || request.state === null)
    throw new ClientError('notFound', `Request ${messageId}`)
  if (request.state === 'DONE' || request.state === 'WITHDRAWN')
    throw new DealError('requestEnded', MESSAGE_STATE_TEXTS[request.state].toLowerCase())
  const isOwn = request.authorTenantAddr === own
  if (isOwn && isAgreed) throw new DealError('ownRequest')
  if (reason !== undefined && (isOwn || isAgreed || request.kind !== 'SUBSTITUTION'))
    throw new ClientError('invalidInput', 'reason: only for a declined request to substitute')
  const message = {
    kind: 'ANSWER',
    replyTo: messageId,
    isAgreed,
    sequence: nextSequence(messages, { replyTo: messageId, author: own }),
    ...(reason === undefined ? {} : { reason }),
    ...(text === undefined ? {} : { text }),
  } as const
  return send(client, deal, own, message, control)
}

/**
 * The requests by which the holder allows what goes out; with `quoted`, among these alone. Throws a DealError that names what it has not
 * agreed to.
 */
export async function requireConsent(
  client: Client,
  { deal, out, quoted }: { deal: Deal; out: LotQuantities; quoted: readonly Fingerprint[] | undefined },
  control: CallControl,
): Promise<readonly Fingerprint[]> {
  const own = (await currentMe(client)).tenant.address
  const { messages } = await getDealMessages(client, deal.openingDeliveryId, control)
  const counted = messages.filter(({ messageId }) => quoted === undefined || quoted.includes(messageId))
  const { answers, missing } = consentFor(counted, { own, out: new Map(Object.entries(out)) })
  if (missing.length > 0)
    throw new DealError(
      'consentMissing',
      missing.map(({ lot, by }) => lotQuantityText(deal, lot, by)).join(' and '),
    )
  return quoted ?? answers
}

async function openDeal(client: Client, deliveryId: DeliveryId, control: CallControl) {
  requireClient(client)
  const own = (await currentMe(client)).tenant.address
  const { deal } = await getDeal(client, deliveryId, {}, control)
  if (!isLive(deal)) throw new DealError(deal.state === 'CLOSED' ? 'dealClosed' : 'dealNotOpen')
  return { deal, own }
}

/** What the other party holds of the deal and still has to give back. */
function lotsOf(
  deal: Deal,
  quantities: LotQuantities,
  { own, field, refusal }: { own: Address; field: string; refusal: DealErrorCode },
): NonNullable<DealMessage['lots']> {
  return namedLots(deal, quantities, field).map(({ lot: { lot, holder, outstanding }, quantity }) => {
    if (holder === own) throw new DealError(refusal, lot)
    const by = quantity - outstanding
    if (by > 0n) throw refusedBy(deal, { code: 'exceedsOutstanding', lot, by })
    return { lot, quantity: toQuantity(quantity) }
  })
}

type Terms = Omit<DealMessage, 'salt' | 'v' | 'openingDeliveryId'>

async function send(
  client: Client,
  { openingDeliveryId, giver, taker }: Deal,
  own: Address,
  terms: Terms,
  control: CallControl,
): Promise<Fingerprint> {
  const message = parseInput(DealMessage, { salt: freshSalt(), v: 1, openingDeliveryId, ...terms })
  await requirePeers(client, [own === giver ? taker : giver], 'dealMessages', control)
  const { messageId } = await call(client, 'putDealMessage', { ...control, body: { message } })
  if (messageId !== fingerprintOf(message)) throw new ClientError('unexpectedAnswer', 'messageId')
  return messageId
}
