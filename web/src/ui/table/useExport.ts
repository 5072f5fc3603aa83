import { useRef, useState } from 'react'
import { causeOf, codeOf } from '../../lib/errorText.ts'
import type { ExportFormat } from '../../lib/table/saveSheet.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { Column } from '../../lib/table/Column.ts'
import { t } from '../../messages/t.ts'
import type { MenuItem } from '../menu/MenuItem.ts'
import { showToast } from '../toast/toasts.ts'

type Exported<Row> = {
  name: string
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  rowId: (row: Row) => string
  readAll: ((signal: AbortSignal) => Promise<readonly Row[]>) | undefined
  totalItemCount: number | undefined
}

/** Exports every row of the table's query as a file. */
export function useExport<Row>({ name, columns, shown, rowId, readAll, totalItemCount }: Exported<Row>) {
  const [isBusy, setIsBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  const start = async (format: ExportFormat) => {
    if (readAll === undefined || isBusy) return
    running.current = new AbortController()
    setIsBusy(true)
    try {
      const [{ saveSheet }, { sheetOf }] = await importWithRetry(() =>
        Promise.all([import('../../lib/table/saveSheet.ts'), import('../../lib/table/sheet.ts')]),
      )
      const rows = await readAll(running.current.signal)
      // A row that moved between two pages while they were read appears once.
      const unique = [...new Map(rows.map((row) => [rowId(row), row])).values()]
      await saveSheet(sheetOf(name, { columns, shown }, unique), format)
    } catch (error) {
      showToast({
        tone: 'danger',
        title: t('Table.export_failure'),
        text: causeOf(error),
        code: codeOf(error),
      })
    } finally {
      setIsBusy(false)
    }
  }
  const items: MenuItem[] = [
    { kind: 'heading', id: 'what', label: t('Table.export_rows', { count: totalItemCount ?? 0 }) },
    ...(['csv', 'xlsx'] as const).map((format) => ({
      id: format,
      label: t(`Table.export_${format}`),
      icon: 'export' as const,
      onSelect: () => void start(format),
    })),
  ]
  return { isBusy, items, isOffered: readAll !== undefined }
}
