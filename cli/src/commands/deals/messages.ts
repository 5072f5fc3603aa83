// Messages to the other party of a repo or a securities loan.
import {
  DealMessage,
  DeliveryId,
  Fingerprint,
  readableText,
  SubstitutionResponseReason,
} from '@connex/protocol'
import type { StoredDealMessage } from '@connex/protocol'
import { answeredRequest, messageSentence, MESSAGE_STATE_TEXTS, parseOffered } from '@connex/protocol/deals'
import type { Deal, DealMessageState } from '@connex/protocol/deals'
import {
  answerDealMessage,
  getDeal,
  getDealMessages,
  listDealMessages,
  recall,
  requestSubstitution,
} from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { pageOptions } from '../../command/listOptions.ts'
import {
  atLeastOne,
  choice,
  day,
  HEX_ID,
  repeated,
  required,
  scalar,
  text,
  value,
} from '../../command/Option.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { authorOf, loadDirectory } from '../../directory/directory.ts'
import type { Directory } from '../../directory/directory.ts'
import { listing } from '../../terminal/listing.ts'
import { table } from '../../terminal/table.ts'
import { timeText } from '../../terminal/text.ts'
import { lotQuantities, lotQuantity } from './lots.ts'

const ID = `0x${'5e'.repeat(32)}`
const MESSAGE = `0x${'7a'.repeat(32)}`
const dealArgument = { id: required(scalar(DeliveryId, 'ID', "the opening delivery's id", HEX_ID)) }
const textOption = text('TEXT', 'what the other side should know; only the two parties read it', {
  of: DealMessage.shape.text,
})

type ShownMessage = {
  readonly messageId: string
  readonly openingDeliveryId: string
  readonly from: string
  readonly sentence: string
  readonly text: string | null
  readonly state: DealMessageState | null
  readonly createdAt: number
}

export const messagesCommand = command({
  path: 'deal messages',
  summary: 'the messages of a deal: recalls, requests to substitute, and their answers',
  positionals: dealArgument,
  options: connectionOptions,
  examples: [`deal messages ${ID}`],
  async run(context) {
    const session = await connect(context)
    const { positionals, signal } = context
    const [directory, { deal, messages }] = await Promise.all([
      loadDirectory(session, context),
      getDealMessages(session.client, positionals.id, { signal }),
    ])
    return messages.map((one) => shownMessage(one, { deal, messages, nameOf: directory.nameOf }))
  },
  show: (messages) =>
    table(
      messages,
      [
        { title: 'Sent', of: ({ createdAt }) => timeText(createdAt) },
        { title: 'From', of: ({ from }) => from },
        { title: 'Message', of: messageText },
        { title: 'State', of: ({ state }) => (state === null ? '' : MESSAGE_STATE_TEXTS[state]) },
        { title: 'Id', of: ({ messageId }) => messageId },
      ],
      'No messages yet.',
    ),
})

export const inboxCommand = command({
  path: 'deal inbox',
  summary: 'the requests on open deals that nobody has answered, the oldest first',
  options: { ...pageOptions, ...connectionOptions },
  examples: ['deal inbox', 'deal inbox --json'],
  async run(context) {
    const session = await connect(context)
    const { options, signal } = context
    const { page, itemsPerPage } = options
    const [directory, found] = await Promise.all([
      loadDirectory(session, context),
      listDealMessages(session.client, { page, itemsPerPage, isUnanswered: true }, { signal }),
    ])
    const ids = [...new Set(found.items.map(({ openingDeliveryId }) => openingDeliveryId))]
    const deals = new Map(
      await Promise.all(
        ids.map(async (id) => [id, (await getDeal(session.client, id, {}, { signal })).deal] as const),
      ),
    )
    const items = found.items.map((one) => {
      const deal = deals.get(one.openingDeliveryId)
      if (deal === undefined) throw new TypeError('each deal was read')
      return shownMessage({ ...one, state: 'OPEN' }, { deal, messages: [], nameOf: directory.nameOf })
    })
    return { ...found, items, page: page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Sent', of: ({ createdAt }) => timeText(createdAt) },
        { title: 'From', of: ({ from }) => from },
        { title: 'Message', of: messageText },
        { title: 'Deal', of: ({ openingDeliveryId }) => openingDeliveryId },
        { title: 'Id', of: ({ messageId }) => messageId },
      ],
      'No requests are waiting for an answer.',
    ),
})

export const recallCommand = command({
  path: 'deal recall',
  summary: 'ask the other party for securities back by a day',
  about:
    'A message, not a delivery: nothing moves until the other side returns the securities. The other side answers with deal answer, and returns them ' +
    'with transfer return --answers.',
  positionals: dealArgument,
  options: {
    lot: atLeastOne(repeated(lotQuantity('what you ask for back, such as 3,000,000@L1', 'Terms'))),
    by: required(day('the day by which it is due', { group: 'Terms' })),
    text: textOption,
    ...connectionOptions,
  },
  examples: [`deal recall ${ID} --lot 3,000,000@L1 --by 2026-11-30`],
  async run(context) {
    const { client } = await connect(context)
    const { options, positionals, signal } = context
    const { deal } = await getDeal(client, positionals.id, {}, { signal })
    const quantities = lotQuantities(deal, options.lot, '--lot')
    const request = { deliveryId: positionals.id, quantities, date: options.by, text: options.text }
    return { messageId: await recall(client, request, { signal }) }
  },
  show: ({ messageId }) => `Recall ${messageId} sent`,
})

const offer = value<{ identifier: string; quantity: string }>(
  'QTY@INSTRUMENT',
  'what you offer in its place, such as 5100000@FR0013508470',
  (typed) => {
    const [quantity = '', identifier = '', ...more] = typed.split('@')
    const { quantity: offered } = parseOffered(quantity)
    return offered !== undefined && identifier !== '' && more.length === 0
      ? { value: { identifier, quantity: offered } }
      : { expected: 'must be a quantity and an instrument such as 5,100,000@FR0013508470' }
  },
  { group: 'Terms' },
)

export const requestSubstitutionCommand = command({
  path: 'deal ask-substitution',
  summary: 'ask the holder of your collateral to exchange it',
  about:
    'A message, not a delivery: nothing is earmarked. Once the holder agrees, deal substitute makes the delivery.',
  positionals: dealArgument,
  options: {
    out: atLeastOne(repeated(lotQuantity('what should come back to you, such as 5,000,000@P1', 'Terms'))),
    offer: atLeastOne(repeated(offer)),
    text: textOption,
    ...connectionOptions,
  },
  examples: [`deal ask-substitution ${ID} --out 5,000,000@P1 --offer 5,100,000@FR0013508470`],
  async run(context) {
    const { client } = await connect(context)
    const { options, positionals, signal } = context
    const { deal } = await getDeal(client, positionals.id, {}, { signal })
    const request = {
      deliveryId: positionals.id,
      out: lotQuantities(deal, options.out, '--out'),
      offered: [...options.offer],
      text: options.text,
    }
    return { messageId: await requestSubstitution(client, request, { signal }) }
  },
  show: ({ messageId }) => `Request ${messageId} sent`,
})

const ANSWERS = ['agree', 'decline', 'withdraw'] as const

export const answerCommand = command({
  path: 'deal answer',
  summary: 'agree to a request of the other party, decline it, or withdraw your own',
  positionals: {
    ...dealArgument,
    message: required(scalar(Fingerprint, 'MESSAGE', "the request's id, from deal messages", HEX_ID)),
    answer: required(choice(ANSWERS, 'what you answer; the last answer counts')),
  },
  options: {
    reason: choice(
      SubstitutionResponseReason.options,
      'why you decline a substitution: a reason code of FpML',
    ),
    text: textOption,
    ...connectionOptions,
  },
  examples: [
    `deal answer ${ID} ${MESSAGE} agree`,
    `deal answer ${ID} ${MESSAGE} decline --reason insufficient_collateral --text '5,200,000 would do'`,
  ],
  async run(context) {
    const { client } = await connect(context)
    const { positionals, options, signal } = context
    const { id, message, answer } = positionals
    const { reason, text: added } = options
    if (reason !== undefined && answer !== 'decline')
      throw CliError.of('usage', '--reason is for an answer that declines.')
    const given = { deliveryId: id, messageId: message, isAgreed: answer === 'agree', reason, text: added }
    return { messageId: await answerDealMessage(client, given, { signal }) }
  },
  show: ({ messageId }) => `Answer ${messageId} sent`,
})

type Around = {
  readonly deal: Deal
  readonly messages: readonly StoredDealMessage[]
  readonly nameOf: Directory['nameOf']
}

function shownMessage(
  one: StoredDealMessage & { readonly state: DealMessageState | null },
  { deal, messages, nameOf }: Around,
): ShownMessage {
  const { messageId, openingDeliveryId, message, state, createdAt } = one
  const request = answeredRequest(one, messages)
  return {
    messageId,
    openingDeliveryId,
    from: authorOf(one, nameOf),
    sentence:
      message === null
        ? 'Hidden: it does not match its fingerprint.'
        : messageSentence(message, { deal, request }),
    text: one.text === null ? null : readableText(one.text),
    state,
    createdAt,
  }
}

const messageText = ({ sentence, text: added }: ShownMessage): string =>
  added === null ? sentence : `${sentence} “${added}”`
