import {
  lazy,
  Suspense,
  useCallback,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { t } from '../../messages/t.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Menu } from '../menu/Menu.tsx'
import type { MenuItem } from '../menu/MenuItem.ts'
import type { ColumnModel, Density } from './columns.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { useCellTooltip } from './useCellTooltip.tsx'
import { useGridKeys } from './useGridKeys.ts'
import type { SelectedRows } from './useSelectedRows.ts'
import styles from './TableGrid.module.css'

const VirtualRows = lazy(() => importWithRetry(() => import('./VirtualRows.tsx')))
const PLAIN_UP_TO = 100
const SKELETON_ROWS = 8
const RESIZE_STEP = 16
const ACTIONS_WIDTH = 44
const CHECKBOX_WIDTH = 38
const ROW_HEIGHTS = { comfortable: 44, compact: 36 } as const

type Props<Row> = {
  name: string
  model: ColumnModel<Row>
  density: Density
  state: TableState
  onStateChange: (next: TableState) => void
  /** Undefined while the first answer is loading. */
  rows: readonly Row[] | undefined
  totalItemCount: number | undefined
  rowId: (row: Row) => string
  glowing: ReadonlyMap<string, number>
  isYours: ((row: Row) => boolean) | undefined
  canOpenRows: boolean
  /** Undefined if rows cannot be selected. */
  selectedRows: SelectedRows<Row> | undefined
  rowActions: ((row: Row) => readonly MenuItem[]) | undefined
}

const none: readonly never[] = []

type RowMenu = { index: number; anchor: HTMLElement }

export function TableGrid<Row>(props: Props<Row>) {
  const { name, model, density, state, onStateChange, totalItemCount, selectedRows, rowActions } = props
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const reveal = useRef<(index: number) => void>(() => undefined)
  const { owner, tooltip } = useCellTooltip()
  const [menu, setMenu] = useState<RowMenu>()
  const toggleMenu = useCallback((index: number, anchor: HTMLElement) => {
    setMenu((open) => (open?.anchor === anchor ? undefined : { index, anchor }))
  }, [])
  const { activeRow, onKeyDown, onClick } = useGridInput(props, table, reveal, setMenu)
  const menuRow = menu && props.rows?.[menu.index]
  const actionsWidth =
    rowActions === undefined ? 0 : ACTIONS_WIDTH + (selectedRows === undefined ? 0 : CHECKBOX_WIDTH)
  const width = model.totalWidth + actionsWidth
  // Each column has its share; a single one, such as that of the cards, takes what the actions leave.
  const widthOf = (own: number) => (model.columns.length === 1 ? undefined : `${(own / width) * 100}%`)
  return (
    <div ref={scroller} className={styles.scroller} data-density={density}>
      <table
        ref={table}
        role="grid"
        className={styles.table}
        style={{ minWidth: width, ...frozenAt(actionsWidth) }}
        aria-multiselectable={selectedRows !== undefined || undefined}
        aria-label={name}
        aria-rowcount={totalItemCount === undefined ? -1 : totalItemCount + 1}
        aria-busy={props.rows === undefined}
        {...owner}
        onKeyDown={onKeyDown}
        onMouseDown={keepTextUnselected}
        onClick={onClick}
      >
        <colgroup>
          {rowActions !== undefined && <col style={{ width: actionsWidth }} />}
          {model.columns.map(({ column, width: own }) => (
            <col key={column.id} style={{ width: widthOf(own) }} />
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
          <GridRows
            {...props}
            scroller={scroller}
            reveal={reveal}
            activeRow={activeRow}
            menuIndex={menu?.index}
            onMenu={toggleMenu}
          />
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

/** The frozen column stops where the actions end, which are frozen too. */
const frozenAt = (pixels: number) => ({ '--frozen-at': `${pixels}px` }) as CSSProperties

/** The keys and clicks of the grid, listened to once for all rows. */
function useGridInput<Row>(
  { model, state, onStateChange, rows = none, rowId, canOpenRows, selectedRows, rowActions }: Props<Row>,
  table: RefObject<HTMLTableElement | null>,
  reveal: RefObject<(index: number) => void>,
  openMenu: (menu: RowMenu) => void,
) {
  /** Cells before the first column. */
  const leading = rowActions === undefined ? 0 : 1
  const openRow = (index: number) => {
    const row = rows[index]
    if (row !== undefined && canOpenRows) onStateChange({ ...state, openRowId: rowId(row) })
  }
  const { activeRow, setActive, onKeyDown } = useGridKeys({
    table,
    rowCount: rows.length,
    reveal: (index) => reveal.current(index),
    onOpen: openRow,
    onSelect: selectedRows?.toggle,
    onSelectAll: selectedRows?.togglePage,
    onResize: (cell, sign) => model.resizeBy(cell - leading, sign * RESIZE_STEP),
    onReorder: (cell, sign) => model.moveBy(cell - leading, sign),
    onMove: (index) => state.openRowId !== undefined && openRow(index),
    onEscape: () => {
      const isOpen = state.openRowId !== undefined
      if (isOpen) onStateChange({ ...state, openRowId: undefined })
      else if (selectedRows === undefined || selectedRows.rows.length === 0) return false
      else selectedRows.clear()
      return true
    },
    onMenu: (index) => {
      const anchor = table.current?.querySelector<HTMLElement>(
        `tr[data-row="${index}"] button[aria-haspopup]`,
      )
      if (anchor) openMenu({ index, anchor })
    },
  })
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null
    if (!(target instanceof Element) || row === null) return
    const index = Number(row.dataset.row)
    if (target instanceof HTMLInputElement && index !== -1) selectedRows?.toggle(index, shiftKey)
    // A click on a control, or the end of selecting text, is not meant for the row.
    const isOnControl = target.closest('button, a, input, label, th') !== null
    if (isOnControl || window.getSelection()?.isCollapsed === false) return
    setActive(index)
    openRow(index)
  }
  return { activeRow, onKeyDown, onClick }
}

type RowsProps<Row> = Props<Row> & {
  scroller: RefObject<HTMLDivElement | null>
  reveal: RefObject<(index: number) => void>
  activeRow: number
  menuIndex: number | undefined
  onMenu: (index: number, anchor: HTMLElement) => void
}

/** All rows of a short page, the rows in sight of a long one, or their outline while they are loading. */
function GridRows<Row>(props: RowsProps<Row>) {
  const { model, density, state, rows, rowId, glowing, isYours, canOpenRows, selectedRows, rowActions } =
    props
  const hasActions = rowActions !== undefined
  const outline = (
    <SkeletonRows count={SKELETON_ROWS} columnCount={model.shown.length + (hasActions ? 1 : 0)} />
  )
  if (rows === undefined) return outline
  const before = (state.page - 1) * state.itemsPerPage
  const renderRow = (index: number, measure?: (row: HTMLElement | null) => void): ReactNode => {
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
        isActive={index === props.activeRow}
        isOpen={canOpenRows ? state.openRowId === id : undefined}
        isSelected={selectedRows?.has(id)}
        isGlowing={glowing.has(id)}
        isYours={isYours?.(row) === true}
        hasActions={hasActions}
        isMenuOpen={props.menuIndex === index}
        onMenu={props.onMenu}
        measure={measure}
      />
    )
  }
  if (rows.length <= PLAIN_UP_TO) return rows.map((_, index) => renderRow(index))
  return (
    <Suspense fallback={outline}>
      <VirtualRows
        scroller={props.scroller}
        count={rows.length}
        rowHeight={ROW_HEIGHTS[density]}
        renderRow={renderRow}
        reveal={props.reveal}
      />
    </Suspense>
  )
}

/** A click with Shift selects rows; the browser would select all text between them. */
function keepTextUnselected(event: MouseEvent): void {
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
