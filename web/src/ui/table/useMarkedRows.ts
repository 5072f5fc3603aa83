import { useMemo, useRef, useState } from 'react'

/** Rows that were ticked, over all pages of one question. */
export type MarkedRows<Row> = {
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

type Kept<Row> = { scope: string; rows: ReadonlyMap<string, Row> }

/** Another filter or search is another question (`scope`): what was ticked for the one before is let go. */
export function useMarkedRows<Row>(
  scope: string,
  page: readonly Row[],
  rowId: (row: Row) => string,
): MarkedRows<Row> {
  const [kept, setKept] = useState<Kept<Row>>({ scope, rows: new Map() })
  const last = useRef<number>(undefined)
  const marked = useMemo(() => {
    const current = new Map(kept.scope === scope ? kept.rows : [])
    for (const row of page) if (current.has(rowId(row))) current.set(rowId(row), row)
    return current
  }, [kept, scope, page, rowId])
  const count = page.filter((row) => marked.has(rowId(row))).length

  const mark = (rows: readonly Row[], isOn: boolean) => {
    const next = new Map(marked)
    for (const row of rows) {
      if (isOn) next.set(rowId(row), row)
      else next.delete(rowId(row))
    }
    setKept({ scope, rows: next })
  }
  return {
    rows: useMemo(() => [...marked.values()], [marked]),
    has: (id) => marked.has(id),
    onPage: count === 0 ? 'none' : count === page.length ? 'all' : 'some',
    toggle: (index, isRange) => {
      const row = page[index]
      if (row === undefined) return
      const from = isRange ? Math.min(last.current ?? index, index) : index
      const to = isRange ? Math.max(last.current ?? index, index) : index
      last.current = index
      mark(page.slice(from, to + 1), !marked.has(rowId(row)))
    },
    togglePage: () => mark(page, count < page.length),
    clear: () => setKept({ scope, rows: new Map() }),
  }
}
