import type { Sheet, SheetCell } from './Sheet.ts'

/** What a spreadsheet would take for a formula, full-width forms included, whatever blank or mark leads. */
const FORMULA = /^[\s\ufffd\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** RFC 4180, in UTF-8 with its mark, so that every spreadsheet reads it alike. */
export function writeCsv({ header, rows }: Sheet): Blob {
  const lines = [
    header.map((text) => quoted(unarmed(text))).join(','),
    ...rows.map((cells) => cells.map(field).join(',')),
  ]
  return new Blob(['\ufeff', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' })
}

const field = ({ kind, text }: SheetCell): string => (kind === 'number' ? text : quoted(unarmed(text)))

/** An apostrophe before it makes it text: no spreadsheet runs what somebody wrote into a description. */
const unarmed = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string =>
  /[",;\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
