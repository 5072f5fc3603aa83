// A CSV file as a table of cells by column title. What is wrong with its form is reported by row and column, beside what is
// wrong with its transfers.
import { parse } from 'csv-parse/sync'
import { CliError } from '../../CliError.ts'
import type { Fault } from '../../CliError.ts'
import { readText } from '../../terminal/fileText.ts'
import type { Terminal } from '../../terminal/Terminal.ts'

/** A row below the titles: its number in a spreadsheet, and its cells by column title. */
export type CsvRow = { readonly row: number; readonly cells: ReadonlyMap<string, string> }

export type CsvTable = {
  readonly titles: readonly string[]
  readonly rows: readonly CsvRow[]
  readonly faults: readonly Fault[]
}

type Source = {
  /** `-` for the input. */
  readonly file: string
  readonly readInput: Terminal['readInput']
  /** Whether a column has numbers, which a file with semicolons may write with a decimal comma. */
  readonly isNumber: (title: string) => boolean
}

/** A file with commas, or with semicolons as some spreadsheets write it; empty rows are skipped. */
export async function readCsv({ file, readInput, isNumber }: Source): Promise<CsvTable> {
  const name = file === '-' ? 'The input' : file
  const { lines, delimiter } = parseText(name, await readText(file, readInput))
  const titles = (lines[0] ?? []).map((title) => title.trim().toLowerCase())
  const repeated = titles.filter((title, index) => title !== '' && titles.indexOf(title) < index)
  const faults: Fault[] = [...new Set(repeated)].map((column) => ({
    row: 1,
    column,
    message: 'The column appears twice: remove one.',
  }))
  const rows: CsvRow[] = []
  for (const [index, line] of lines.slice(1).entries()) {
    if (line.every((cell) => cell.trim() === '')) continue
    const row = index + 2
    const cells = new Map<string, string>()
    for (const [at, typed] of line.entries()) {
      const [title = '', cell] = [titles[at], typed.trim()]
      if (title !== '') cells.set(title, delimiter === ';' && isNumber(title) ? withPoint(cell) : cell)
      else if (cell !== '') faults.push({ row, column: letterOf(at), message: untitled(delimiter) })
    }
    rows.push({ row, cells })
  }
  if (rows.length === 0) throw CliError.of('importUnreadable', name, 'it has no row below the titles')
  return { titles: titles.filter((title) => title !== ''), rows, faults }
}

const untitled = (delimiter: string): string =>
  `The column has no title. A cell that contains ${delimiter === ';' ? 'semicolons' : 'commas'} must be in quotes.`

/** The column's name in a spreadsheet. `letterOf(27)` → 'AB' */
function letterOf(index: number): string {
  const before = Math.floor(index / 26)
  return (before === 0 ? '' : letterOf(before - 1)) + String.fromCharCode(65 + (index % 26))
}

/**
 * `withPoint('1.000,50')` → '1000.50'. A text that may mean either of two numbers stays as it is: '1,000'.
 */
export function withPoint(text: string): string {
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?$/.exec(text)
  if (match === null) return text
  const [, whole = '', fraction] = match
  if (fraction === undefined) return whole.split('.').length > 2 ? whole.replaceAll('.', '') : text
  const isAmbiguous = fraction.length === 3 && whole.length <= 3 && !whole.startsWith('0')
  return isAmbiguous ? text : `${whole.replaceAll('.', '')}.${fraction}`
}

function parseText(name: string, text: string): { lines: string[][]; delimiter: ',' | ';' } {
  const [titles = ''] = text.split(/\r?\n/, 1)
  const delimiter = titles.includes(';') && !titles.includes(',') ? ';' : ','
  try {
    return { lines: parse(text, { delimiter, relaxColumnCount: true, skipEmptyLines: false }), delimiter }
  } catch (error) {
    throw CliError.of('importUnreadable', name, (error as Error).message)
  }
}
