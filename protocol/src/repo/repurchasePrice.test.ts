import { expect, test } from 'vitest'
import type { RepoTerms } from '../terms/repoTerms.ts'
import { daysBetween, repurchasePrice } from './repurchasePrice.ts'

const terms: RepoTerms = {
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-30',
  purchasePrice: '1000000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
}

test('a repurchase before the purchase is refused', () => {
  expect(() => repurchasePrice(terms, '2026-11-22')).toThrow(RangeError)
})

test('an open repo has no repurchase price of its own, but one for any day', () => {
  const { repurchaseDate: _, ...open } = terms
  expect(repurchasePrice(open)).toBeUndefined()
  expect(repurchasePrice(open, '2026-11-30')).toBe('1000416.11')
})

test.each([
  [terms, '1000416.11'],
  [{ ...terms, dayCount: 'ACT/365' as const }, '1000410.41'],
  [{ ...terms, rate: '0' }, '1000000.00'],
  [{ ...terms, rate: '-0.55' }, '999893.06'],
  [{ ...terms, repurchaseDate: '2026-11-23' }, '1000000.00'],
  [{ ...terms, purchasePrice: '0.01', rate: '100', repurchaseDate: '2027-11-18' }, '0.02'],
  // 0.005 exactly: half goes up.
  [{ ...terms, purchasePrice: '1.00', rate: '0.5', repurchaseDate: '2027-11-18' }, '1.01'],
  [{ ...terms, purchasePrice: '1.00', rate: '-0.5', repurchaseDate: '2027-11-18' }, '1.00'],
  [{ ...terms, purchasePrice: '1.00', rate: '-100.5', repurchaseDate: '2027-11-18' }, '0.00'],
  [{ ...terms, purchasePrice: '1.00', rate: '-101.5', repurchaseDate: '2027-11-18' }, '-0.01'],
  // Far beyond what a float holds.
  [
    {
      ...terms,
      purchasePrice: '999999999999999999.99',
      rate: '3.141592653589',
      repurchaseDate: '2027-11-18',
    },
    '1031415926535889999.99',
  ],
])('%j repurchases at %s', (given, price) => {
  expect(repurchasePrice(given)).toBe(price)
})

test('days are counted across months, leap days and changes of the clock', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3)
  expect(daysBetween('2028-02-27', '2028-03-02')).toBe(4)
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
})
