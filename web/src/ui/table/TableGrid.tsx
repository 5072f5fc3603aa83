import { lazy, Suspense, useCallback, useRef, useState, type MouseEvent } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Menu } from '../menu/Menu.tsx'
import type { MenuItem } from '../menu/MenuItem.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import type { SelectedRows } from './useSelectedRows.ts'
import type { ColumnModel, Density } from './columns.ts'
import { useCellTooltip } from './useCellTooltip.tsx'
import { useGridKeys } from './useGridKeys.ts'
import styles from './TableGrid.module.css'

const VirtualRows = lazy(() => importWithRetry(() => import('./VirtualRows.tsx')))
const PLAIN_UP_TO = 100
const SKELETON_ROWS = 8
const RESIZE_STEP = 16
const ACTIONS_WIDTH = 76
const CHECKBOX_WIDTH = 38
/** Columns give way so far where all of them then fit; else they keep their width, and the table is moved sideways. */
const GIVES_WAY_TO = 0.78
const ROW_HEIGHTS = { comfortable: 44, compact: 36 } as const

type Props<Row> = {
  name: string
  model: ColumnModel<Row>
  density: Density
  state: TableState
  onStateChange: (next: TableState) => void
  /** Undefined while the first answer is on its way. */
  rows: readonly Row[] | undefined
  totalItemCount: number | undefined
  rowId: (row: Row) => string
  glowing: ReadonlyMap<string, number>
  canOpenRows: boolean
  /** Undefined where rows cannot be ticked. */
  selectedRows: SelectedRows<Row> | undefined
  rowActions: ((row: Row) => readonly MenuItem[]) | undefined
}

const none: readonly never[] = []

export function TableGrid<Row>(props: Props<Row>) {
  const {
    name,
    model,
    density,
    state,
    onStateChange,
    rows = none,
    totalItemCount,
    rowId,
    glowing,
    canOpenRows,
    selectedRows,
    rowActions,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const reveal = useRef<(index: number) => void>(() => undefined)
  const { owner, tooltip } = useCellTooltip()
  const [menu, setMenu] = useState<{ index: number; anchor: HTMLElement }>()

  /** Cells before the first column. */
  const leading = rowActions === undefined ? 0 : 1
  const select = (index: number) => {
    const row = rows[index]
    if (row !== undefined && canOpenRows) onStateChange({ ...state, openRowId: rowId(row) })
  }
  const { activeRow, setActive, onKeyDown } = useGridKeys({
    table,
    rowCount: rows.length,
    reveal: (index) => reveal.current(index),
    onOpen: select,
    onSelect: selectedRows === undefined ? undefined : selectedRows.toggle,
    onSelectAll: selectedRows?.togglePage,
    onResize: (cell, sign) => model.resizeBy(cell - leading, sign * RESIZE_STEP),
    onReorder: (cell, sign) => model.moveBy(cell - leading, sign),
    onMove: (index) => state.openRowId !== undefined && select(index),
    onEscape: () => {
      if (state.openRowId === undefined) {
        if (selectedRows === undefined || selectedRows.rows.length === 0) return false
        selectedRows.clear()
        return true
      }
      onStateChange({ ...state, openRowId: undefined })
      return true
    },
    onMenu: (index) => {
      const anchor = table.current?.querySelector<HTMLElement>(
        `tr[data-row="${index}"] button[aria-haspopup]`,
      )
      if (anchor) setMenu({ index, anchor })
    },
  })
  const onMenu = useCallback((index: number, anchor: HTMLElement) => {
    setMenu((open) => (open?.anchor === anchor ? undefined : { index, anchor }))
  }, [])
  // Heard once for all rows. A click on a button or link, or the end of marking a text, is meant for that alone.
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof Element)) return
    const row = target.closest<HTMLElement>('tr[data-row]')
    if (row === null) return
    if (target instanceof HTMLInputElement && row.dataset.row !== '-1')
      selectedRows?.toggle(Number(row.dataset.row), shiftKey)
    if (
      target.closest('button, a, input, label, th') !== null ||
      window.getSelection()?.isCollapsed === false
    )
      return
    setActive(Number(row.dataset.row))
    select(Number(row.dataset.row))
  }
  const menuRow = menu && rows[menu.index]
  const before = (state.page - 1) * state.itemsPerPage

  const renderRow = (index: number, measure?: (row: HTMLElement | null) => void) => {
    const row = rows[index]
    if (row === undefined) return null
    const id = rowId(row)
    return (
      <TableRow
        key={id}
        row={row}
        index={index}
        gridIndex={before + index + 2}
        columns={model.shown}
        isActive={index === activeRow}
        isOpen={canOpenRows ? state.openRowId === id : undefined}
        isSelected={selectedRows?.has(id)}
        isGlowing={glowing.has(id)}
        hasActions={rowActions !== undefined}
        isMenuOpen={menu?.index === index}
        onMenu={onMenu}
        measure={measure}
      />
    )
  }
  const actionsWidth =
    rowActions === undefined ? 0 : ACTIONS_WIDTH + (selectedRows === undefined ? 0 : CHECKBOX_WIDTH)
  const columnCount = model.shown.length + leading
  const wanted = model.totalWidth + actionsWidth
  const least = Math.ceil(wanted * GIVES_WAY_TO)
  return (
    <div ref={scroller} className={styles.scroller} data-density={density}>
      <table
        ref={table}
        role="grid"
        className={styles.table}
        // Nothing where the least fits, else all: CSS has no other way to say so.
        style={{ minWidth: `clamp(0px, (${least}px - 100%) * 9999, ${wanted}px)` }}
        aria-multiselectable={selectedRows !== undefined || undefined}
        aria-label={name}
        aria-rowcount={totalItemCount === undefined ? -1 : totalItemCount + 1}
        aria-busy={props.rows === undefined}
        {...owner}
        onKeyDown={onKeyDown}
        onMouseDown={keepTextUnmarked}
        onClick={onClick}
      >
        <colgroup>
          {rowActions !== undefined && <col style={{ width: actionsWidth }} />}
          {model.columns.map(({ column, width }) => (
            <col key={column.id} style={{ width: `${(width / wanted) * 100}%` }} />
          ))}
        </colgroup>
        <TableHead
          model={model}
          hasActions={rowActions !== undefined}
          selectedRows={selectedRows}
          state={state}
          onStateChange={onStateChange}
        />
        <tbody>
          {props.rows === undefined ? (
            <SkeletonRows count={SKELETON_ROWS} columnCount={columnCount} />
          ) : rows.length <= PLAIN_UP_TO ? (
            rows.map((_, index) => renderRow(index))
          ) : (
            <Suspense fallback={<SkeletonRows count={SKELETON_ROWS} columnCount={columnCount} />}>
              <VirtualRows
                scroller={scroller}
                count={rows.length}
                rowHeight={ROW_HEIGHTS[density]}
                renderRow={renderRow}
                reveal={reveal}
              />
            </Suspense>
          )}
        </tbody>
      </table>
      {tooltip}
      <Menu
        anchor={menuRow === undefined ? null : (menu?.anchor ?? null)}
        label={t('Table.row_actions')}
        items={menuRow === undefined ? none : (rowActions?.(menuRow) ?? none)}
        onClose={() => setMenu(undefined)}
      />
    </div>
  )
}

/** A click with shift ticks rows; the browser would mark all text in between. */
function keepTextUnmarked(event: MouseEvent): void {
  const { target, shiftKey } = event
  if (shiftKey && target instanceof Element && target.closest('label') !== null) event.preventDefault()
}

function SkeletonRows({ count, columnCount }: { count: number; columnCount: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={styles.row} aria-hidden>
      {Array.from({ length: columnCount }, (_, cell) => (
        <td key={cell} className={styles.cell}>
          <Skeleton width={cell === 0 ? 'short' : (row + cell) % 3 === 0 ? 'long' : 'medium'} />
        </td>
      ))}
    </tr>
  ))
}
