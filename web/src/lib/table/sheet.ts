import { readableText } from '@connex/protocol'
import type { Column, ExportedColumn } from './Column.ts'

/** A number, with a decimal point and no separators; or text. */
export type SheetCell = { kind: 'number'; text: string } | { kind: 'text'; text: string }
export type Sheet = { name: string; header: readonly string[]; rows: readonly (readonly SheetCell[])[] }

/** A table's text as a cell: `1,234.50` is the number `1234.50`, anything else is text, with hidden characters shown. */
export function sheetCell(shown: string, isNumeric: boolean): SheetCell {
  const text = shown.replaceAll(',', '').replace('−', '-')
  return isNumeric && /^-?\d+(\.\d+)?$/.test(text)
    ? { kind: 'number', text }
    : { kind: 'text', text: readableText(shown) }
}

/** All rows as a sheet: the shown columns in their order, then those that are always exported. */
export async function sheetOf<Row>(
  name: string,
  { columns, shown }: { columns: readonly Column<Row>[]; shown: readonly Column<Row>[] },
  rows: readonly Row[],
): Promise<Sheet> {
  const others = columns.filter((column) => column.isAlwaysExported === true && !shown.includes(column))
  const written = (await Promise.all([...shown, ...others].map(exportedOf))).flat()
  return {
    name,
    header: written.map(({ header }) => header),
    rows: rows.map((row) => written.map(({ text, isNumeric }) => sheetCell(text(row), isNumeric === true))),
  }
}

const exportedOf = async <Row>(column: Column<Row>): Promise<readonly ExportedColumn<Row>[]> =>
  typeof column.exported === 'function' ? column.exported() : (column.exported ?? [column])

/** Texts that a spreadsheet would run as a formula, including full-width forms and leading blanks. */
const FORMULA = /^[\s\ufffd\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** RFC 4180, in UTF-8 with a byte order mark, so that every spreadsheet reads it alike. */
export function writeCsv({ header, rows }: Sheet): Blob {
  const lines = [
    header.map((text) => quoted(withoutFormula(text))).join(','),
    ...rows.map((cells) => cells.map(field).join(',')),
  ]
  return new Blob(['\ufeff', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' })
}

const field = ({ kind, text }: SheetCell): string => (kind === 'number' ? text : quoted(withoutFormula(text)))

/** A leading apostrophe makes it text: no spreadsheet runs what a user wrote into a description. */
const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string =>
  /[",;\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
