import { expect, test } from 'vitest'
import { alpen, baltic, repoOpening, repoReturn } from '../../test/dealDeliveries.ts'
import { ZERO_BYTES32 } from '../scalars.ts'
import type { Bytes32 } from '../scalars.ts'
import { closingOf, dealOf } from './deal.ts'
import type { DealDelivery } from './dealDelivery.ts'
import { dealSentence, isSameForOther } from './dealText.ts'

const opening = repoOpening()
const part = (name: string, block: number | 'CANCELED', quantity: number) =>
  repoReturn(name, block, opening, { quantity, principal: `${quantity}.00` })
const deal = (today: string, ...events: DealDelivery[]) => dealOf(opening, events, today)
const sentence = (today: string, ...events: DealDelivery[]) => dealSentence(deal(today, ...events), today)

test('a deal is one sentence: what is out, when it ends, and what has accrued', () => {
  expect([
    dealSentence(dealOf(repoOpening(0), [], '2026-11-25'), '2026-11-25'),
    sentence('2026-11-25'),
    sentence('2026-11-25', part('one', 11, 3_000_000)),
    sentence('2026-11-30', part('one', 0, 10_000_000)),
    sentence('2026-12-01'),
    sentence('2026-11-25', part('all', 11, 10_000_000)),
  ]).toMatchInlineSnapshot(`
    [
      "Proposed: the opening has not settled.",
      "Open: 10,000,000 of 10,000,000 bund out, ends 2026-11-30, in 5 days, accrued EUR 1,188.89.",
      "Open: 7,000,000 of 10,000,000 bund out, ends 2026-11-30, in 5 days, accrued EUR 1,188.89.",
      "Closing: 10,000,000 of 10,000,000 bund out, ends today, 2026-11-30, accrued EUR 4,161.11.",
      "Overdue: 10,000,000 of 10,000,000 bund out, due 2026-11-30, 1 day ago, accrued EUR 4,161.11.",
      "Closed: everything has been returned.",
    ]
  `)
})

test('instruments and days are written as the reader writes them', () => {
  const style = { asset: () => 'Bund 2034', day: (day: string) => day.split('-').toReversed().join('.') }
  expect(dealSentence(deal('2026-11-25'), '2026-11-25', style)).toMatchInlineSnapshot(
    `"Open: 10,000,000 of 10,000,000 Bund 2034 out, ends 30.11.2026, in 5 days, accrued EUR 1,188.89."`,
  )
})

test('the last delivery that leaves nothing outstanding closes a deal, and no other one', () => {
  const [one, two] = [part('one', 11, 3_000_000), part('two', 12, 7_000_000)]
  expect(closingOf(deal('2026-11-25', one))).toBeUndefined()
  expect(closingOf(deal('2026-11-25', one, two))).toBe(two.deliveryId)
  const pending = part('all', 0, 10_000_000)
  expect(closingOf(deal('2026-11-25', pending))).toBe(pending.deliveryId)
})

test('what closes an overdue deal is found while it is on its way', () => {
  const [some, all] = [part('some', 0, 3_000_000), part('all', 0, 10_000_000)]
  expect(closingOf(deal('2026-12-01'))).toBeUndefined()
  expect(closingOf(deal('2026-12-01', some))).toBeUndefined()
  expect(closingOf(deal('2026-12-01', all))).toBe(all.deliveryId)
})

test('the deal is the same for the other side where its last event names the hash before it', () => {
  const basedOn = (hash: Bytes32) =>
    deal(
      '2026-11-25',
      repoReturn('one', 11, opening, { quantity: 3_000_000, principal: '3000000.00', basedOn: hash }),
    )
  const { hash } = deal('2026-11-25')
  const creator = basedOn(hash).events[1]?.creator
  const other = creator === alpen ? baltic : alpen
  expect(isSameForOther(deal('2026-11-25'), other)).toBeNull()
  expect(isSameForOther(basedOn(hash), creator ?? '')).toBeNull()
  expect(isSameForOther(basedOn(hash), other)).toBe(true)
  expect(isSameForOther(basedOn(ZERO_BYTES32), other)).toBe(false)
})
