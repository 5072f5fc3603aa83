import type { Column } from '../table/Column.ts'
import { sheetCell, type Sheet } from './Sheet.ts'
import { writeCsv } from './writeCsv.ts'

export type ExportFormat = 'csv' | 'xlsx'

/** All the rows as a file, in the columns that are shown and in their order. */
export async function exportRows<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  format: ExportFormat,
): Promise<void> {
  const sheet: Sheet = {
    name,
    header: columns.map(({ header }) => header),
    rows: rows.map((row) => columns.map((column) => sheetCell(column.text(row), column.isNumeric === true))),
  }
  const file = format === 'csv' ? writeCsv(sheet) : await (await import('./writeXlsx.ts')).writeXlsx(sheet)
  save(file, `${name.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.${format}`)
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file over once the click is through.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
