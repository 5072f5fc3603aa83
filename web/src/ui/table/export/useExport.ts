import { useState } from 'react'
import { causeOf, codeOf } from '../../../lib/errorText.ts'
import type { Exported, ExportFormat } from '../../../lib/table/exportRows.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { t } from '../../../messages/t.ts'
import type { MenuItem } from '../../menu/MenuItem.ts'
import { showToast } from '../../toast/toasts.ts'

type Source<Row> = Omit<Exported<Row>, 'readAll'> & {
  /** Undefined where there is nothing to export. */
  readAll: Exported<Row>['readAll'] | undefined
  totalItemCount: number | undefined
}

/** Exports every row of the table's query as a file. */
export function useExport<Row>({ readAll, totalItemCount, ...table }: Source<Row>) {
  const [isBusy, setIsBusy] = useState(false)
  const start = async (format: ExportFormat) => {
    if (readAll === undefined || isBusy) return
    setIsBusy(true)
    try {
      const { exportRows } = await importWithRetry(() => import('../../../lib/table/exportRows.ts'))
      await exportRows({ ...table, readAll }, format)
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
