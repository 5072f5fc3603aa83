import { writeCsv, type Sheet } from './sheet.ts'

export type ExportFormat = 'csv' | 'xlsx'

/** Saves a sheet as a file, named after the table and the day. */
export async function saveSheet(sheet: Sheet, format: ExportFormat): Promise<void> {
  const file = format === 'csv' ? writeCsv(sheet) : await (await import('./xlsx.ts')).writeXlsx(sheet)
  save(
    file,
    `${sheet.name.toLowerCase().replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.${format}`,
  )
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By the next task the browser has taken over the file.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
