import type { Column } from './Column.ts'
import type { TableState } from './TableState.ts'

export type TablePage<Row> = { items: readonly Row[]; totalItemCount: number }

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Filters, sorts and pages a list that is whole in the browser, by the same words that its cells show. */
export function pageLocally<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  state: Pick<TableState, 'page' | 'itemsPerPage' | 'sort' | 'search' | 'filters'>,
): TablePage<Row> {
  const wanted = state.search.trim().toLowerCase()
  const kept = rows.filter(
    (row) =>
      (wanted === '' || columns.some((column) => column.text(row).toLowerCase().includes(wanted))) &&
      columns.every((column) => passes(row, column, state.filters[column.id] ?? [])),
  )
  const sorted = sort(kept, columns, state.sort)
  const from = (state.page - 1) * state.itemsPerPage
  return { items: sorted.slice(from, from + state.itemsPerPage), totalItemCount: kept.length }
}

function passes<Row>(row: Row, column: Column<Row>, values: readonly string[]): boolean {
  if (values.length === 0) return true
  if (column.filter?.kind === 'choice')
    return values.includes(column.filter.valueFor?.(row) ?? column.text(row))
  return values.every((value) => column.text(row).toLowerCase().includes(value.toLowerCase()))
}

function sort<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  by: TableState['sort'],
): readonly Row[] {
  const column = columns.find((one) => one.id === by?.column)
  if (column === undefined || by === undefined) return rows
  const sign = by.order === 'asc' ? 1 : -1
  const compare =
    column.compare ?? ((one: Row, other: Row) => collator.compare(column.text(one), column.text(other)))
  return [...rows].sort((one, other) => sign * compare(one, other))
}
