import type { Address, DealRequest, DeskSummary, DueEvent, Transfer } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { app } from '../../messages/en/app.ts'
import { transfers } from '../../messages/en/transfers.ts'
import { addMessages } from '../../messages/t.ts'
import { ageText, changeText, headline, nextDueText, requestText, taskText, waitText } from './todayText.ts'
import type { Turn } from './turns.ts'

addMessages(app)
addMessages(transfers)

const rhone = '0x0000000000000000000000000000000000000001' as Address
const DAY = '2026-11-23'
const summaryOf = (yours: number, dueToday: number, overdue: number, requested = 0): DeskSummary => ({
  waiting: [
    ...(yours === 0 ? [] : [{ party: 'YOU' as const, tenant: null, count: yours, since: 0 }]),
    { party: 'COUNTERPARTY', tenant: rhone, count: 4, since: 0 },
  ],
  requests: [
    ...(requested === 0 ? [] : [{ party: 'YOU' as const, tenant: null, count: requested, since: 0 }]),
    { party: 'COUNTERPARTY', tenant: rhone, count: 5, since: 0 },
  ],
  overdue,
  due: [
    ...(dueToday === 0 ? [] : [{ date: DAY, count: dueToday, cash: [] }]),
    { date: '2026-11-24', count: 9, cash: [] },
  ],
  changes: null,
})

it.each([
  [0, 0, 0, 'Nothing is waiting for you.'],
  [1, 0, 0, '1 transfer is waiting for you.'],
  [6, 2, 0, '6 transfers are waiting for you, 2 are due today.'],
  [6, 1, 1, '6 transfers are waiting for you, 1 is due today, 1 is overdue.'],
  [0, 0, 3, 'Nothing is waiting for you, 3 are overdue.'],
])('%i waiting, %i due and %i overdue: %j', (yours, dueToday, overdue, sentence) => {
  expect(headline(summaryOf(yours, dueToday, overdue), DAY)).toBe(sentence)
})

it.each([
  [0, 1, '1 request is waiting for you, 2 are overdue.'],
  [0, 3, '3 requests are waiting for you, 2 are overdue.'],
  [1, 1, '1 transfer and 1 request are waiting for you, 2 are overdue.'],
  [6, 2, '6 transfers and 2 requests are waiting for you, 2 are overdue.'],
])('%i transfers and %i requests of other parties: %j', (yours, requested, sentence) => {
  expect(headline(summaryOf(yours, 0, 2, requested), DAY)).toBe(sentence)
})

const recall = {
  kind: 'RECALL',
  party: 'YOU',
  counterpartyAddr: rhone,
  securities: [
    { quantity: '300000000', decimals: 2, unit: 'EUR', label: 'Speicher Note 2027', identifier: null },
  ],
  offered: [],
  date: '2026-11-30',
} as unknown as DealRequest
const exchange = {
  ...recall,
  kind: 'SUBSTITUTION',
  offered: [{ identifier: 'FR0013508470', quantity: '5100000.5' }],
  date: null,
} as DealRequest

it.each([
  [recall, 'Rhône Capital asks for 3,000,000.00 EUR nominal Speicher Note 2027 back by 30 Nov 2026'],
  [
    { ...recall, party: 'COUNTERPARTY' },
    'You ask for 3,000,000.00 EUR nominal Speicher Note 2027 back by 30 Nov 2026',
  ],
  [
    exchange,
    'Rhône Capital asks to substitute 5,100,000.5 FR0013508470 for 3,000,000.00 EUR nominal Speicher Note 2027',
  ],
  [
    { ...exchange, party: 'COUNTERPARTY' },
    'You ask to substitute 5,100,000.5 FR0013508470 for 3,000,000.00 EUR nominal Speicher Note 2027',
  ],
] as const)('a request reads as one sentence: %j', (request, sentence) => {
  expect(requestText(request as DealRequest, () => 'Rhône Capital')).toBe(sentence)
})

it.each([
  [0, 'just now'],
  [-20, 'just now'],
  [59 * 60, 'waiting 59 min'],
  [2 * 3600, 'waiting 2 h'],
  [47 * 3600, 'waiting 47 h'],
  [3 * 86_400, 'waiting 3 days'],
])('after %i seconds: %j', (seconds, text) => {
  expect(ageText(1_000_000, 1_000_000 + seconds)).toBe(text)
})

it('M-4: says that a row has expired or soon will, otherwise since when it is due', () => {
  const expiresAt = Date.UTC(2026, 10, 23) / 1000
  const WEEK = 7 * 86_400
  const turn = {
    transfer: { expiresAt },
    since: expiresAt - 8 * 86_400,
    urgency: 'late',
    dueDay: '2026-08-25',
  }
  const textAt = (now: number) => waitText(turn as Turn, now)
  expect(textAt(expiresAt)).toBe('expired 23 Nov 2026')
  expect(textAt(expiresAt - WEEK + 1)).toBe('expires 23 Nov 2026')
  expect(textAt(expiresAt - WEEK)).toBe('83 days late, since 25 Aug 2026')
  expect(waitText({ ...turn, urgency: 'old' } as Turn, expiresAt - WEEK)).toBe('waiting 24 h')
})

it('names every duty once, and an answer to a request to cancel', () => {
  expect(taskText([])).toBe('Answer the cancellation request')
  expect(taskText(['getPaid'])).toBe('Confirm payment received')
  expect(taskText(['deliver', 'receive'])).toBe('Confirm delivery and receipt')
  expect(taskText(['receive', 'pay'])).toBe('Confirm receipt and report payment sent')
  expect(taskText(['receive', 'receive'])).toBe('Confirm receipt')
})

const repurchase = {
  kind: 'REPURCHASE',
  date: '2026-11-30',
  transferType: 'REPO',
  counterpartyAddr: rhone,
  incoming: { securities: [], cash: { amount: '162199.64', currency: 'EUR' } },
  outgoing: { securities: [], cash: null },
} as unknown as DueEvent

it('says what is due next, and with whom', () => {
  const nameOf = () => 'Rhône Capital'
  const past = { ...repurchase, date: '2026-11-20' }
  const open = { ...repurchase, date: null }
  expect(nextDueText([past, open], DAY, nameOf)).toBe('Nothing falls due in the next six weeks.')
  const evergreen: DueEvent = { ...repurchase, kind: 'EVERGREEN', date: '2026-11-25' }
  expect(nextDueText([past, evergreen, repurchase], DAY, nameOf)).toMatch(
    /^Next due: Mon 30 Nov, repurchase with Rhône Capital, in .*162,199\.64.*\.$/,
  )
})

describe('a change says what another party did, by its last step', () => {
  const own = '0x0000000000000000000000000000000000000002' as Address
  const nameOf = (address: Address) => (address === rhone ? 'Rhône Capital' : 'Alpenbank')
  const step = (at: number, tenant: Address, role: string, legIdx = 0) => ({ at, tenant, role, legIdx })
  const changed = {
    transferType: 'REPO',
    counterpartyAddr: rhone,
    legs: [
      { legIdx: 0, legType: 'DIGITAL' },
      { legIdx: 1, legType: 'EXTERNAL' },
    ],
    confirmations: [step(1, rhone, 'receiver'), step(3, own, 'sender')],
    cancelVotes: [],
    canceledBy: null,
  } as unknown as Transfer

  it.each([
    ['received', {}, 'New from Rhône Capital: Repo'],
    ['updated', {}, 'Rhône Capital confirmed: Repo'],
    [
      'updated',
      { confirmations: [...changed.confirmations, step(4, rhone, 'sender', 1)] },
      'Rhône Capital reported the payment: Repo',
    ],
    ['updated', { cancelVotes: [{ at: 5, tenant: rhone }] }, 'Rhône Capital requested cancellation: Repo'],
    ['settled', {}, 'Repo with Rhône Capital settled'],
    ['canceled', { canceledBy: rhone }, 'Rhône Capital canceled: Repo'],
    ['canceled', { canceledBy: own }, 'Repo with Rhône Capital was canceled'],
  ] as const)('%s, %j', (kind, differing, sentence) => {
    expect(changeText(kind, { ...changed, ...differing } as unknown as Transfer, own, nameOf)).toBe(sentence)
  })
})
