import { useState } from 'react'
import { withLeaving } from './turns.ts'

/** Rows of a list, with those that have left it still in their places until they are removed. */
export function useLeavingRows<Row>(now: readonly Row[], idOf: (row: Row) => string) {
  const [rows, setRows] = useState(now)
  const [last, setLast] = useState(now)
  if (last !== now) {
    setLast(now)
    setRows(withLeaving(rows, now, idOf))
  }
  const present = new Set(now.map(idOf))
  return {
    rows,
    isLeaving: (row: Row): boolean => !present.has(idOf(row)),
    remove: (row: Row): void => setRows((shown) => shown.filter((one) => idOf(one) !== idOf(row))),
  }
}
