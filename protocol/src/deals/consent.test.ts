import { describe, expect, test } from 'vitest'
import { Address, Fingerprint } from '../scalars.ts'
import { agreedQuantities, consentFor, needsConsent } from './consent.ts'
import type { DealMessageState } from './messages.ts'

const [own, holder] = [Address.parse(`0x${'1'.repeat(40)}`), Address.parse(`0x${'2'.repeat(40)}`)]
const id = (digit: string) => Fingerprint.parse(`0x${digit.repeat(64)}`)

type Given = {
  state?: DealMessageState
  author?: Address
  kind?: 'SUBSTITUTION' | 'RECALL'
  lots?: Record<string, string>
}
const request = (
  digit: string,
  { state = 'AGREED', author = own, kind = 'SUBSTITUTION', lots = { P1: '5' } }: Given = {},
) => ({
  messageId: id(digit),
  authorTenantAddr: author,
  state,
  message: { kind, lots: Object.entries(lots).map(([lot, quantity]) => ({ lot, quantity })) as never },
})
const out = (lots: Record<string, bigint>) => new Map(Object.entries(lots))
const consent = (messages: ReturnType<typeof request>[], lots: Record<string, bigint> = { P1: 5n }) =>
  consentFor(messages, { own, out: out(lots) })

describe('what the holder has not agreed to', () => {
  test.each<[string, ReturnType<typeof request>[]]>([
    ['there is no request', []],
    ['nobody has answered', [request('a', { state: 'OPEN' })]],
    ['the holder has declined', [request('a', { state: 'DECLINED' })]],
    ['the request was withdrawn', [request('a', { state: 'WITHDRAWN' })]],
    ['a substitution has met the request already', [request('a', { state: 'DONE' })]],
    ['the agreement is for another lot', [request('a', { lots: { P2: '5' } })]],
    ['the agreement is to a recall', [request('a', { kind: 'RECALL' })]],
    ['the request is the holder’s own', [request('a', { author: holder })]],
  ])('%s', (_name, messages) => {
    expect(consent(messages)).toEqual({ answers: [], missing: [{ lot: 'P1', by: 5n }] })
  })

  test('more than the agreement names, and a lot beside it', () => {
    expect(consent([request('a')], { P1: 7n, P2: 1n })).toEqual({
      answers: [id('a')],
      missing: [
        { lot: 'P1', by: 2n },
        { lot: 'P2', by: 1n },
      ],
    })
  })
})

test('an agreement allows as much as it names, or less', () => {
  expect(consent([request('a')])).toEqual({ answers: [id('a')], missing: [] })
  expect(consent([request('a')], { P1: 1n })).toEqual({ answers: [id('a')], missing: [] })
})

test('of several agreements, one that is enough alone is quoted, otherwise the oldest ones that add to it', () => {
  const [three, two, other] = [
    request('a', { lots: { P1: '3' } }),
    request('b', { lots: { P1: '2' } }),
    request('c', { lots: { P2: '9' } }),
  ]
  expect(consent([three, two, other, request('d')]).answers).toEqual([id('d')])
  expect(consent([three, other, two])).toEqual({ answers: [id('a'), id('b')], missing: [] })
  expect(agreedQuantities([three, other, two], own)).toEqual(out({ P1: 5n, P2: 9n }))
})

test('only terms that say so want consent', () => {
  const terms = (substitution?: string) =>
    needsConsent({
      terms: { margin: substitution === undefined ? null : { method: 'A', substitution } } as never,
    })
  expect(['ON_CONSENT', 'ANY_TIME', 'NONE', undefined].map(terms)).toEqual([true, false, false, false])
})
