import { readFileSync, statSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { CliError } from '../../CliError.ts'

const mostBytes = 2 ** 20

/** One row below the titles: its number as a spreadsheet shows it, and its cells by their column's title. */
export type CsvRow = { readonly row: number; readonly cells: ReadonlyMap<string, string> }

export type CsvTable = { readonly titles: readonly string[]; readonly rows: readonly CsvRow[] }

/** A file of commas, or of semicolons as some spreadsheets write them; rows without any text are passed over. */
export function readCsv(file: string): CsvTable {
  const lines = parseText(file, readText(file))
  const titles = (lines[0] ?? []).map((title) => title.trim().toLowerCase())
  const repeated = titles.find((title, index) => titles.indexOf(title) !== index)
  if (repeated !== undefined)
    throw CliError.of('importUnreadable', file, `the column '${repeated}' stands twice`)
  const rows = lines.slice(1).flatMap((line, index) => {
    if (line.every((cell) => cell.trim() === '')) return []
    if (line.length > titles.length)
      throw CliError.of('importUnreadable', file, `row ${index + 2} has more cells than there are columns`)
    return [{ row: index + 2, cells: new Map(titles.map((title, at) => [title, line[at]?.trim() ?? ''])) }]
  })
  if (rows.length === 0) throw CliError.of('importUnreadable', file, 'there is no row below the titles')
  return { titles, rows }
}

function readText(file: string): string {
  try {
    if (statSync(file).size > mostBytes) throw CliError.of('importUnreadable', file, 'it is larger than 1 MB')
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof CliError) throw error
    if (error instanceof TypeError) throw CliError.of('importUnreadable', file, 'it is no text in UTF-8')
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
}

function parseText(file: string, text: string): string[][] {
  const [titles = ''] = text.split(/\r?\n/, 1)
  const delimiter = titles.includes(';') && !titles.includes(',') ? ';' : ','
  try {
    return parse(text, { delimiter, relaxColumnCount: true, skipEmptyLines: false })
  } catch (error) {
    throw CliError.of('importUnreadable', file, (error as Error).message)
  }
}
