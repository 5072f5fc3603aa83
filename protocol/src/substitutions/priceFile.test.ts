import { describe, expect, it } from 'vitest'
import { pricesAmong } from './filedPrice.ts'
import { readPriceFile } from './priceFile.ts'

const faultsIn = (text: string) => {
  const { prices, faults } = readPriceFile(text)
  expect(prices).toEqual([])
  return faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)
}

describe('a file of prices is refused', () => {
  it('without titles, with both that are missing', () => {
    expect(faultsIn('DE000A2LQ5M4,99.1')).toEqual([
      "1 instrument: The first row must have the titles of the columns; there is no 'isin' or 'instrument' among them.",
      "1 clean: The first row must have the titles of the columns; there is no 'clean' or 'price' among them.",
    ])
    expect(faultsIn('')).toHaveLength(2)
  })

  it('without a price', () => {
    expect(faultsIn('isin,clean\n\n')).toEqual(['1 clean: There is no price in it.'])
  })

  it('with everything that is wrong in it', () => {
    const lines = [
      'isin,clean,accrued,date,source,currency',
      ',99.1',
      'DE1,98;5',
      `DE2,99,x,yesterday,${'s'.repeat(101)},Euro`,
    ]
    expect(faultsIn(lines.join('\r\n'))).toEqual([
      '2 instrument: Name the instrument by its ISIN or label.',
      "3 clean: The clean price must be a number such as 98.5, not '98;5'.",
      "4 accrued: The accrued interest must be a number such as 0.82, not 'x'.",
      "4 date: The date must be a day such as 2026-11-25, not 'yesterday'.",
      '4 source: The source can have at most 100 characters.',
      "4 currency: The currency must be a code such as EUR, not 'Euro'.",
    ])
  })

  it('where it has two prices of an instrument for one day', () => {
    expect(faultsIn('isin,clean\nDE1,99\nde1,98')).toEqual([
      '3 instrument: de1 is already in row 2: remove one.',
    ])
    expect(faultsIn('isin,clean,date\nDE1,99,2026-11-25\nDE1,98,2026-11-25')).toEqual([
      '3 instrument: The price of DE1 on 2026-11-25 is already in row 2: remove one.',
    ])
  })

  it('where a comma may separate decimals or thousands', () => {
    expect(faultsIn('isin;clean\nDE1;98,125')).toEqual([
      "2 clean: The clean price must be a number such as 98.5, not '98,125'.",
    ])
  })
})

describe('a file of prices is read', () => {
  it('with its columns in any order, and others beside them', () => {
    const text =
      '\uFEFFDate,ISIN,Name,Price,Accrued,Source,Currency\n2026-11-25,DE1,"Bund, 2 %",99.1,0.4,close,EUR\n'
    expect(readPriceFile(text)).toEqual({
      prices: [
        {
          instrument: 'DE1',
          clean: '99.1',
          accrued: '0.4',
          date: '2026-11-25',
          source: 'close',
          currency: 'EUR',
        },
      ],
      faults: [],
    })
  })

  it('with decimal commas between semicolons or tabs', () => {
    expect(readPriceFile('isin;clean;accrued\nDE1;98,5;0,8219').prices).toEqual([
      { instrument: 'DE1', clean: '98.5', accrued: '0.8219' },
    ])
    expect(readPriceFile('isin\tclean\nDE1\t98,5').prices).toEqual([{ instrument: 'DE1', clean: '98.5' }])
  })

  it('with the newest of several prices, whatever their order', () => {
    const rows = ['DE1,97,2026-11-23', 'DE1,99,2026-11-25', 'DE1,98,2026-11-24']
    for (const some of [rows, rows.toReversed()])
      expect(readPriceFile(['isin,clean,date', ...some].join('\n')).prices).toEqual([
        { instrument: 'DE1', clean: '99', date: '2026-11-25' },
      ])
  })
})

it('prices are found by ISIN or label, whatever the case, and those of other instruments are passed over', () => {
  const { prices } = readPriceFile('instrument,clean\nde000a2lq5m4,99.1\nBund 2030,98.5\nother,1')
  expect(
    pricesAmong(prices, [
      { instrumentId: '0xa1', identifier: 'DE000A2LQ5M4' },
      { instrumentId: '0xa1', identifier: 'DE000A2LQ5M4' },
      { instrumentId: '0xb0', identifier: 'DE0001102507', label: 'Bund 2030' },
      { instrumentId: '0xcc', identifier: null, label: null },
      { instrumentId: null, identifier: 'other' },
    ]),
  ).toEqual([
    { instrument: 'de000a2lq5m4', clean: '99.1', instrumentId: '0xa1' },
    { instrument: 'Bund 2030', clean: '98.5', instrumentId: '0xb0' },
  ])
})
