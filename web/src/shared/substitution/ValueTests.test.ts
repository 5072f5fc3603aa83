import type { ValueTest } from '@connex/protocol/substitutions'
import { expect, it } from 'vitest'
import { lowValueText } from './ValueTests.tsx'

const short = (shortBy: bigint) => ({ out: 19_900n, in: 19_900n - shortBy, shortBy })
const testOf = (decisive: ValueTest['decisive'], market: bigint, coverage: bigint): ValueTest => ({
  currency: 'EUR',
  lines: [],
  market: short(market),
  coverage: short(coverage),
  exposure: null,
  decisive,
  decidedBy: null,
  untested: null,
})

it('says nothing where the decisive test passes at the quoted prices', () => {
  expect(lowValueText(testOf('coverage', 100n, 0n), false)).toBeUndefined()
  expect(lowValueText({ ...testOf('market', 0n, 0n), market: null, coverage: null }, true)).toBeUndefined()
})

it('warns of the decisive test at the quoted prices, and of either test at one’s own', () => {
  expect(lowValueText(testOf('market', 100n, 0n), false)).toBe(
    'At these prices, what comes in is worth less than what goes out.',
  )
  expect(lowValueText(testOf('coverage', 100n, 0n), true)).toMatch(
    /^At your prices, what comes in is worth EUR 1\.00 less than what goes out\./,
  )
  expect(lowValueText(testOf('coverage', 0n, 150n), true)).toMatch(
    /^At your prices and after haircuts, what comes in is worth EUR 1\.50 less/,
  )
})
