import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column } from '../../lib/table/Column.ts'
import type { TableLayout } from './useTableLayout.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
})
const noData: never[] = []

export type ColumnModel<Row> = {
  /** What is shown, in the order in which it is shown. */
  columns: {
    column: Column<Row>
    width: number
    resize: ((event: unknown) => void) | undefined
    isResizing: boolean
  }[]
  /** The same, bare; unchanged as long as nothing of it changes, so that rows need not be drawn again. */
  shown: readonly Column<Row>[]
  totalWidth: number
}

/** Which columns are shown, in which order, and how wide. Rows are the server's: they pass this by. */
export function useColumnModel<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  onLayoutChange: (part: Partial<TableLayout>) => void,
): ColumnModel<Row> {
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: column.width,
        minSize: 64,
        maxSize: 640,
      })),
    [columns],
  )
  const widths = { ...layout.widths }
  const table = useTable({
    features,
    columns: definitions,
    data: noData,
    columnResizeMode: 'onChange',
    state: { columnVisibility: { ...layout.visible }, columnOrder: [...layout.order], columnSizing: widths },
    onColumnSizingChange: (updater) =>
      onLayoutChange({ widths: typeof updater === 'function' ? updater(widths) : updater }),
  })
  const shown = (table.getHeaderGroups()[0]?.headers ?? []).flatMap((header) => {
    const column = byId.get(header.column.id)
    return column === undefined
      ? []
      : [
          {
            column,
            width: header.getSize(),
            resize: header.getResizeHandler(),
            isResizing: header.column.getIsResizing(),
          },
        ]
  })
  const bare = useMemo(
    () => shownColumns(columns, layout.visible, layout.order),
    [columns, layout.visible, layout.order],
  )
  return { columns: shown, shown: bare, totalWidth: shown.reduce((sum, { width }) => sum + width, 0) }
}

/** Those that are not hidden, the ones with a place of their own first. */
function shownColumns<Row>(
  columns: readonly Column<Row>[],
  visible: TableLayout['visible'],
  order: TableLayout['order'],
): readonly Column<Row>[] {
  const placed = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const others = columns.filter((column) => !order.includes(column.id))
  return [...placed, ...others].filter(({ id }) => visible[id] !== false)
}
