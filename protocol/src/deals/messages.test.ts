import { describe, expect, test } from 'vitest'
import { Address, Fingerprint } from '../scalars.ts'
import type { DealMessage } from '../terms/dealMessage.ts'
import type { Deal } from './deal.ts'
import {
  messageSentence,
  nextSequence,
  orderedMessages,
  parseOffered,
  requestsMetBy,
  requestStates,
} from './messages.ts'
import type { DealMessageState, MessageOfDeal } from './messages.ts'

const [asker, other] = [Address.parse(`0x${'1'.repeat(40)}`), Address.parse(`0x${'2'.repeat(40)}`)]
const id = (digit: string) => Fingerprint.parse(`0x${digit.repeat(64)}`)
const request: MessageOfDeal = {
  messageId: id('a'),
  authorTenantAddr: asker,
  message: { kind: 'RECALL' },
}
let numAnswers = 0
const answer = (
  authorTenantAddr: Address,
  isAgreed: boolean,
  { replyTo = id('a'), sequence = numAnswers + 1 } = {},
): MessageOfDeal => {
  numAnswers += 1
  return {
    messageId: Fingerprint.parse(`0x${numAnswers.toString(16).padStart(64, '0')}`),
    authorTenantAddr,
    message: { kind: 'ANSWER', replyTo, isAgreed, sequence },
  }
}
const stateOf = (messages: MessageOfDeal[], deliveries: Parameters<typeof requestStates>[1] = []) =>
  requestStates([request, ...messages], deliveries).get(id('a'))
const quoting = (deliveryState: 'SETTLED' | 'PENDING') => ({
  deliveryState,
  details: { deal: { answers: [id('a')] } } as never,
})

test.each([
  ['nobody has answered', [], 'OPEN'],
  ['another request was answered', [answer(other, true, { replyTo: id('b') })], 'OPEN'],
  ['its author agreed with itself', [answer(asker, true)], 'OPEN'],
  ['the other side agreed', [answer(other, true)], 'AGREED'],
  ['the other side declined', [answer(other, false)], 'DECLINED'],
  ['the other side declined, then agreed', [answer(other, false), answer(other, true)], 'AGREED'],
  [
    'its author withdrew it, though the other side agreed',
    [answer(other, true), answer(asker, false)],
    'WITHDRAWN',
  ],
] as const)('where %s, a request is %3$s', (_name, messages, state) => {
  expect(stateOf([...messages])).toBe(state)
})

describe('both sides find the same last answer', () => {
  const [first, second] = [
    answer(other, true, { sequence: 1 }),
    answer(other, false, { sequence: 2 }),
  ] as const

  test('in whatever order the answers have reached them', () => {
    expect(stateOf([first, second])).toBe('DECLINED')
    expect(stateOf([second, first])).toBe('DECLINED')
  })

  test('by their ids, if two users of the other side wrote at the same moment', () => {
    const [low, high] = [answer(other, false, { sequence: 3 }), answer(other, true, { sequence: 3 })]
    expect(low.messageId < high.messageId).toBe(true)
    expect(stateOf([high, low, first])).toBe('AGREED')
    expect(stateOf([low, first, high])).toBe('AGREED')
  })

  test('and read it last, after the request, even if it arrived before the one that it replaces', () => {
    const stored = [
      { ...second, createdAt: 10 },
      { ...first, createdAt: 11 },
      { ...request, createdAt: 10 },
    ]
    expect(orderedMessages(stored).map(({ messageId }) => messageId)).toEqual(
      [request, first, second].map(({ messageId }) => messageId),
    )
  })
})

test('the next answer of an author has the next sequence, whatever others have answered', () => {
  const [mine, theirs] = [answer(other, true, { sequence: 4 }), answer(asker, false, { sequence: 9 })]
  const to = { replyTo: id('a'), author: other }
  expect(nextSequence([request, theirs], to)).toBe(1)
  expect(nextSequence([request, mine, theirs], to)).toBe(5)
  expect(nextSequence([request, mine, theirs], { ...to, replyTo: id('b') })).toBe(1)
})

test('a settled delivery that quotes a request has done it, a pending one has not', () => {
  expect(stateOf([answer(other, true)], [quoting('PENDING')])).toBe('AGREED')
  expect(stateOf([answer(other, true)], [quoting('SETTLED')])).toBe('DONE')
})

test('what was pushed under a wrong fingerprint asks and answers nothing', () => {
  expect(stateOf([{ ...answer(other, true), message: null }])).toBe('OPEN')
  expect(requestStates([{ ...request, message: null }], [])).toEqual(new Map())
})

const deal = { lots: [{ lot: 'P1', asset: { identifier: 'DE000A2LQ5M4', decimals: 2 } }] } as unknown as Deal
const lots = [{ lot: 'P1', quantity: '300000000' }] as DealMessage['lots']

test.each([
  [{ kind: 'RECALL', lots, date: '2026-11-30' }, 'Asks for 3,000,000.00 DE000A2LQ5M4 back by 2026-11-30.'],
  [
    { kind: 'SUBSTITUTION', lots, offered: [{ identifier: 'FR0013508470', quantity: '5100000.5' }] },
    'Asks to exchange 3,000,000.00 DE000A2LQ5M4 for 5,100,000.5 FR0013508470.',
  ],
  [{ kind: 'ANSWER', isAgreed: true }, 'Agrees.'],
  [{ kind: 'ANSWER', isAgreed: false }, 'Declines.'],
  [{ kind: 'ANSWER', isAgreed: false, reason: 'INVALID_IDENTIFIER' }, 'Declines: invalid identifier.'],
] as const)('%j reads as a sentence', (message, sentence) => {
  expect(messageSentence(message as never, { deal })).toBe(sentence)
})

test.each([
  [true, false, 'RECALL', 'Agrees to the recall of 3,000,000.00 DE000A2LQ5M4.'],
  [false, false, 'SUBSTITUTION', 'Declines the exchange of 3,000,000.00 DE000A2LQ5M4.'],
  [false, true, 'RECALL', 'Withdraws the recall of 3,000,000.00 DE000A2LQ5M4.'],
] as const)(
  'an answer (agreed: %s, own request: %s) to a %s names what it answers',
  (isAgreed, isOwn, kind, sentence) => {
    const answered = { kind: 'ANSWER', isAgreed } as never
    const request = { message: { kind, lots } as never, isOwn }
    expect(messageSentence(answered, { deal, request })).toBe(sentence)
  },
)

test('a sentence names instruments as its reader does, and a lot that is unknown here by its name', () => {
  const style = { asset: () => 'Hanse State 2034', day: () => '30 Nov 2026' }
  const recall = { kind: 'RECALL', lots, date: '2026-11-30' } as never
  expect(messageSentence(recall, { deal, style })).toBe(
    'Asks for 3,000,000.00 Hanse State 2034 back by 30 Nov 2026.',
  )
  expect(messageSentence(recall, { deal: { lots: [] } })).toBe('Asks for 300000000 of P1 back by 2026-11-30.')
})

describe('a delivery meets', () => {
  const met = (
    kind: 'RECALL' | 'SUBSTITUTION',
    state: DealMessageState,
    { requested = kind, quantity = 300000000n }: { requested?: string; quantity?: bigint } = {},
  ) => {
    const messages = [{ ...request, state, message: { kind: requested, lots } }] as Parameters<
      typeof requestsMetBy
    >[0]
    return requestsMetBy(messages, { kind, quantities: new Map([['P1', quantity]]) }).length === 1
  }

  test('a recall, answered or not, as soon as it gives back enough', () => {
    expect(met('RECALL', 'OPEN')).toBe(true)
    expect(met('RECALL', 'AGREED', { quantity: 400000000n })).toBe(true)
    expect(met('RECALL', 'OPEN', { quantity: 299999999n })).toBe(false)
    expect(met('RECALL', 'DECLINED')).toBe(false)
    expect(met('RECALL', 'DONE')).toBe(false)
  })

  test('a request to substitute, once the holder has agreed', () => {
    expect(met('SUBSTITUTION', 'AGREED')).toBe(true)
    expect(met('SUBSTITUTION', 'OPEN')).toBe(false)
    expect(met('SUBSTITUTION', 'AGREED', { requested: 'RECALL' })).toBe(false)
  })
})

test.each([
  ['5,100,000.50', '5100000.5'],
  ['100', '100'],
  ['0.000000000000000001', '0.000000000000000001'],
])('an offer of %s is one of %s', (typed, quantity) => {
  expect(parseOffered(typed)).toEqual({ quantity })
})

test.each(['5,1', '1.000,00', '', '0', 'ten', '0.0000000000000000001'])(
  'an offer of %j is refused, since it may mean another quantity',
  (typed) => {
    expect(parseOffered(typed).quantity).toBeUndefined()
  },
)
