import { useMemo, useRef, useState } from 'react'

/** Rows that were ticked, over all pages of one question. */
export type SelectedRows<Row> = {
  /** As the page shows them now, or as they were last seen. */
  rows: readonly Row[]
  has: (id: string) => boolean
  /** Of the page that is shown. */
  onPage: 'none' | 'some' | 'all'
  /** Ticks a row of the page or takes its tick away; with `isRange` all from the one before it are made alike. */
  toggle: (index: number, isRange: boolean) => void
  togglePage: () => void
  clear: () => void
}

type Selection<Row> = { scope: string; rows: ReadonlyMap<string, Row> }

/** Another filter or search is another question (`scope`): what was ticked for the one before is let go. */
export function useSelectedRows<Row>(
  scope: string,
  page: readonly Row[],
  rowId: (row: Row) => string,
): SelectedRows<Row> {
  const [selection, setSelection] = useState<Selection<Row>>({ scope, rows: new Map() })
  const last = useRef<number>(undefined)
  const selected = useMemo(() => {
    const current = new Map(selection.scope === scope ? selection.rows : [])
    for (const row of page) if (current.has(rowId(row))) current.set(rowId(row), row)
    return current
  }, [selection, scope, page, rowId])
  const count = page.filter((row) => selected.has(rowId(row))).length

  const select = (rows: readonly Row[], isOn: boolean) => {
    const next = new Map(selected)
    for (const row of rows) {
      if (isOn) next.set(rowId(row), row)
      else next.delete(rowId(row))
    }
    setSelection({ scope, rows: next })
  }
  return {
    rows: useMemo(() => [...selected.values()], [selected]),
    has: (id) => selected.has(id),
    onPage: count === 0 ? 'none' : count === page.length ? 'all' : 'some',
    toggle: (index, isRange) => {
      const row = page[index]
      if (row === undefined) return
      const from = isRange ? Math.min(last.current ?? index, index) : index
      const to = isRange ? Math.max(last.current ?? index, index) : index
      last.current = index
      select(page.slice(from, to + 1), !selected.has(rowId(row)))
    },
    togglePage: () => select(page, count < page.length),
    clear: () => setSelection({ scope, rows: new Map() }),
  }
}
