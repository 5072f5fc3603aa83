import { useMemo, useRef, useState } from 'react'

/** The selected rows, over all pages of one query. */
export type SelectedRows<Row> = {
  /** As the page shows them, or as it last showed them. */
  rows: readonly Row[]
  has: (id: string) => boolean
  /** How many rows of the current page are selected. */
  onPage: 'none' | 'some' | 'all'
  /** Selects or deselects a row of the page; with `isRange` also all rows since the last one. */
  toggle: (index: number, isRange: boolean) => void
  togglePage: () => void
  clear: () => void
}

type Selection<Row> = { scope: string; rows: ReadonlyMap<string, Row> }

/** Another filter or search is another query (`scope`), and ends the selection. */
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
