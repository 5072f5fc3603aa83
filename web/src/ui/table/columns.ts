import { useMemo, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { readPreference, writePreference } from '../../lib/preferences.ts'
import type { ArrangedColumn, Column } from '../../lib/table/Column.ts'

export type Density = 'comfortable' | 'compact'
export type TableLayout = {
  visible: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
  order: readonly string[]
  density: Density
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The user's arrangement of one table: columns, widths, density. Stored in this browser. */
export function useTableLayout(name: string, columns: readonly ArrangedColumn[]) {
  const key = `table.${name}`
  const [layout, setLayout] = useState(() => readLayout(key, columns))
  const change = (part: Partial<TableLayout>) => {
    const next = { ...layout, ...part }
    setLayout(next)
    writePreference(key, JSON.stringify(next))
  }
  return { layout, change, reset: () => change(initialLayout(columns)) }
}

const initialLayout = (columns: readonly ArrangedColumn[]): TableLayout => ({
  visible: Object.fromEntries(columns.map((column) => [column.id, column.isHiddenAtFirst !== true])),
  widths: {},
  order: [],
  density: 'comfortable',
})

function readLayout(key: string, columns: readonly ArrangedColumn[]): TableLayout {
  try {
    return layoutOf(JSON.parse(readPreference(key) ?? 'null'), columns)
  } catch {
    return initialLayout(columns)
  }
}

/** A stored layout, for the columns of this version. */
export function layoutOf(stored: unknown, columns: readonly ArrangedColumn[]): TableLayout {
  const initial = initialLayout(columns)
  if (!isRecord(stored)) return initial
  const visible = isRecord(stored.visible) ? stored.visible : {}
  const widths = isRecord(stored.widths) ? stored.widths : {}
  return {
    visible: Object.fromEntries(
      columns.map(({ id }) => [
        id,
        typeof visible[id] === 'boolean' ? visible[id] : (initial.visible[id] ?? true),
      ]),
    ),
    widths: Object.fromEntries(
      Object.entries(widths).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
    ),
    order: Array.isArray(stored.order)
      ? [...new Set(stored.order.filter((id) => typeof id === 'string'))]
      : [],
    density: stored.density === 'compact' ? 'compact' : 'comfortable',
  }
}

const NARROWEST = 64
const WIDEST = 640

export type ColumnModel<Row> = {
  /** The shown columns, in their order. */
  columns: {
    column: Column<Row>
    width: number
    /** Resizes the column until the pointer is released. */
    onResize: (event: PointerEvent) => void
  }[]
  /** The same columns, memoized, so that rows need not render again. */
  shown: readonly Column<Row>[]
  totalWidth: number
  /** Resizes a shown column, or moves it past its neighbors. */
  resizeBy: (index: number, pixels: number) => void
  moveBy: (index: number, places: number) => void
}

/** The shown columns, with their order and widths. */
export function useColumnModel<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  onLayoutChange: (part: Partial<TableLayout>) => void,
): ColumnModel<Row> {
  const shown = useMemo(
    () => orderedColumns(columns, layout.order).filter(({ id }) => layout.visible[id] !== false),
    [columns, layout.visible, layout.order],
  )
  const widthOf = (column: Column<Row>) => layout.widths[column.id] ?? column.width
  const setWidth = (column: Column<Row>, width: number) => {
    const clamped = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
    if (clamped !== widthOf(column)) onLayoutChange({ widths: { ...layout.widths, [column.id]: clamped } })
  }
  // A drag outlives a render: it must use the latest widths.
  const latest = useRef(setWidth)
  latest.current = setWidth
  return {
    columns: shown.map((column) => ({
      column,
      width: widthOf(column),
      onResize: (event) => {
        const start = event.clientX - widthOf(column)
        follow(event, (x) => latest.current(column, x - start))
      },
    })),
    shown,
    totalWidth: shown.reduce((sum, column) => sum + widthOf(column), 0),
    resizeBy: (index, pixels) => {
      const column = shown[index]
      if (column !== undefined) setWidth(column, widthOf(column) + pixels)
    },
    moveBy: (index, places) => {
      const [from, to] = [shown[index], shown[index + places]]
      if (from === undefined || to === undefined) return
      onLayoutChange({ order: movedTo(orderedColumns(columns, layout.order), from.id, to.id) })
    },
  }
}

/** The columns in this order; those without a place follow. */
export function orderedColumns<One extends { id: string }>(
  columns: readonly One[],
  order: TableLayout['order'],
): readonly One[] {
  const placed = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return [...placed, ...columns.filter((column) => !order.includes(column.id))]
}

/** `movedTo([a, b, c], 'a', 'c')` → ['b', 'c', 'a'] */
export function movedTo(columns: readonly { id: string }[], id: string, place: string): string[] {
  const ids = columns.map((column) => column.id)
  const target = ids.indexOf(place)
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, target), id, ...others.slice(target)]
}

/** Follows the pointer of the event until it is released. */
function follow(event: PointerEvent, onMove: (x: number) => void): void {
  const handle = event.currentTarget
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  const ended = new AbortController()
  const { signal } = ended
  handle.addEventListener('pointermove', (move) => onMove((move as globalThis.PointerEvent).clientX), {
    signal,
  })
  for (const end of ['pointerup', 'pointercancel'])
    handle.addEventListener(end, () => ended.abort(), { signal })
}
