import { useState } from 'react'
import { readPreference, writePreference } from '../../lib/preferences.ts'
import type { ArrangedColumn } from '../../lib/table/Column.ts'

export type Density = 'comfortable' | 'compact'
export type TableLayout = {
  visible: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
  order: readonly string[]
  density: Density
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** How a user has arranged one table: which columns, how wide, how dense. Remembered in this browser. */
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

/** A layout as it was stored, for the columns that there are now. */
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
