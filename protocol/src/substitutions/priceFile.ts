// A file of prices, as a spreadsheet or a vendor's terminal exports it: a line of titles, and a line for each price.
import { cellsOf, linesOf } from '../text/delimitedText.ts'
import { PriceUsed } from '../terms/dealEvent.ts'
import { Decimal } from '../terms/repoTerms.ts'
import type { FiledPrice } from './filedPrice.ts'

/** What is wrong with a cell; rows count from 1, as in a spreadsheet. */
export type PriceFault = { row: number; column: PriceColumn; message: string }

export type PriceFile = { prices: FiledPrice[]; faults: PriceFault[] }

const COLUMNS = ['instrument', 'clean', 'accrued', 'date', 'source', 'currency'] as const
export type PriceColumn = (typeof COLUMNS)[number]

/** Other titles of the same columns. */
const TITLES: Readonly<Record<string, PriceColumn>> = { isin: 'instrument', price: 'clean' }

type Cells = Partial<Record<PriceColumn, string>>

const MOST_PRICES = 10_000

/**
 * The newest price of each instrument, with everything that is wrong. The first line has the titles: instrument or isin, clean or price, and
 * accrued, date, source and currency where the file has them; other columns are passed over. With semicolons or tabs between the cells a
 * price may have a decimal comma.
 *
 * @example
 * readPriceFile('isin,clean,accrued\nDE000A2LQ5M4,99.1,0.4').prices // [{ instrument: 'DE000A2LQ5M4', clean: '99.1', accrued: '0.4' }]
 */
export function readPriceFile(text: string): PriceFile {
  const [first = ''] = linesOf(text)
  const separator = ['\t', ';'].find((one) => first.includes(one)) ?? ','
  const [titles = [], ...lines] = cellsOf(text, separator)
  const columns = titles.map((title) => columnOf(title))
  const missing = (['instrument', 'clean'] as const).filter((column) => !columns.includes(column))
  if (missing.length > 0) return { prices: [], faults: missing.map(missingColumn) }
  const faults: PriceFault[] = []
  const newest = new Map<string, { row: number; price: FiledPrice }>()
  for (const [index, line] of lines.entries()) {
    if (line.every((cell) => cell === '')) continue
    const row = index + 2
    const cells = cellsByColumn(columns, line, separator !== ',')
    const found = faultsOf(cells)
    faults.push(...found.map((fault) => ({ row, ...fault })))
    if (found.length > 0) continue
    const price = priceOf(cells)
    const earlier = newest.get(price.instrument.toLowerCase())
    if (earlier !== undefined && earlier.price.date === price.date)
      faults.push({ row, column: 'instrument', message: repeatedText(price, earlier.row) })
    else if (earlier === undefined || (earlier.price.date ?? '') < (price.date ?? ''))
      newest.set(price.instrument.toLowerCase(), { row, price })
  }
  if (newest.size === 0 && faults.length === 0)
    faults.push({ row: 1, column: 'clean', message: 'There is no price in it.' })
  if (newest.size > MOST_PRICES)
    faults.push({
      row: 1,
      column: 'instrument',
      message: `The file has prices of ${newest.size} instruments; the limit is 10,000.`,
    })
  return { prices: faults.length > 0 ? [] : [...newest.values()].map(({ price }) => price), faults }
}

function columnOf(title: string): PriceColumn | undefined {
  const name = title.toLowerCase()
  return TITLES[name] ?? COLUMNS.find((column) => column === name)
}

const missingColumn = (column: 'instrument' | 'clean'): PriceFault => ({
  row: 1,
  column,
  message:
    column === 'instrument'
      ? "The first row must have the titles of the columns; there is no 'isin' or 'instrument' among them."
      : "The first row must have the titles of the columns; there is no 'clean' or 'price' among them.",
})

function cellsByColumn(
  columns: readonly (PriceColumn | undefined)[],
  line: readonly string[],
  hasDecimalCommas: boolean,
): Cells {
  const cells: Cells = {}
  for (const [index, column] of columns.entries()) {
    const cell = line[index] ?? ''
    if (column === undefined || cell === '') continue
    const isNumber = column === 'clean' || column === 'accrued'
    // '98,125' may be 98125 as well: it stays as it is, and is refused.
    cells[column] = isNumber && hasDecimalCommas ? cell.replace(/^(\d+),(\d{1,2}|\d{4,})$/, '$1.$2') : cell
  }
  return cells
}

function faultsOf({ instrument = '', clean = '', accrued, date, source, currency }: Cells) {
  const faults: Omit<PriceFault, 'row'>[] = []
  const check = (column: PriceColumn, isRight: boolean, message: string) => {
    if (!isRight) faults.push({ column, message })
  }
  const isDecimal = (text: string) => Decimal.safeParse(text).success
  check('instrument', instrument !== '', 'Name the instrument by its ISIN or label.')
  check('clean', isDecimal(clean), `The clean price must be a number such as 98.5, not '${clean}'.`)
  if (accrued !== undefined)
    check(
      'accrued',
      isDecimal(accrued),
      `The accrued interest must be a number such as 0.82, not '${accrued}'.`,
    )
  if (date !== undefined)
    check(
      'date',
      PriceUsed.shape.date.safeParse(date).success,
      `The date must be a day such as 2026-11-25, not '${date}'.`,
    )
  if (source !== undefined)
    check(
      'source',
      PriceUsed.shape.source.safeParse(source).success,
      'The source can have at most 100 characters.',
    )
  if (currency !== undefined)
    check(
      'currency',
      /^[A-Z]{3}$/.test(currency),
      `The currency must be a code such as EUR, not '${currency}'.`,
    )
  return faults
}

function priceOf({ instrument = '', clean = '', accrued, date, source, currency }: Cells): FiledPrice {
  return {
    instrument,
    clean,
    ...(accrued !== undefined && { accrued }),
    ...(date !== undefined && { date }),
    ...(source !== undefined && { source }),
    ...(currency !== undefined && { currency }),
  }
}

const repeatedText = ({ instrument, date }: FiledPrice, row: number): string =>
  date === undefined
    ? `${instrument} is already in row ${row}: remove one.`
    : `The price of ${instrument} on ${date} is already in row ${row}: remove one.`
