import { expect, it } from 'vitest'
import { sheetCell, writeCsv } from './sheet.ts'

const text = (shown: string) => sheetCell(shown, false)
const sheetOf = (...cells: ReturnType<typeof sheetCell>[]) => ({
  name: 'Holdings',
  header: ['A'],
  rows: [cells],
})
const csvOf = async (...cells: ReturnType<typeof sheetCell>[]) =>
  (await writeCsv(sheetOf(...cells)).text()).split('\r\n')[1]

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =1',
  '\t=1',
  '\r=1',
  '＝1',
  '\u200b=1',
  '=HYPERLINK("http://x","y")',
])('WEB-03 %j is text in a CSV file, and no formula', async (payload) => {
  expect(await csvOf(text(payload))).toMatch(/^"?'/)
})

it('quotes separators, quotes and line ends', async () => {
  expect(await csvOf(text('a"b'), text('c,d'), text('plain'))).toBe('"a""b","c,d",plain')
})

it('keeps quantities exact, and as numbers', async () => {
  const cells = [
    sheetCell('1,234.50', true),
    sheetCell('123,456,789,012,345,678.000001', true),
    sheetCell('−5', true),
  ]
  expect(await csvOf(...cells)).toBe('1234.50,123456789012345678.000001,-5')
})

it('takes no amount of cash with its currency for a number', () => {
  expect(sheetCell('EUR 24,650,000.00', true)).toEqual({ kind: 'text', text: 'EUR 24,650,000.00' })
})

it('D4: what hides in a text or turns its direction is a mark in the file, and its lines stay', async () => {
  expect(sheetCell('\u202Egnp.exe\u202C', false).text).toBe('\u{fffd}gnp.exe\u{fffd}')
  expect(await csvOf(text('a\u200bb'), text('בנק'), text('one\ntwo'))).toBe('a\u{fffd}b,בנק,"one\ntwo"')
})
