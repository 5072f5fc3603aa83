import { saveFile } from '../saveFile.ts'
import { writeCsv, type Sheet } from './sheet.ts'

export type ExportFormat = 'csv' | 'xlsx'

/**
 * Saves a sheet as a file, named after the table and the day.
 *
 * @example
 * await saveSheet({ name: 'Holdings', header, rows }, 'csv') // holdings-2026-11-27.csv
 */
export async function saveSheet(sheet: Sheet, format: ExportFormat): Promise<void> {
  const file = format === 'csv' ? writeCsv(sheet) : await (await import('./xlsx.ts')).writeXlsx(sheet)
  saveFile(
    file,
    `${sheet.name.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.${format}`,
  )
}
