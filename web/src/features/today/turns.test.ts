import type { Address, DealRequest, DeliveryLeg, Transfer } from '@connex/protocol'
import { ZERO_ADDRESS } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { dueDayOf, requestTurnOf, sortTurns, turnAmount, turnOf, withLeaving } from './turns.ts'

const alpen = '0x0000000000000000000000000000000000000001' as Address
const baltic = '0x0000000000000000000000000000000000000002' as Address
const meridian = '0x0000000000000000000000000000000000000003' as Address
const HOUR = 3600
const NOW = Date.UTC(2026, 10, 23, 12) / 1000

const securities = { quantity: '206000000', decimals: 2, unit: 'EUR', label: 'Speicher Note 2027' }
const digital = {
  legIdx: 0,
  legType: 'DIGITAL',
  sender: baltic,
  receiver: alpen,
  registrar: meridian,
  txCoordinator: ZERO_ADDRESS,
  senderConfirmed: true,
  receiverConfirmed: false,
  registrarConfirmed: false,
  coordinatorConfirmed: false,
} as DeliveryLeg

/** A transfer from Baltic to Alpenbank that waits for Alpenbank. */
const transferOf = (changes: Partial<Transfer> = {}): Transfer =>
  ({
    deliveryId: '0x01',
    deliveryState: 'PENDING',
    transferType: 'FOP',
    direction: 'RECEIVE',
    state: 'PENDING',
    legs: [digital],
    confirmations: [],
    cancelVotes: [],
    createdAt: NOW - HOUR,
    valueDate: 0,
    expiresAt: NOW + 30 * 24 * HOUR,
    repo: null,
    openingDeliveryId: null,
    deliver: null,
    receive: securities,
    cashQuantity: null,
    cashCurrency: null,
    ...changes,
  }) as unknown as Transfer

const turn = (changes: Partial<Transfer> = {}) => turnOf(transferOf(changes), alpen, NOW)
const votes = [{ tenant: baltic, at: NOW - 60 }] as Transfer['cancelVotes']

describe('turnOf', () => {
  it('offers no confirmation while the other side requests cancellation', () => {
    expect(turn({ cancelVotes: votes })).toMatchObject({
      duties: [],
      action: { kind: 'open', label: undefined },
    })
  })

  it('agrees to a request to cancel where nothing else is owed', () => {
    const confirmed = [{ ...digital, receiverConfirmed: true }]
    expect(turn({ legs: confirmed, cancelVotes: votes }).action.kind).toBe('cancel')
  })

  it('confirms what is owed, by the label that the dialog has', () => {
    expect(turn()).toMatchObject({
      duties: ['receive'],
      action: { kind: 'confirm', label: 'Confirm Receive' },
    })
  })

  it.each([
    [NOW - 3 * HOUR, 0, 'fresh'],
    [NOW - 5 * HOUR, 0, 'old'],
    [NOW - 60, Date.UTC(2026, 10, 23) / 1000, 'fresh'],
    [NOW - 60, Date.UTC(2026, 10, 22) / 1000, 'late'],
  ])('created at %i with the value date %i, it is %s', (createdAt, valueDate, urgency) => {
    expect(turn({ createdAt, valueDate }).urgency).toBe(urgency)
  })
})

it('M-4: is late once it has expired', () => {
  expect(turn({ expiresAt: NOW + 1 }).urgency).toBe('fresh')
  expect(turn({ expiresAt: NOW }).urgency).toBe('late')
})

it('is due on its value date, otherwise on the date of the repo that it opens or closes', () => {
  const repo = { purchaseDate: '2026-11-24', repurchaseDate: '2026-12-01' } as Transfer['repo']
  expect(dueDayOf(transferOf())).toBeUndefined()
  expect(dueDayOf(transferOf({ repo }))).toBe('2026-11-24')
  expect(dueDayOf(transferOf({ repo, openingDeliveryId: '0x02' as Transfer['deliveryId'] }))).toBe(
    '2026-12-01',
  )
  expect(dueDayOf(transferOf({ repo, valueDate: Date.UTC(2026, 10, 25) / 1000 }))).toBe('2026-11-25')
})

it('sorts what is late first, then by day, then by age', () => {
  const day = (date: number) => Date.UTC(2026, 10, date) / 1000
  const turns = [
    turn({ deliveryId: 'young' as Transfer['deliveryId'], createdAt: NOW - 60 }),
    turn({ deliveryId: 'aged' as Transfer['deliveryId'] }),
    turn({ deliveryId: 'tomorrow' as Transfer['deliveryId'], valueDate: day(24) }),
    turn({ deliveryId: 'late' as Transfer['deliveryId'], valueDate: day(20) }),
    turn({ deliveryId: 'today' as Transfer['deliveryId'], valueDate: day(23) }),
  ]
  expect(sortTurns(turns).map(({ id }) => id)).toEqual(['late', 'today', 'tomorrow', 'aged', 'young'])
})

const recall = {
  messageId: '0x0a',
  openingDeliveryId: '0x01',
  date: '2026-11-23',
  createdAt: NOW - 60,
} as unknown as DealRequest

it.each([
  [{}, 'fresh'],
  [{ createdAt: NOW - 5 * HOUR }, 'old'],
  [{ date: '2026-11-22' }, 'late'],
  [{ date: null, createdAt: NOW - 5 * HOUR }, 'old'],
])('a request with %j is %s, and opens its deal', (changes, urgency) => {
  expect(requestTurnOf({ ...recall, ...changes }, NOW)).toMatchObject({
    id: '0x0a',
    opens: '0x01',
    urgency,
  })
})

it('sorts requests among the transfers', () => {
  const turns = [
    turn({ valueDate: Date.UTC(2026, 10, 24) / 1000 }),
    requestTurnOf(recall, NOW),
    turn({ deliveryId: 'late' as Transfer['deliveryId'], valueDate: Date.UTC(2026, 10, 20) / 1000 }),
  ]
  expect(sortTurns(turns).map(({ id }) => id)).toEqual(['late', '0x0a', '0x01'])
})

describe('turnAmount', () => {
  it('is the documented cash if a payment waits, also while its amount is unknown', () => {
    const repo = transferOf({ cashQuantity: '2018800.00', cashCurrency: 'EUR' })
    expect(turnAmount({ transfer: repo, duties: ['getPaid'] })).toEqual({
      kind: 'cash',
      amount: '2018800.00',
      currency: 'EUR',
    })
    expect(turnAmount({ transfer: transferOf(), duties: ['pay'] })).toMatchObject({ amount: null })
  })

  it('is the cash of a payment alone, also where a request to cancel waits for an answer', () => {
    const legs = [{ ...digital, legType: 'EXTERNAL', registrar: ZERO_ADDRESS } as DeliveryLeg]
    const payment = transferOf({ legs, receive: null, cashQuantity: '666.67', cashCurrency: 'EUR' })
    expect(turnAmount({ transfer: payment, duties: [] })).toEqual({
      kind: 'cash',
      amount: '666.67',
      currency: 'EUR',
    })
    expect(turnAmount({ transfer: transferOf({ receive: null }), duties: [] })).toBeUndefined()
  })

  it('is what is delivered if a delivery waits, otherwise what is received', () => {
    const given = { ...securities, quantity: '1' } as Transfer['deliver']
    const both = transferOf({ deliver: given })
    expect(turnAmount({ transfer: both, duties: ['deliver', 'receive'] })).toMatchObject({ asset: given })
    expect(turnAmount({ transfer: both, duties: ['receive'] })).toMatchObject({ asset: securities })
  })
})

it('leaves rows that went away in their places', () => {
  const id = (row: string) => row
  expect(withLeaving(['a', 'b', 'c'], ['a', 'c', 'd'], id)).toEqual(['a', 'b', 'c', 'd'])
  expect(withLeaving(['a', 'b'], ['b'], id)).toEqual(['a', 'b'])
  expect(withLeaving(['a', 'b', 'c'], [], id)).toEqual(['a', 'b', 'c'])
  expect(withLeaving(['a'], ['b', 'a'], id)).toEqual(['b', 'a'])
})
