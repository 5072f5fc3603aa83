import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { fetchPart } from '../../lib/fetchPart.ts'
import { t } from '../../messages/t.ts'
import { filterFields, type Column, type FilterField } from '../../lib/table/Column.ts'
import { withFilter, type TableState } from '../../lib/table/TableState.ts'
import { Button } from '../button/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import { Menu, preloadMenu } from '../menu/Menu.tsx'
import type { MenuItem } from '../menu/MenuItem.ts'
import { TableSearch } from './TableSearch.tsx'
import styles from './TableToolbar.module.css'

const loadFilters = () => fetchPart(() => import('./FilterPopup.tsx'))
const FilterPopup = lazy(loadFilters)

type Props<Row> = {
  name: string
  columns: readonly Column<Row>[]
  state: TableState
  onStateChange: (next: TableState) => void
  columnItems: readonly MenuItem[]
  /** What lies over it while rows are ticked. */
  over?: ReactNode
  /** What else the table offers, such as an export. */
  children?: ReactNode
}

/** Search, what is filtered by, and how the table is arranged. */
export function TableToolbar<Row>(props: Props<Row>) {
  const { name, columns, state, onStateChange, columnItems, over, children } = props
  const [columnsAnchor, setColumnsAnchor] = useState<HTMLElement | null>(null)
  const [isFiltering, setIsFiltering] = useState(false)
  const filterButton = useRef<HTMLButtonElement>(null)
  const fields = filterFields(columns)
  return (
    <div className={styles.toolbar}>
      <TableSearch name={name} state={state} onStateChange={onStateChange} />
      <FilterChips fields={fields} state={state} onStateChange={onStateChange} />
      <div className={styles.actions}>
        {fields.length > 0 && (
          <Button
            ref={filterButton}
            variant="quiet"
            size="small"
            icon="filter"
            aria-haspopup="dialog"
            aria-expanded={isFiltering}
            onPointerEnter={() => void loadFilters()}
            onFocus={() => void loadFilters()}
            onClick={() => setIsFiltering(!isFiltering)}
          >
            {t('Table.filter')}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          icon="tune"
          aria-haspopup="menu"
          aria-expanded={columnsAnchor !== null}
          onPointerEnter={preloadMenu}
          onFocus={preloadMenu}
          onClick={(event) => setColumnsAnchor(columnsAnchor === null ? event.currentTarget : null)}
        >
          {t('Table.columns')}
        </Button>
        {children}
      </div>
      {over}
      <Menu
        anchor={columnsAnchor}
        label={t('Table.columns')}
        items={columnItems}
        align="end"
        onClose={() => setColumnsAnchor(null)}
      />
      {isFiltering && (
        <Suspense fallback={null}>
          <FilterPopup
            anchor={filterButton}
            fields={fields}
            state={state}
            onStateChange={onStateChange}
            onClose={() => setIsFiltering(false)}
          />
        </Suspense>
      )}
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
            {field.label}: {(state.filters[field.id] ?? []).map((value) => wordsOf(field, value)).join(', ')}
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

const wordsOf = (field: FilterField, value: string): string =>
  field.kind === 'choice' ? (field.options.find((option) => option.value === value)?.label ?? value) : value
