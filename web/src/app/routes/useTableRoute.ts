import { useNavigate, useSearch } from '@tanstack/react-router'
import { searchOfTable, tableStateOf, type TableState, type UrlSearch } from '../../lib/table/TableState.ts'

/** A table's state in the address of its screen: a link shows the same rows, and the back button works. */
export function useTableRoute(filterIds: readonly string[]) {
  const search: UrlSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = tableStateOf(search, filterIds)
  const onStateChange = (next: TableState) => {
    // The back button should not retrace the steps from one open row to the next.
    const isRowStep = next.openRowId !== undefined && state.openRowId !== undefined
    void navigate({ to: '.', search: searchOfTable(next), replace: isRowStep })
  }
  return { state, onStateChange }
}
