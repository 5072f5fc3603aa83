import { readableText } from '@connex/protocol'
import type { Column } from './Column.ts'

/** A whole number or a decimal, written with a point and nothing else; or text. */
export type SheetCell = { kind: 'number'; text: string } | { kind: 'text'; text: string }
export type Sheet = { name: string; header: readonly string[]; rows: readonly (readonly SheetCell[])[] }

/** What a table shows, as a sheet has it: `1,234.50` is the number `1234.50`, anything else is text, with nothing hidden in it. */
export function sheetCell(shown: string, isNumeric: boolean): SheetCell {
  const text = shown.replaceAll(',', '').replace('−', '-')
  return isNumeric && /^-?\d+(\.\d+)?$/.test(text)
    ? { kind: 'number', text }
    : { kind: 'text', text: readableText(shown) }
}

/** All the rows as a sheet: the columns that are shown, in their order, and after them those that no file does without. */
export function sheetOf<Row>(
  name: string,
  { columns, shown }: { columns: readonly Column<Row>[]; shown: readonly Column<Row>[] },
  rows: readonly Row[],
): Sheet {
  const others = columns.filter((column) => column.isAlwaysExported === true && !shown.includes(column))
  const written = [...shown, ...others].flatMap((column) => column.exported ?? [column])
  return {
    name,
    header: written.map(({ header }) => header),
    rows: rows.map((row) => written.map(({ text, isNumeric }) => sheetCell(text(row), isNumeric === true))),
  }
}

/** What a spreadsheet would take for a formula, full-width forms included, whatever blank or mark leads. */
const FORMULA = /^[\s\ufffd\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** RFC 4180, in UTF-8 with its mark, so that every spreadsheet reads it alike. */
export function writeCsv({ header, rows }: Sheet): Blob {
  const lines = [
    header.map((text) => quoted(withoutFormula(text))).join(','),
    ...rows.map((cells) => cells.map(field).join(',')),
  ]
  return new Blob(['\ufeff', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' })
}

const field = ({ kind, text }: SheetCell): string => (kind === 'number' ? text : quoted(withoutFormula(text)))

/** An apostrophe before it makes it text: no spreadsheet runs what somebody wrote into a description. */
const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string =>
  /[",;\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
