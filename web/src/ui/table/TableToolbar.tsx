import { readableText } from '@connex/protocol'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { filterFields, type Column, type FilterField } from '../../lib/table/Column.ts'
import { splitFilter } from '../../lib/table/filterValue.ts'
import { withFilter, type TableState } from '../../lib/table/TableState.ts'
import { Button } from '../button/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import { Menu, preloadMenu } from '../menu/Menu.tsx'
import type { IconName } from '../icon/Icon.tsx'
import type { MenuItem } from '../menu/MenuItem.ts'
import { TableSearch } from './TableSearch.tsx'
import type { TableLayout } from './columns.ts'
import styles from './TableToolbar.module.css'

const loaders = {
  filter: () => importWithRetry(() => import('./FilterPopup.tsx')),
  columns: () => importWithRetry(() => import('./ColumnsPopup.tsx')),
  views: () => importWithRetry(() => import('./ViewsPopup.tsx')),
}
const FilterPopup = lazy(loaders.filter)
const ColumnsPopup = lazy(loaders.columns)
const ViewsPopup = lazy(loaders.views)

type Tool = keyof typeof loaders
const ICONS: Record<Tool, IconName> = { filter: 'filter', columns: 'tune', views: 'bookmark' }

type Props<Row> = {
  id: string
  name: string
  columns: readonly Column<Row>[]
  state: TableState
  onStateChange: (next: TableState) => void
  layout: TableLayout
  onLayoutChange: (part: Partial<TableLayout>) => void
  onLayoutReset: () => void
  exporting: { isOffered: boolean; isBusy: boolean; items: readonly MenuItem[] }
  /** Covers the toolbar while rows are selected. */
  over?: ReactNode
  /** Further tools of the table. */
  children?: ReactNode
}

/** Search, filters, columns, saved views and export. */
export function TableToolbar<Row>(props: Props<Row>) {
  const { name, columns, state, onStateChange, layout, onLayoutChange, exporting, over, children } = props
  const [open, setOpen] = useState<Tool>()
  const [exportAnchor, setExportAnchor] = useState<HTMLElement | null>(null)
  const anchors = {
    filter: useRef<HTMLButtonElement>(null),
    columns: useRef<HTMLButtonElement>(null),
    views: useRef<HTMLButtonElement>(null),
  }
  const fields = filterFields(columns)
  const tools: readonly Tool[] = fields.length > 0 ? ['filter', 'columns', 'views'] : ['columns', 'views']
  const popup = open && { anchor: anchors[open], onClose: () => setOpen(undefined) }
  return (
    <div className={styles.toolbar}>
      <TableSearch name={name} state={state} onStateChange={onStateChange} />
      <FilterChips fields={fields} state={state} onStateChange={onStateChange} />
      <div className={styles.actions}>
        {tools.map((tool) => (
          <Button
            key={tool}
            ref={anchors[tool]}
            variant="quiet"
            size="small"
            icon={ICONS[tool]}
            aria-haspopup="dialog"
            aria-expanded={open === tool}
            onPointerEnter={() => void loaders[tool]()}
            onFocus={() => void loaders[tool]()}
            onClick={() => setOpen(open === tool ? undefined : tool)}
          >
            {t(`Table.${tool}`)}
          </Button>
        ))}
        {exporting.isOffered && (
          <Button
            variant="quiet"
            size="small"
            icon="export"
            isBusy={exporting.isBusy}
            aria-haspopup="menu"
            aria-expanded={exportAnchor !== null}
            onPointerEnter={preloadMenu}
            onFocus={preloadMenu}
            onClick={(event) => setExportAnchor(exportAnchor === null ? event.currentTarget : null)}
          >
            {t('Table.export')}
          </Button>
        )}
        {children}
      </div>
      {over}
      <Menu
        anchor={exportAnchor}
        label={t('Table.export')}
        items={exporting.items}
        align="end"
        onClose={() => setExportAnchor(null)}
      />
      <Suspense fallback={null}>
        {popup !== undefined && open === 'filter' && (
          <FilterPopup {...popup} fields={fields} state={state} onStateChange={onStateChange} />
        )}
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

type ChipProps = {
  fields: readonly FilterField[]
  state: TableState
  onStateChange: (next: TableState) => void
}

function FilterChips({ fields, state, onStateChange }: ChipProps) {
  const active = fields.filter(({ id }) => (state.filters[id]?.length ?? 0) > 0)
  if (active.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('Table.active_filters')}>
      {active.map((field) => (
        <li key={field.id} className={styles.chip}>
          <span>
            {field.label}:{' '}
            {(state.filters[field.id] ?? []).map((value) => filterText(field, value)).join(', ')}
          </span>
          <button
            type="button"
            aria-label={t('Table.remove_filter', { name: field.label })}
            onClick={() => onStateChange(withFilter(state, field.id, []))}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function filterText(field: FilterField, value: string): string {
  if (field.kind === 'choice')
    return field.options.find((option) => option.value === value)?.label ?? readableText(value)
  const { operator, text } = splitFilter(value)
  return t('Table.filter_words', { operator: t(`Table.operator_${operator}`).toLowerCase(), text })
}
