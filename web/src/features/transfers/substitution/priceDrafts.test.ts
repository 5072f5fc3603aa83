import { expect, it } from 'vitest'
import { readPrices, withFile } from './priceDrafts.ts'

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

const bond = { instrumentId: '0xdd', identifier: 'DE000A2LQ5M4' }
const note = { instrumentId: '0xb0', identifier: 'FR0013508470', label: 'OAT 2030' }
const file = {
  name: 'close.csv',
  prices: [
    { instrument: 'DE000A2LQ5M4', clean: '99.1', accrued: '0.4', date: '2026-11-25', currency: 'EUR' },
    { instrument: 'OAT 2030', clean: '98.5', source: 'vendor' },
    { instrument: 'XS', clean: '1' },
  ],
}

it('takes the prices of a file for the instruments of the form, with the file as their source unless it names one', () => {
  expect(readPrices(withFile({}, file, [bond, note])).quoted).toEqual([
    {
      instrumentId: '0xdd',
      clean: '99.1',
      accrued: '0.4',
      date: '2026-11-25',
      source: 'close.csv',
      currency: 'EUR',
    },
    { instrumentId: '0xb0', clean: '98.5', source: 'vendor' },
  ])
  expect(withFile({}, null, [bond, note])).toEqual({})
})

it('takes what is typed before the file, also where the user has emptied a price', () => {
  const typed = { '0xdd': { clean: '90', accrued: '' }, '0xb0': { clean: '', accrued: '' } }
  expect(readPrices(withFile(typed, file, [bond, note])).quoted).toEqual([
    { instrumentId: '0xdd', clean: '90' },
  ])
})
