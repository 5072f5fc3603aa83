import { describe, expect, it } from 'vitest'
import { formatQuantity, parseCash, parseQuantity } from './quantityText.ts'

describe('parseQuantity', () => {
  it.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['0', 'notPositive'],
    ['0.00', 'notPositive'],
    ['-1', 'malformed'],
    ['+1', 'malformed'],
    ['1e30', 'malformed'],
    ['1,5', 'malformed'],
    ['1,0000', 'malformed'],
    ['1.2.3', 'malformed'],
    ['.5', 'malformed'],
    ['0x10', 'malformed'],
    ['١٢', 'malformed'],
    ['9'.repeat(61), 'malformed'],
    ['0.001', 'tooPrecise'],
    ['1 2', 'malformed'],
    ['12 34', 'malformed'],
    ["1'00", 'malformed'],
    ['1.500', 'tooPrecise'],
    ['41.000', 'tooPrecise'],
  ])('refuses %j', (text, fault) => {
    expect(parseQuantity(text, 2)).toEqual({ fault })
  })

  it.each([
    ['1', 100n],
    ['1.5', 150n],
    ['1.', 100n],
    ['1.5000', 150n],
    ['1,500.000', 150_000n],
    ['41,200,000.05', 4_120_000_005n],
    ['41 200 000', 4_120_000_000n],
    ['41\u202f200\u00a0000', 4_120_000_000n],
    ["41'200'000.50", 4_120_000_050n],
    ['41’200’000', 4_120_000_000n],
    [' 12 ', 1_200n],
    ['00012', 1_200n],
  ])('reads %j', (text, units) => {
    expect(parseQuantity(text, 2)).toEqual({ units })
  })

  it('is exact far beyond what a floating number holds', () => {
    expect(parseQuantity('123456789012345678901234567890.123456789', 9).units).toBe(
      123456789012345678901234567890123456789n,
    )
  })
})

describe('formatQuantity', () => {
  it.each([
    ['0', 0, '0'],
    ['5', 2, '0.05'],
    ['100', 2, '1.00'],
    ['999', 0, '999'],
    ['41200000', 0, '41,200,000'],
    ['123456789012345678901234567890123456789', 9, '123,456,789,012,345,678,901,234,567,890.123456789'],
  ])('writes %s with %i decimals as %s', (units, decimals, text) => {
    expect(formatQuantity(units, decimals)).toBe(text)
  })

  it('reads back what it has written', () => {
    expect(parseQuantity(formatQuantity(4_120_000_005n, 2), 2)).toEqual({ units: 4_120_000_005n })
  })
})

describe('parseCash', () => {
  it.each(['', '0', '1.001', '1e30', '-1', '9'.repeat(19)])('refuses %j', (text) => {
    expect(parseCash(text).cash).toBeUndefined()
  })

  it.each([
    ['24,650,000', '24650000.00'],
    ['0.05', '0.05'],
    ['1.5', '1.50'],
    ['9'.repeat(18), `${'9'.repeat(18)}.00`],
  ])('reads %j as %s', (text, cash) => {
    expect(parseCash(text)).toEqual({ cash })
  })
})
