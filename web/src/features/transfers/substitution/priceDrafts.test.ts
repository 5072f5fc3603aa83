import { expect, it } from 'vitest'
import { readPrices } from './priceDrafts.ts'

it('leaves out an instrument without a price, and asks for the clean price of one that has accrued interest alone', () => {
  expect(readPrices({ '0xdd': { clean: ' ', accrued: '' } })).toEqual({ quoted: [], errors: {} })
  expect(readPrices({ '0xdd': { clean: '', accrued: '0.4' } })).toEqual({
    quoted: [],
    errors: { '0xdd': { clean: 'Enter a price such as 98.5.' } },
  })
})

it('refuses what is not a price, and reads the others meanwhile', () => {
  expect(
    readPrices({ '0xdd': { clean: '98,5', accrued: 'x' }, '0xb0': { clean: ' 99.1 ', accrued: '0.4' } }),
  ).toEqual({
    quoted: [{ instrumentId: '0xb0', clean: '99.1', accrued: '0.4' }],
    errors: { '0xdd': { clean: 'Enter a price such as 98.5.', accrued: 'Enter a price such as 98.5.' } },
  })
})
