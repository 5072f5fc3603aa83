import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { filterFields, type Column } from '../../lib/table/Column.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { IconButton } from '../button/IconButton.tsx'
import type { IconName } from '../icon/Icon.tsx'
import { ExportMenu, type Exporting } from './export/ExportMenu.tsx'
import { FilterBar } from './filter/FilterBar.tsx'
import { TableSearch } from './TableSearch.tsx'
import type { TableLayout } from './columns.ts'
import styles from './TableToolbar.module.css'

const loaders = {
  columns: () => importWithRetry(() => import('./ColumnsPopup.tsx')),
  views: () => importWithRetry(() => import('./ViewsPopup.tsx')),
}
const ColumnsPopup = lazy(loaders.columns)
const ViewsPopup = lazy(loaders.views)

type Tool = keyof typeof loaders
const TOOLS: readonly Tool[] = ['columns', 'views']
const ICONS: Record<Tool, IconName> = { columns: 'tune', views: 'bookmark' }

type Props<Row> = {
  id: string
  name: string
  columns: readonly Column<Row>[]
  state: TableState
  onStateChange: (next: TableState) => void
  layout: TableLayout
  onLayoutChange: (part: Partial<TableLayout>) => void
  onLayoutReset: () => void
  /** How many rows there are, once known. */
  totalItemCount: number | undefined
  exporting: Exporting
  /** Covers the toolbar while rows are selected. */
  over?: ReactNode
  /** Further tools of the table. */
  children?: ReactNode
}

/** Search, filters, columns, saved views and export. */
export function TableToolbar<Row>(props: Props<Row>) {
  const {
    name,
    columns,
    state,
    onStateChange,
    layout,
    onLayoutChange,
    exporting,
    totalItemCount,
    over,
    children,
  } = props
  const [open, setOpen] = useState<Tool>()
  const [isUnfolded, setUnfolded] = useState(false)
  const anchors = {
    columns: useRef<HTMLButtonElement>(null),
    views: useRef<HTMLButtonElement>(null),
  }
  const fields = filterFields(columns)
  const popup = open && { anchor: anchors[open], onClose: () => setOpen(undefined) }
  return (
    <div className={styles.toolbar}>
      <TableSearch name={name} state={state} onStateChange={onStateChange} />
      <FilterBar fields={fields} state={state} onStateChange={onStateChange} count={totalItemCount} />
      <span className={styles.fold}>
        <IconButton
          icon="more"
          label={t('Table.tools')}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        />
      </span>
      <div className={styles.actions} data-open={isUnfolded || undefined}>
        {TOOLS.map((tool) => (
          <IconButton
            key={tool}
            ref={anchors[tool]}
            icon={ICONS[tool]}
            label={t(`Table.${tool}`)}
            aria-haspopup="dialog"
            aria-expanded={open === tool}
            onPointerEnter={() => void loaders[tool]()}
            onFocus={() => void loaders[tool]()}
            onClick={() => setOpen(open === tool ? undefined : tool)}
          />
        ))}
        <ExportMenu exporting={exporting} />
        {children}
      </div>
      {over}
      <Suspense fallback={null}>
        {popup !== undefined && open === 'columns' && (
          <ColumnsPopup
            {...popup}
            columns={columns}
            layout={layout}
            onChange={onLayoutChange}
            onReset={props.onLayoutReset}
          />
        )}
        {popup !== undefined && open === 'views' && (
          <ViewsPopup
            {...popup}
            tableId={props.id}
            columns={columns}
            filterIds={fields.map((field) => field.id)}
            state={state}
            layout={layout}
            onStateChange={onStateChange}
            onLayoutChange={onLayoutChange}
          />
        )}
      </Suspense>
    </div>
  )
}
