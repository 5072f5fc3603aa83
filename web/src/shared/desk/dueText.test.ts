import type { Address, DueEvent } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
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
