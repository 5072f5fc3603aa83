import { SEARCH_MINIMUM } from '@connex/protocol'
import { includesText, passesText } from './filterValue.ts'
import type { Column } from './Column.ts'
import type { TableState } from './TableState.ts'

export type TablePage<Row> = { items: readonly Row[]; totalItemCount: number }

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

type LocalQuery = Pick<TableState, 'sort' | 'search' | 'filters'>

/** Filters, sorts and pages a list that the browser has in full, by the texts of its cells. */
export function pageLocally<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  state: LocalQuery & Pick<TableState, 'page' | 'itemsPerPage'>,
): TablePage<Row> {
  const all = allLocally(rows, columns, state)
  const from = (state.page - 1) * state.itemsPerPage
  return { items: all.slice(from, from + state.itemsPerPage), totalItemCount: all.length }
}

/** The same, without paging. */
export function allLocally<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  state: LocalQuery,
): readonly Row[] {
  const search = state.search.trim().toLowerCase()
  const wanted = search.length < SEARCH_MINIMUM ? '' : search
  const matching = rows.filter(
    (row) =>
      (wanted === '' || columns.some((column) => includesText(column.text(row), wanted))) &&
      columns.every((column) => passes(row, column, state.filters[column.id] ?? [])),
  )
  return sort(matching, columns, state.sort)
}

function passes<Row>(row: Row, column: Column<Row>, values: readonly string[]): boolean {
  if (values.length === 0) return true
  if (column.filter?.kind === 'choice')
    return values.includes(column.filter.valueFor?.(row) ?? column.text(row))
  return values.every((value) => passesText(column.text(row), value))
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
