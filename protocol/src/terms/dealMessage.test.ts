import { expect, test } from 'vitest'
import { freshSalt } from '../fingerprint.ts'
import { DealMessage } from './dealMessage.ts'

const common = { salt: freshSalt(), v: 1, openingDeliveryId: `0x${'5e'.repeat(32)}` }
const lots = [{ lot: 'P1', quantity: '300' }]
const offered = [{ identifier: 'FR0013508470', quantity: '5100000.5' }]
const recall = { ...common, kind: 'RECALL', lots, date: '2026-11-30' }
const substitution = { ...common, kind: 'SUBSTITUTION', lots, offered }
const answer = { ...common, kind: 'ANSWER', replyTo: `0x${'7a'.repeat(32)}`, isAgreed: false, sequence: 1 }

test.each([
  ['a recall without a day', { ...recall, date: undefined }],
  ['a recall that offers something', { ...recall, offered }],
  ['a recall of nothing', { ...recall, lots: [] }],
  ['a recall of a quantity of 0', { ...recall, lots: [{ lot: 'P1', quantity: '0' }] }],
  ['a recall that names a lot twice', { ...recall, lots: [...lots, ...lots] }],
  ['a request to substitute that offers nothing', { ...substitution, offered: [] }],
  ['a request to substitute by a day', { ...substitution, date: '2026-11-30' }],
  ['an offer of 0', { ...substitution, offered: [{ identifier: 'FR0013508470', quantity: '0.0' }] }],
  ['an offer of a text', { ...substitution, offered: [{ identifier: 'a <b>', quantity: '1' }] }],
  ['an answer to nothing', { ...answer, replyTo: undefined }],
  ['an answer that neither agrees nor declines', { ...answer, isAgreed: undefined }],
  ['an answer with lots', { ...answer, lots }],
  ['an answer without a place in order', { ...answer, sequence: undefined }],
  ['an answer at place 0', { ...answer, sequence: 0 }],
  ['an answer that agrees for a reason', { ...answer, isAgreed: true, reason: 'INVALID_IDENTIFIER' }],
  ['a request with a reason', { ...substitution, reason: 'INVALID_IDENTIFIER' }],
  ['a reason that the codelist lacks', { ...answer, reason: 'TOO_LATE' }],
  ['a kind of another version', { ...recall, kind: 'MARGIN_CALL' }],
  ['a message of another version', { ...recall, v: 2 }],
  ['a text of 2,001 characters', { ...recall, text: 'a'.repeat(2001) }],
])('%s is refused', (_name, message) => {
  expect(DealMessage.safeParse(message).success).toBe(false)
})

test.each([
  ['a recall', recall],
  ['a request to substitute, with a text', { ...substitution, text: 'The bond matures.' }],
  ['an answer', answer],
  ['an answer with a reason', { ...answer, reason: 'INSUFFICIENT_COLLATERAL', text: '220,000 would do.' }],
])('%s is taken as it is', (_name, message) => {
  expect(DealMessage.parse(message)).toEqual(message)
})

test('a refusal says what a message of its kind names', () => {
  const { error } = DealMessage.safeParse({ ...recall, offered })
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['kind'], 'A recall must have lots and the day by which they are due, and nothing else.'],
  ])
})
