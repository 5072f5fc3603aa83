import { useState, type KeyboardEvent, type RefObject } from 'react'

type Options = {
  table: RefObject<HTMLTableElement | null>
  rowCount: number
  /** Brings a row into the document and into sight, where rows are virtual. */
  reveal: (index: number) => void
  /** Enter on a row, and Space if rows cannot be selected. */
  onOpen: (index: number) => void
  /** The focus has moved to a row by key. */
  onMove: (index: number) => void
  /** Space on a row selects it; Shift extends the selection. */
  onSelect: ((index: number, isRange: boolean) => void) | undefined
  onSelectAll: (() => void) | undefined
  /** Shift and an arrow on a column's header; `cell` is the header's index. */
  onResize: (cell: number, sign: 1 | -1) => void
  /** Alt and an arrow on a column's header. */
  onReorder: (cell: number, sign: 1 | -1) => void
  onEscape: () => boolean
  /** The key for a row's menu. */
  onMenu: (index: number) => void
}

const HEADER = -1
const PAGE = 10

/**
 * The keys of a grid: up and down move between rows, left and right into a row's cells and out again; the header is above
 * the first row. One row at a time is in the tab order.
 */
export function useGridKeys(options: Options) {
  const { table, rowCount, reveal, onOpen, onMove, onSelect, onSelectAll, onEscape, onMenu } = options
  const [active, setActive] = useState(0)
  const activeRow = Math.min(active, Math.max(rowCount - 1, 0))

  const focus = (index: number, cell: number | undefined) => {
    reveal(index)
    requestAnimationFrame(() => focusCell(table.current, index, cell))
    if (index !== HEADER) setActive(index)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey) return selectAll(event, onSelectAll)
    const place = placeOf(event.target)
    if (place === undefined) return
    const { index, cell, cellCount, isRowItself } = place
    if (arrangeColumn(event, index, cell, options, (next) => focus(HEADER, next)) || event.altKey) return
    const goTo = (next: number) => {
      const wanted = Math.min(Math.max(next, HEADER), rowCount - 1)
      focus(wanted, wanted === HEADER ? (cell ?? 0) : cell)
      if (wanted !== HEADER && wanted !== index) onMove(wanted)
    }
    const done = () => event.preventDefault()
    switch (event.key) {
      case 'ArrowDown':
        return (done(), goTo(index + 1))
      case 'ArrowUp':
        return (done(), goTo(index - 1))
      case 'PageDown':
        return (done(), goTo(Math.max(index, 0) + PAGE))
      case 'PageUp':
        return (done(), goTo(Math.max(index - PAGE, 0)))
      case 'Home':
        return (done(), goTo(0))
      case 'End':
        return (done(), goTo(rowCount - 1))
      case 'ArrowRight':
        return (done(), focus(index, Math.min((cell ?? -1) + 1, cellCount - 1)))
      case 'ArrowLeft':
        return (done(), focus(index, index === HEADER ? Math.max((cell ?? 0) - 1, 0) : previous(cell)))
      case 'Escape':
        if (onEscape()) done()
        return
      case 'ContextMenu':
        if (index !== HEADER) return (done(), onMenu(index))
        return
      case 'Enter':
      case ' ': {
        if (!isRowItself || index === HEADER) return
        done()
        if (event.key === ' ' && onSelect !== undefined) onSelect(index, event.shiftKey)
        else onOpen(index)
        return
      }
      default:
    }
  }
  return { activeRow, setActive, onKeyDown }
}

/** Ctrl+A. */
function selectAll(event: KeyboardEvent, onSelectAll: Options['onSelectAll']): void {
  if (event.key !== 'a' || onSelectAll === undefined) return
  event.preventDefault()
  onSelectAll()
}

/** Focuses a row, or the control of one of its cells. */
function focusCell(table: HTMLTableElement | null, index: number, cell: number | undefined): void {
  const row = table?.querySelector<HTMLTableRowElement>(`tr[data-row="${index}"]`)
  const target = cell === undefined ? row : controlOf(row?.cells[Math.min(cell, (row.cells.length || 1) - 1)])
  target?.focus({ preventScroll: false })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Alt moves a column past its neighbor, Shift resizes it. */
function arrangeColumn(
  event: KeyboardEvent,
  index: number,
  cell: number | undefined,
  { onResize, onReorder }: Pick<Options, 'onResize' | 'onReorder'>,
  focusHeader: (cell: number) => void,
): boolean {
  const { key, altKey, shiftKey } = event
  if (index !== HEADER || cell === undefined || altKey === shiftKey) return false
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
  event.preventDefault()
  const sign = key === 'ArrowRight' ? 1 : -1
  if (shiftKey) onResize(cell, sign)
  else onReorder(cell, sign)
  if (altKey) focusHeader(Math.max(0, cell + sign))
  return true
}

/** Left of the first cell comes the row itself. */
const previous = (cell: number | undefined) => (cell === undefined || cell === 0 ? undefined : cell - 1)

/** The element of a cell that takes the focus: its first control or link, or the cell. */
const controlOf = (cell: HTMLTableCellElement | undefined): HTMLElement | null | undefined =>
  cell?.querySelector<HTMLElement>('select, button, a[href]') ?? cell

function placeOf(target: EventTarget) {
  if (!(target instanceof HTMLElement)) return undefined
  const row = target.closest<HTMLTableRowElement>('tr[data-row]')
  if (row === null) return undefined
  const cell = target.closest<HTMLTableCellElement>('td, th')
  return {
    index: Number(row.dataset.row),
    cell: cell === null ? undefined : cell.cellIndex,
    cellCount: row.cells.length,
    isRowItself: target === row || target === cell,
  }
}
