import { useNavigate, useSearch } from '@tanstack/react-router'
import { searchOfTable, tableStateOf, type TableState, type UrlSearch } from '../../lib/table/TableState.ts'

/** A table's state in the address of the screen: what one sees can be sent as a link, and the back button works. */
export function useTableRoute(filterIds: readonly string[]) {
  const search: UrlSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = tableStateOf(search, filterIds)
  const onStateChange = (next: TableState) => {
    // Walking down the rows is not a journey that the back button should retrace.
    const isWalk = next.openRowId !== undefined && state.openRowId !== undefined
    void navigate({ to: '.', search: searchOfTable(next), replace: isWalk })
  }
  return { state, onStateChange }
}
