import { InstrumentId } from '@connex/protocol'
import type { InstrumentDetails } from '@connex/protocol'
import { expect, test } from 'vitest'
import { pricesOf } from './instrumentTerms.ts'

const instrumentId = InstrumentId.parse(`0x${'b'.repeat(64)}`)
const bond = { label: 'Bund 2030', issueCurrency: 'EUR' } as InstrumentDetails
const terms = new Map([[instrumentId, bond]])
const TODAY = '2026-11-25'

test('a price of tomorrow, or in another currency than that of the issue, is refused', () => {
  const price = { instrumentId, clean: '98.5' }
  expect(() => pricesOf(terms, [{ ...price, date: '2026-11-26' }], TODAY)).toThrow(
    'prices: 2026-11-26 is after the day of the test',
  )
  expect(() => pricesOf(terms, [{ ...price, currency: 'USD' }], TODAY)).toThrow(
    'prices: Bund 2030 is issued in EUR, and its price is in USD',
  )
})

test('a price in the currency of the issue counts, with or without its name; of an unknown issue, any does', () => {
  const price = { instrumentId, clean: '98.5', accrued: '0.4' }
  const expected = { clean: '98.5', accrued: '0.4', date: TODAY, source: 'entered by hand', currency: 'EUR' }
  for (const one of [price, { ...price, currency: 'EUR' }])
    expect(pricesOf(terms, [one], TODAY).get(instrumentId)).toEqual(expected)
  expect(pricesOf(new Map(), [{ ...price, currency: 'USD' }], TODAY).get(instrumentId)).toMatchObject({
    clean: '98.5',
    currency: null,
  })
})
