import { readableName } from '@connex/protocol'

export type Column<Row> = {
  readonly title: string
  readonly of: (row: Row) => string
  /** In CSV, where a table for people cuts the text short. */
  readonly whole?: (row: Row) => string
  /** Right-aligned, for quantities. */
  readonly isRight?: boolean
}

/** Aligned columns below a line of titles; without rows, the sentence `empty`. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], empty: string): string {
  if (rows.length === 0) return empty
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ of }) => readableName(of(row)))),
  ]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ''))))
  return cells
    .map((line) =>
      columns
        .map(({ isRight }, index) => pad(line[index] ?? '', widths[index] ?? 0, isRight === true))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** One line for each field. `fieldList([['Tenant', 'Alpenbank']])` */
export function fieldList(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${readableName(value)}`.trimEnd()).join('\n')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const widthOf = (text: string): number => [...graphemes.segment(text)].length

function pad(text: string, width: number, isRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return isRight ? space + text : text + space
}

/** The line below a table. `pageLine({ totalItemCount: 55 }, 20, 2)` → '20 of 55, page 2' */
export function pageLine({ totalItemCount }: { totalItemCount: number }, shown: number, page = 1): string {
  if (shown === totalItemCount) return `${totalItemCount} in total`
  return `${shown} of ${totalItemCount}, page ${page}; next: --page ${page + 1}`
}
