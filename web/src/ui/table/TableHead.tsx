import type { PointerEvent } from 'react'
import { t } from '../../messages/t.ts'
import type { Column } from '../../lib/table/Column.ts'
import { withFirstPage, type TableState } from '../../lib/table/TableState.ts'
import { cx } from '../../lib/dom.ts'
import { Checkbox } from '../field/Checkbox.tsx'
import { Icon } from '../icon/Icon.tsx'
import type { SelectedRows } from './useSelectedRows.ts'
import type { ColumnModel } from './columns.ts'
import styles from './TableGrid.module.css'

type Props<Row> = {
  model: ColumnModel<Row>
  hasActions: boolean
  /** Undefined if rows cannot be selected. */
  selectedRows: SelectedRows<Row> | undefined
  state: TableState
  onStateChange: (next: TableState) => void
}

export function TableHead<Row>({ model, hasActions, selectedRows, state, onStateChange }: Props<Row>) {
  return (
    <thead>
      <tr data-row={-1} aria-rowindex={1}>
        {hasActions && (
          <th className={cx(styles.head, styles.heading)} scope="col" tabIndex={-1}>
            {selectedRows !== undefined && (
              <Checkbox
                label={t('Table.mark_page')}
                isChecked={selectedRows.onPage === 'all'}
                isMixed={selectedRows.onPage === 'some'}
                onChange={selectedRows.togglePage}
                className={styles.mark}
              />
            )}
            <span className={styles.hidden}>{t('Table.actions')}</span>
          </th>
        )}
        {model.columns.map(({ column, onResize }) => (
          <HeaderCell
            key={column.id}
            column={column}
            state={state}
            onSort={(order) =>
              onStateChange(withFirstPage(state, { sort: order && { column: column.id, order } }))
            }
            onResize={onResize}
          />
        ))}
      </tr>
    </thead>
  )
}

type CellProps<Row> = {
  column: Column<Row>
  state: TableState
  onSort: (order: 'asc' | 'desc' | undefined) => void
  onResize: (event: PointerEvent) => void
}

function HeaderCell<Row>({ column, state, onSort, onResize }: CellProps<Row>) {
  const order = state.sort?.column === column.id ? state.sort.order : undefined
  return (
    <th
      className={cx(styles.head, column.isNumeric && styles.numeric, column.isFrozen && styles.frozen)}
      data-column={column.id}
      scope="col"
      tabIndex={-1}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
    >
      {column.isSortable ? (
        <button
          type="button"
          className={styles.sort}
          tabIndex={-1}
          data-order={order}
          onClick={() => onSort(nextOrder(order))}
        >
          {column.header}
          <Icon name={order === 'desc' ? 'arrow-down' : 'arrow-up'} />
        </button>
      ) : (
        (column.head ?? column.header)
      )}
      {/* The keyboard does the same with Shift and an arrow (useGridKeys.ts). */}
      <span className={styles.resize} aria-hidden onPointerDown={onResize} />
    </th>
  )
}

/** Ascending, descending, unsorted. */
const nextOrder = (order: 'asc' | 'desc' | undefined) =>
  order === undefined ? 'asc' : order === 'asc' ? 'desc' : undefined
