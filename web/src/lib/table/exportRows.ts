// The work of an export; loaded with the first of them.
import { saveFile } from '../saveFile.ts'
import type { Column } from './Column.ts'
import { sheetOf, writeCsv, type Sheet } from './sheet.ts'

export type ExportFormat = 'csv' | 'xlsx'

export type Exported<Row> = {
  name: string
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  rowId: (row: Row) => string
  readAll: (signal: AbortSignal) => Promise<readonly Row[]>
}

/** Saves every row of the table's query as a file. */
export async function exportRows<Row>(
  { name, columns, shown, rowId, readAll }: Exported<Row>,
  format: ExportFormat,
): Promise<void> {
  const rows = await readAll(new AbortController().signal)
  // A row that moved between two pages while they were read appears once.
  const unique = [...new Map(rows.map((row) => [rowId(row), row])).values()]
  await saveSheet(await sheetOf(name, { columns, shown }, unique), format)
}

/** Saves a sheet as a file, named after the table and the day. */
async function saveSheet(sheet: Sheet, format: ExportFormat): Promise<void> {
  const file = format === 'csv' ? writeCsv(sheet) : await (await import('./xlsx.ts')).writeXlsx(sheet)
  saveFile(
    file,
    `${sheet.name.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.${format}`,
  )
}
