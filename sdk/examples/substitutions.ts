// Collateral of a repo is substituted while the repo runs: some of what was sold comes back, and other securities take its place.
import {
  answerDealMessage,
  cancelTransfer,
  confirmTransfer,
  createSubstitution,
  DealError,
  findSubstitutionDoubts,
  findSubstitutionTest,
  getDealMessages,
  listDealMessages,
  previewSubstitution,
  proposeSubstitution,
  requestSubstitution,
} from '@connex/sdk'
import type { Client, DealAnswer, OwnAsset, QuotedPrice } from '@connex/sdk'
import type { AccountNumber, DeliveryId } from '@connex/sdk/protocol'

type Substitution = {
  opening: DeliveryId
  note: OwnAsset
  prices: readonly QuotedPrice[]
  balticAccount: AccountNumber
}

export async function substitutions(
  alpenbank: Client,
  baltic: Client,
  { opening, note, prices, balticAccount }: Substitution,
): Promise<void> {
  // Four units of what was sold go out; the client proposes how many of the note are worth as much.
  const half = { deliveryId: opening, out: { P1: 4n }, in: [{ ...note, quantity: 'ENOUGH' as const }] }
  const untested = proposeSubstitution(alpenbank, half)
  await untested.catch((error: unknown) => {
    if (error instanceof DealError) console.info(error.code) // 'priceMissing'
  })
  const { moves, test, doubts } = await proposeSubstitution(alpenbank, { ...half, prices })
  console.info(moves[1]?.quantity, test.market?.out, test.market?.in) // 5n 392n 395n, in cents
  console.info(doubts) // []: nobody’s own issue, it outlasts the deal, and Alpenbank can spare it

  const low = { ...half, in: [{ ...note, quantity: 4n }], prices }
  const { refusal } = await previewSubstitution(alpenbank, low)
  console.info(refusal?.code) // 'valueTooLow'

  // The terms may require the holder's consent. Without `answers`, the delivery then quotes the requests that the holder has agreed to.
  const request = {
    deliveryId: opening,
    out: half.out,
    offered: [{ identifier: 'FR0013508470', quantity: '5' }],
  }
  const messageId = await requestSubstitution(alpenbank, request)
  await answerOnceReceived(baltic, { deliveryId: opening, messageId, isAgreed: true })

  const { deliveryId } = await createSubstitution(alpenbank, { ...half, prices, answers: [messageId] })
  // The holder's client computes the same test from the prices that the details quote, or from its own.
  const theirs = await findSubstitutionTest(baltic, { deliveryId, openingDeliveryId: opening })
  console.info(theirs?.market?.shortBy, theirs?.untested) // 0n null
  const inDoubt = await findSubstitutionDoubts(baltic, { deliveryId, openingDeliveryId: opening })
  console.info(inDoubt.map(({ code }) => code)) // []
  const accounts = { deliver: balticAccount, receive: balticAccount }
  await confirmTransfer(baltic, { deliveryId, accounts }, { dryRun: 'only' })
  // The custodian has not confirmed, so nothing has moved.
  await cancelTransfer(alpenbank, { deliveryId, reason: 'Not needed any more' })
}

/** The other server receives a message in its own time. */
async function answerOnceReceived(holder: Client, answer: DealAnswer): Promise<void> {
  const { items } = await listDealMessages(holder, { isUnanswered: true })
  const isThere = items.some(({ messageId }) => messageId === answer.messageId)
  if (!isThere) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return answerOnceReceived(holder, answer)
  }
  await answerDealMessage(holder, answer)
  const { messages } = await getDealMessages(holder, answer.deliveryId)
  console.info(messages.map(({ kind, state }) => [kind, state])) // [['SUBSTITUTION', 'AGREED'], ['ANSWER', null]]
}
