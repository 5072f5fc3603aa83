import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { UrlSearch } from '../../lib/table/TableState.ts'

// A chunk of its own: what it consists of is not in the list of chunks that the first screen loads.
const ApprovalsScreen = lazy(() =>
  importWithRetry(() => import('../../features/approvals/ApprovalsScreen.tsx')),
)

const textOf = (value: UrlSearch[string]): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The list and the open proposal are in the address: a link shows the same. */
export function ApprovalsRoute() {
  const { list, row }: UrlSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (next: string | undefined, workflowId: string | undefined) =>
    void navigate({
      to: '.',
      search: {
        ...(next === undefined ? {} : { list: next }),
        ...(workflowId === undefined ? {} : { row: workflowId }),
      },
      replace: true,
    })
  return (
    <Suspense fallback={null}>
      <ApprovalsScreen
        listName={textOf(list)}
        onList={(next) => go(next, undefined)}
        openId={textOf(row)}
        onOpen={(workflowId) => go(textOf(list), workflowId)}
      />
    </Suspense>
  )
}
