import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCsv, withPoint } from './csvFile.ts'

const directory = mkdtempSync(join(tmpdir(), 'connex-csv-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const isNumber = (title: string) => title === 'quantity'
const read = (text: string | Buffer) =>
  readCsv({ file: '-', readInput: async () => Buffer.from(text), isNumber })

test.each([
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x41]), 'it is not valid UTF-8 text'],
  ['too large', Buffer.alloc(2 ** 20 + 1, 'x'), 'it is larger than 1 MB'],
  ['without rows', 'type,quantity\n\n,\n', 'it has no row below the titles'],
  ['with an open quote', 'type\n"FOP', 'Quote Not Closed'],
])('an input that is %s is refused', async (_, text, reason) => {
  await expect(read(text)).rejects.toThrow(/^The input is not a usable CSV file: /)
  await expect(read(text)).rejects.toThrow(reason)
})

test('a missing file and a folder are refused in English', async () => {
  const at = (file: string) => readCsv({ file, readInput: async () => Buffer.alloc(0), isNumber })
  await expect(at(join(directory, 'none.csv'))).rejects.toThrow('none.csv cannot be read: no such file.')
  await expect(at(directory)).rejects.toThrow(`${directory} cannot be read: it is a folder.`)
})

test('a repeated title and each cell without a title are reported together', async () => {
  const { faults } = await read('type,quantity,Type\nFOP,1,FOP\nFOP,1,000,FOP\nFOP,1,FOP,,more\n')
  expect(faults).toEqual([
    { row: 1, column: 'type', message: 'The column appears twice: remove one.' },
    {
      row: 3,
      column: 'D',
      message: 'The column has no title. A cell that contains commas must be in quotes.',
    },
    {
      row: 4,
      column: 'E',
      message: 'The column has no title. A cell that contains commas must be in quotes.',
    },
  ])
})

test('titles and cells are read as spreadsheets write them, and empty rows are skipped but counted', async () => {
  const file = join(directory, 'excel.csv')
  writeFileSync(
    file,
    '\ufeffType; QUANTITY ;description;\r\nFOP;1.000,50;"a;b";\r\n;;;\r\nREPO;2,5;1.000,50;\r\n',
  )
  const { titles, rows, faults } = await readCsv({ file, readInput: async () => Buffer.alloc(0), isNumber })
  expect(faults).toEqual([])
  expect(titles).toEqual(['type', 'quantity', 'description'])
  expect(rows.map(({ row, cells }) => [row, ...cells.values()])).toEqual([
    [2, 'FOP', '1000.50', 'a;b'],
    [4, 'REPO', '2.5', '1.000,50'],
  ])
})

test.each([
  ['2,14', '2.14'],
  ['1.000,50', '1000.50'],
  ['1.000.000', '1000000'],
  ['1000,500', '1000.500'],
  ['0,125', '0.125'],
  ['1.000,500', '1000.500'],
  // Each of these may be either of two numbers, or is not one.
  ['1,000', '1,000'],
  ['1.000', '1.000'],
  ['1,000,000.50', '1,000,000.50'],
  ['12.50', '12.50'],
  ['two', 'two'],
])('a decimal comma becomes a point only where it can be nothing else: %s', (typed, read) => {
  expect(withPoint(typed)).toBe(read)
})
