import { Availability, AvailabilityFlow } from '@connex/protocol'
import { expect, test } from 'vitest'
import { showLadder } from './ladder.ts'

const word = (digit: string) => `0x${digit.repeat(64)}`
const address = (digit: string) => `0x${digit.repeat(40)}`
const registry = { registryManagerAddr: address('a'), registrarAddr: address('b'), registryId: word('c') }

const day = (date: string, certain: string) => ({ date, certain, expected: '500', possible: '500' })
const row = {
  ...Availability.parse({
    ...registry,
    instrumentId: word('d'),
    identifier: 'DE000CNX0017',
    label: null,
    unit: 'EUR',
    decimals: 2,
    registryState: 'SUSPENDED',
    available: '500',
    heldUp: '100',
    days: [day('2026-11-25', '500'), day('2026-11-26', '-200'), day('2026-11-27', '-200')],
    shortFrom: '2026-11-26',
  }),
  custodian: 'Meridian Registrars',
}
const flow = {
  ...AvailabilityFlow.parse({
    ...registry,
    kind: 'RETURN',
    certainty: 'CERTAIN',
    date: '2026-11-24',
    isOverdue: true,
    quantity: '-700',
    deliveryId: word('e'),
    transferType: 'REPO',
    state: 'SETTLED',
    counterpartyAddr: address('f'),
    description: null,
  }),
  counterparty: 'Baltic Trust Bank',
}
const found = { items: [row], shortages: [], isShortOnly: false, withoutTerms: 0, totalItemCount: 1, page: 1 }

test('an empty answer says whether only shortages were searched', () => {
  const none = { ...found, items: [], totalItemCount: 0 }
  expect(showLadder(none).text).toMatch(/^Nothing is held or on its way\./)
  expect(showLadder({ ...none, isShortOnly: true }).text).toMatch(/^Nothing will be short\./)
})

test('a row has the first of the lowest days, and says why it cannot be used, from when it is short, and what is held up', () => {
  const { text } = showLadder({ ...found, withoutTerms: 2 })
  expect(text).toContain('−2.00  2026-11-26')
  expect(text).toContain(
    '0 usable: registry suspended; short from 2026-11-26; held up by overdue proposals: cancel them to release 1.00',
  )
  expect(text).toContain('Not counted: the returns of 2 repos and loans')
})

test('a shortage names the deals that make it', () => {
  const { text } = showLadder({ ...found, isShortOnly: true, shortages: [{ row, flows: [flow] }] })
  expect(text).toContain('DE000CNX0017 at Meridian Registrars, short from 2026-11-26:')
  expect(text).toMatch(/2026-11-24 overdue +return +certain +−7\.00 +Baltic Trust Bank +0xeee/)
})

test('CSV has a line for each day, and numbers that a spreadsheet reads', () => {
  const lines = showLadder(found).csv.split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[2]).toBe('DE000CNX0017,,Meridian Registrars,2026-11-26,-2.00,5.00,5.00,SUSPENDED')
})
