// A grid is one stop of the keyboard: arrow keys, Home and End move between its cells.
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'

type Size = { rows: number; columns: number }
type Place = { row: number; column: number }

/** Which way Home and End go. */
export type Ends = 'row' | 'column'

type CellFocus = {
  /** Of the grid's element; its cells have `data-cell` as `row.column`. */
  grid: RefObject<HTMLDivElement | null>
  /** The one cell that the Tab key reaches. */
  focus: Place
  setFocus: (place: Place) => void
  /** Whether the key has moved the focus. */
  moveBy: (event: KeyboardEvent) => boolean
}

/** `const { grid, focus, setFocus, moveBy } = useCellFocus({ rows: rows.length, columns: days.length }, 'row')` */
export function useCellFocus(size: Size, ends: Ends): CellFocus {
  const grid = useRef<HTMLDivElement>(null)
  const [chosen, setFocus] = useState<Place>({ row: 0, column: 0 })
  const focus = placeIn(size, chosen)
  return {
    grid,
    focus,
    setFocus,
    moveBy({ key }) {
      const next = placeAfter(key, focus, size, ends)
      if (next === undefined) return false
      setFocus(next)
      grid.current?.querySelector<HTMLElement>(`[data-cell="${next.row}.${next.column}"]`)?.focus()
      return true
    },
  }
}

const STEPS: Partial<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** `placeAfter('ArrowDown', { row: 0, column: 2 }, { rows: 9, columns: 5 }, 'row')` → { row: 1, column: 2 } */
export function placeAfter(key: string, { row, column }: Place, size: Size, ends: Ends): Place | undefined {
  const step = STEPS[key]
  if (step !== undefined) return placeIn(size, { row: row + step.row, column: column + step.column })
  if (key !== 'Home' && key !== 'End') return undefined
  const end = key === 'Home' ? 0 : Infinity
  return placeIn(size, ends === 'row' ? { row, column: end } : { row: end, column })
}

const placeIn = ({ rows, columns }: Size, { row, column }: Place): Place => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
})
