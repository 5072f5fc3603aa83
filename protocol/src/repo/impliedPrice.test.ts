import { expect, test } from 'vitest'
import type { Currency } from '../terms/cash.ts'
import { coverOf, impliedPrice, isBelowRatio, isFarFrom, ratioOf, type Amount } from './impliedPrice.ts'

const bond: Amount = { quantity: 2_060_000n, decimals: 0, unit: 'EUR' }
const priceOf = (amount: Amount, cash: string, currency: Currency = 'EUR') => {
  const { price, ...rest } = impliedPrice(amount, cash, currency)
  return [price.text, price.isExact, rest.quotation]
}

test('units that cannot be compared have no cover', () => {
  const usd: Amount = { ...bond, unit: 'USD' }
  const fund: Amount = { ...bond, unit: 'UNITS' }
  const unknown: Amount = { ...bond, unit: 'NOMINAL' }
  expect(coverOf(bond, usd)).toBeUndefined()
  // Units of two funds, and nominal in two unknown currencies.
  expect(coverOf(fund, fund)).toBeUndefined()
  expect(coverOf(unknown, unknown)).toBeUndefined()
})

test('nominal in another currency has a price per 1 nominal, and no haircut', () => {
  expect(impliedPrice({ ...bond, unit: 'USD' }, '1030000.00', 'EUR')).toEqual({
    quotation: 'PER_UNIT',
    price: { text: '0.50', isExact: true },
    unit: 'USD',
  })
})

test('a fund has a price per unit, however large', () => {
  expect(priceOf({ quantity: 100n, decimals: 0, unit: 'UNITS' }, '1000000.00')).toEqual([
    '10,000.00',
    true,
    'PER_UNIT',
  ])
})

test('cash in the currency of the nominal is a price in percent, with the haircut from nominal', () => {
  expect(impliedPrice(bond, '2018800.00', 'EUR')).toEqual({
    quotation: 'PERCENT',
    price: { text: '98.00', isExact: true },
    haircut: { text: '2.00', isExact: true },
    isUnusual: false,
  })
  expect(priceOf({ ...bond, unit: 'NOMINAL' }, '2018800.00')).toEqual(['98.00', true, 'PERCENT'])
})

test('the decimals of the quantity count', () => {
  expect(priceOf({ quantity: 200_050n, decimals: 2, unit: 'EUR' }, '2000.50')).toEqual([
    '100.00',
    true,
    'PERCENT',
  ])
  expect(priceOf({ quantity: 1n, decimals: 18, unit: 'EUR' }, '0.01')[0]).toBe('1,000,000,000,000,000,000.00')
})

test.each([
  ['49.99', true],
  ['50.00', false],
  ['150.00', false],
  ['150.01', true],
])('a price of %s%% is unusual: %s', (cash, isUnusual) => {
  expect(impliedPrice({ quantity: 100n, decimals: 0, unit: 'EUR' }, cash, 'EUR')).toMatchObject({ isUnusual })
})

test('a price above par has a negative haircut', () => {
  expect(impliedPrice({ quantity: 100n, decimals: 0, unit: 'EUR' }, '101.50', 'EUR')).toMatchObject({
    haircut: { text: '−1.50', isExact: true },
  })
})

test('a quotient with more decimals than fit is rounded half up, and says so', () => {
  expect(ratioOf(1n, 3n)).toEqual({ text: '0.3333', isExact: false })
  expect(ratioOf(2n, 3n)).toEqual({ text: '0.6667', isExact: false })
  expect(ratioOf(1n, 8n)).toEqual({ text: '0.125', isExact: true })
  expect(ratioOf(5n, 100_000n)).toEqual({ text: '0.0001', isExact: false })
  expect(ratioOf(0n, 7n)).toEqual({ text: '0.00', isExact: true })
})

test('collateral covers a loan of the same currency, whatever the decimals', () => {
  expect(coverOf(bond, { quantity: 216_300_000n, decimals: 2, unit: 'EUR' })).toEqual({
    text: '105.00',
    isExact: true,
  })
})

test.each([
  ['105', '0', false],
  ['105.000000000001', '0', true],
  ['102.9', '2', false],
  ['102.900000000001', '2', true],
])(
  '105%% of a loan against a ratio of %s%%, with a haircut of %s%%, is below it: %s',
  (ratio, haircut, isBelow) => {
    const collateral: Amount = { quantity: 216_300_000n, decimals: 2, unit: 'EUR' }
    expect(isBelowRatio(bond, collateral, ratio, haircut)).toBe(isBelow)
    expect(isBelowRatio(bond, { ...collateral, unit: 'USD' }, '9999')).toBe(false)
  },
)

test('a price is far from an earlier one beyond half of it, to the smallest unit of either quantity', () => {
  const units = (quantity: bigint, decimals = 0): Amount => ({ quantity, decimals, unit: 'UNITS' })
  const earlier = { amount: units(3n), cash: '100.00' }
  const isFar = (amount: Amount, cash: string) => isFarFrom({ amount, cash }, earlier)
  expect(isFar(units(3n), '49.99')).toBe(true)
  expect(isFar(units(3n), '50.00')).toBe(false)
  expect(isFar(units(3n), '150.00')).toBe(false)
  expect(isFar(units(3n), '150.01')).toBe(true)
  // The same price for a fraction of the units, and a hundred times the price.
  expect(isFar(units(300n, 3), '10.00')).toBe(false)
  expect(isFar(units(3n, 2), '100.00')).toBe(true)
  expect(isFar(units(3n * 10n ** 30n), `50${'0'.repeat(30)}.00`)).toBe(false)
  expect(isFar(units(3n * 10n ** 30n), `49${'9'.repeat(30)}.99`)).toBe(true)
})
