import type { Address, DueEvent } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { dueKey } from './dueEvents.ts'
import { dueKindText, dueTitle, lateText } from './dueText.ts'

const nothing = { securities: [], cash: null }
const event = (changes: Partial<DueEvent>): DueEvent =>
  ({
    kind: 'LOAN',
    date: '2026-11-23',
    isOverdue: false,
    counterpartyAddr: '0x0000000000000000000000000000000000000001' as Address,
    incoming: nothing,
    outgoing: nothing,
    ...changes,
  }) as DueEvent

it.each([
  ['LOAN', '2026-11-23', 'Loan ends', 'Loan with Rhône ends'],
  ['LOAN', null, 'Open loan', 'Open loan with Rhône'],
  ['REPURCHASE', '2026-11-23', 'Repurchase', 'Repurchase with Rhône'],
  ['REPURCHASE', null, 'Open repo', 'Open repo with Rhône'],
] as const)(
  'names the end of a deal, and without one that it is open: %s on %s',
  (kind, date, chip, title) => {
    expect(dueKindText(event({ kind, date }))).toBe(chip)
    expect(dueTitle(event({ kind, date }), () => 'Rhône')).toBe(title)
  },
)

const bond = { label: 'Bond 2027', identifier: null, quantity: '2060000', decimals: 0, unit: 'EUR' }
const side = { securities: [bond], cash: null } as unknown as DueEvent['incoming']
const held = { counterpartyAddr: null }

it.each([
  [{ kind: 'NOTICE' }, 'Last day to give notice: the deal with Rhône then ends on its end date'],
  [{ kind: 'EVERGREEN' }, 'Earliest end of the evergreen deal with Rhône, if notice is given today'],
  [{ kind: 'COUPON', ...held, incoming: side }, 'Coupon of Bond 2027: you hold 2,060,000 EUR nominal'],
  [{ kind: 'COUPON', incoming: side }, 'Coupon of Bond 2027: Rhône has 2,060,000 EUR nominal from you'],
  [{ kind: 'COUPON', outgoing: side }, 'Coupon of Bond 2027: you have 2,060,000 EUR nominal from Rhône'],
  [{ kind: 'MATURITY', ...held, outgoing: side }, 'Bond 2027 matures'],
  [{ kind: 'MATURITY', incoming: side }, 'Bond 2027 matures: Rhône has 2,060,000 EUR nominal from you'],
] as [Partial<DueEvent>, string][])('says of what date it is: %j', (changes, title) => {
  expect(dueTitle(event(changes), () => 'Rhône')).toBe(title)
})

it('gives each event of a list a key of its own', () => {
  const coupon = { kind: 'COUPON', deliveryId: null, workflowId: null, messageId: null } as const
  const keys = [
    { ...coupon, ...held, incoming: side },
    { ...coupon, incoming: side },
    { ...coupon, outgoing: side },
    { ...coupon, outgoing: side, date: '2026-11-24' },
  ].map((changes) => dueKey(event(changes)))
  expect(new Set(keys).size).toBe(keys.length)
})

describe('lateText', () => {
  const late = event({ isOverdue: true })

  it('says how many days something is late', () => {
    expect(lateText(late, '2026-11-25')).toBe('2 days late, since Mon 23 Nov')
    expect(lateText(late, '2026-11-24')).toBe('1 day late, since Mon 23 Nov')
  })

  it('says nothing of what is not late or has no day', () => {
    expect(lateText(event({}), '2026-11-23')).toBeUndefined()
    expect(lateText(event({ date: null }), '2026-11-23')).toBeUndefined()
  })
})

it('names an event of a deal whose value date or expiry comes', () => {
  const closing = { transferType: 'REPO', dealEvent: 'RETURN', isCashOnly: false } as const
  expect(dueTitle(event({ ...closing, kind: 'VALUE_DATE' }), () => 'Rhône')).toBe(
    'Value date of Return of a repo with Rhône',
  )
  expect(dueTitle(event({ ...closing, kind: 'TRANSFER_EXPIRY' }), () => 'Rhône')).toBe(
    'Return of a repo with Rhône expires',
  )
})
