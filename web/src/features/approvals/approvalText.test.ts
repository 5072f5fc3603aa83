import type { Address, Workflow } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { approvals } from '../../messages/en/desk/approvals.ts'
import { addMessages } from '../../messages/t.ts'
import { clockOf, endText, flowsOf, termsOf, titleOf, totalTexts } from './approvalText.ts'

addMessages(approvals)

const [own, colleague] = ['0x01', '0x02'] as Address[] as [Address, Address]
const users = [
  { address: own, name: 'a.keller' },
  { address: colleague, name: 'b.moser' },
]

it('lists what a proposal adds to the legs, as the other side reads it', () => {
  const margin = { method: 'A', marginRatio: '102', substitution: 'NONE' }
  const details = { description: 'One week', reference: 'DESK-4711', margin }
  const one = { details, reason: null, valueDate: undefined } as unknown as Parameters<typeof termsOf>[0]
  expect(termsOf(one).map(({ term, value }) => `${term}: ${value}`)).toEqual([
    'Description: One week',
    'Reference: DESK-4711',
    'Margin: by ratio to the repurchase price (method A)',
    'Margin ratio: 102%',
    'Substitution: never',
  ])
})

it('names an event of a deal before what is signed, and a payment alone', () => {
  const names = { own, nameOf: String, instrumentOf: () => undefined }
  const title = (legs: readonly object[], details: object | null) => {
    const call = { functionName: 'createDelivery', legs, details, accounts: [], reason: null }
    return titleOf({ calls: [call] } as unknown as Parameters<typeof titleOf>[0], names)
  }
  const securities = { sender: own, receiver: colleague, registryId: '0x0b', quantity: 5n }
  const cash = { sender: colleague, receiver: own, currency: 'EUR' }
  const closing = { openingDeliveryId: '0x01', deal: { event: 'RETURN' } }
  expect(title([securities, cash], null)).toBe('You create a transfer.')
  expect(title([securities, cash], closing)).toBe('Return of a repo · You create a transfer.')
  expect(title([securities, securities], closing)).toBe('Return of a loan · You create a transfer.')
  expect(title([cash], null)).toBe('Cash payment · You create a transfer.')
})

it('counts down to the deadline, urgent in the last hour, and says once it has passed', () => {
  const now = 1_800_000_000
  const clock = (seconds: number) => clockOf({ batch: { deadline: now + seconds } } as Workflow, now)
  expect(clock(0)).toEqual({ text: 'The deadline has passed', isUrgent: true })
  expect(clock(59)).toEqual({ text: '1 min left', isUrgent: true })
  expect(clock(3_600)).toEqual({ text: '1 h 0 min left', isUrgent: true })
  expect(clock(3_601)).toEqual({ text: '1 h 1 min left', isUrgent: false })
  expect(clock(7 * 86_400)).toEqual({ text: '7 d 0 h left', isUrgent: false })
})

describe('what has ended says by whom or by what', () => {
  const at = Date.UTC(2026, 10, 20, 12) / 1000
  const ended = (changes: Partial<Workflow>) =>
    endText(
      {
        users,
        initiatorAddr: own,
        confirmations: [{ userAddr: own }, { userAddr: colleague }],
        rejectedBy: null,
        rejectReason: null,
        txHash: null,
        batch: { deadline: at + 60 },
        updatedAt: at,
        ...changes,
      } as unknown as Workflow,
      own,
    )

  it('a rejection by its user and the reason', () => {
    const rejected = { state: 'REJECTED', rejectedBy: colleague } as const
    expect(ended(rejected)).toMatch(/^Rejected by b\.moser, \d/)
    expect(ended({ ...rejected, rejectReason: 'Wrong price' })).toMatch(
      /^Rejected by b\.moser, .*: Wrong price$/,
    )
  })

  it('an execution by its approvers, and by its proposer who signed alone', () => {
    expect(ended({ state: 'EXECUTED' })).toMatch(/^Approved by b\.moser and executed, /)
    expect(ended({ state: 'EXECUTED', confirmations: [] })).toMatch(/^Approved by you and executed, /)
  })

  it('an abortion by its deadline, the ledger or another transaction', () => {
    const aborted = { state: 'ABORTED' } as const
    expect(ended({ ...aborted, updatedAt: at + 61 })).toMatch(/: nobody approved it in time$/)
    expect(ended({ ...aborted, txHash: '0x0c' as Workflow['txHash'] })).toMatch(
      /: the ledger refused its transaction$/,
    )
    expect(ended(aborted)).toMatch(/: another transaction took its place$/)
  })
})

it('adds up several proposals by instrument and by currency, apart for each way, and no cancellation', () => {
  const bond = { name: 'Bond 2027', decimals: 2 }
  const names = { own, nameOf: String, instrumentOf: () => bond }
  const flows = (functionName: string, cash: string) => {
    const securities = { sender: own, receiver: colleague, registryId: '0x0b', quantity: 150n }
    const payment = { sender: colleague, receiver: own, currency: 'EUR' }
    const details = { cashQuantity: cash, cashCurrency: 'EUR' }
    const call = { functionName, legs: [securities, payment], details, accounts: [], reason: null }
    return flowsOf({ calls: [call] } as unknown as Parameters<typeof flowsOf>[0], names)
  }
  expect(
    totalTexts([
      ...flows('createDelivery', '0.10'),
      ...flows('createDelivery', '1000.20'),
      ...flows('cancelDelivery', '5.00'),
    ]),
  ).toEqual(['You deliver 3.00 Bond 2027', 'You are paid EUR 1,000.30'])
})

it('counts each of several payments once, by the parts of its own leg', () => {
  const names = { own, nameOf: String, instrumentOf: () => undefined }
  const payment = { sender: own, receiver: colleague, currency: 'EUR' }
  const total = (details: object) => {
    const call = { functionName: 'createDelivery', legs: [payment, payment], details, reason: null }
    return totalTexts(flowsOf({ calls: [call] } as unknown as Parameters<typeof flowsOf>[0], names))
  }
  const cash = [
    { legIdx: 0, amount: '100.00', purpose: 'PRINCIPAL' },
    { legIdx: 0, amount: '-0.50', purpose: 'INTEREST' },
    { legIdx: 1, amount: '7.00', purpose: 'FEE' },
  ]
  expect(total({ deal: { cash } })).toEqual(['You pay EUR 106.50'])
  expect(total({ cashQuantity: '99.50' })).toEqual(['You pay EUR 99.50'])
  expect(total({})).toEqual([])
})
