// A page of a list: a table for people, or CSV for spreadsheets.
import { readableText } from '@connex/protocol'
import { pageLine, table } from './table.ts'
import type { Column } from './table.ts'

export type Listing = {
  readonly text: string
  readonly csv: string
  /** How much of the list this is. */
  readonly footer: string
}

type Page<Row> = { readonly items: readonly Row[]; readonly totalItemCount: number; readonly page: number }

/** `listing({ items, page, totalItemCount }, [{ title: 'Tenant', of: ({ name }) => name }], 'No tenants found.')` */
export function listing<Row>(
  { items, page, totalItemCount }: Page<Row>,
  columns: readonly Column<Row>[],
  empty: string,
): Listing {
  const footer = pageLine({ totalItemCount }, items.length, page)
  return { text: `${table(items, columns, empty)}\n\n${footer}`, csv: csvOf(items, columns), footer }
}

/** RFC 4180. Quantities have a decimal point and no separators. */
function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = rows.map((row) =>
    columns.map(({ of, whole = of, isRight }) => cellOf(whole(row), isRight === true)),
  )
  return [columns.map(({ title }) => title), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function cellOf(shown: string, isRight: boolean): string {
  const number = shown.replaceAll(',', '').replace('−', '-')
  if (isRight && /^-?\d+(\.\d+)?$/.test(number)) return number
  const text = withoutFormula(readableText(shown))
  return /[",;\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Texts that a spreadsheet would run as a formula, including full-width forms and leading blanks. */
const FORMULA = /^[\s\ufffd\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A leading apostrophe makes it text: no spreadsheet runs what another tenant wrote into a description. */
const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
