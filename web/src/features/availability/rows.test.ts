import { Availability } from '@connex/protocol'
import { expect, it } from 'vitest'
import { daysOf, fillOf, meansFor, scaleOf, sorted } from './rows.ts'

const row = (
  days: [date: string, certain: string, expected: string, possible: string][],
  state = 'REGISTERED',
) =>
  Availability.parse({
    registryManagerAddr: `0x${'a'.repeat(40)}`,
    registrarAddr: `0x${'b'.repeat(40)}`,
    registryId: `0x${'c'.repeat(64)}`,
    instrumentId: null,
    identifier: 'DE000CNX0017',
    label: null,
    unit: 'EUR',
    decimals: 2,
    registryState: state,
    available: '1000',
    heldUp: '0',
    days: days.map(([date, certain, expected, possible]) => ({ date, certain, expected, possible })),
    shortFrom: null,
  })

const bond = row([
  ['2026-11-27', '1000', '1000', '1000'],
  ['2026-11-28', '-200', '600', '1600'],
])

it.each(['', '0', '1,5', 'five', '1.234'])('reads no need from %j', (quantity) => {
  expect(meansFor(bond, { quantity, day: '2026-11-27' })).toBeUndefined()
})

it('has nothing for a need in a registry where nothing moves', () => {
  const suspended = row([['2026-11-27', '1000', '1000', '1000']], 'SUSPENDED')
  expect(meansFor(suspended, { quantity: '5', day: '2026-11-27' })).toBe('no')
})

it.each([
  ['5', '2026-11-28', 'expected'],
  ['6.01', '2026-11-28', 'possible'],
  ['16.01', '2026-11-28', 'no'],
  // What leaves on Friday is missing on Saturday.
  ['5', '2026-11-27', 'expected'],
])('has %s on %s: %s', (quantity, day, means) => {
  expect(meansFor(bond, { quantity, day })).toBe(means)
})

it('draws the largest quantity of the row full, a small one visible, and a shortage empty', () => {
  expect(scaleOf(bond)).toBe(1600n)
  const [, saturday] = bond.days
  expect(saturday && fillOf(saturday, 1600n)).toEqual({ certain: 0, expected: 37, possible: 100 })
  expect(fillOf({ ...bond.days[0], certain: '1' } as never, 1600n).certain).toBe(8)
})

it('knows which days are closed', () => {
  expect(daysOf([bond])).toEqual([
    { date: '2026-11-27', closed: undefined },
    { date: '2026-11-28', closed: { kind: 'weekend' } },
  ])
  expect(daysOf([])).toEqual([])
})

it('lists what is short first, the earliest at the top, then by name', () => {
  const rows = [
    { ...bond, label: 'Bond 10' },
    { ...bond, label: 'Bond 9' },
    { ...bond, label: 'Later', shortFrom: '2026-11-28' },
    { ...bond, label: 'Sooner', shortFrom: '2026-11-27' },
  ]
  expect(sorted(rows).map(({ label }) => label)).toEqual(['Sooner', 'Later', 'Bond 9', 'Bond 10'])
})
