import type { Column } from '../table/Column.ts'
import { sheetCell, type Sheet } from './Sheet.ts'

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
