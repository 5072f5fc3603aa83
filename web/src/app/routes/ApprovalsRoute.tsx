import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { OnAgain } from '../../features/approvals/ReviewDialog.tsx'
import type { TransferDialog } from '../../features/transfers/OpenDialog.tsx'
import { transferQuery } from '../../features/transfers/shared/transferQueries.ts'
import { TransferDialogs } from '../../features/transfers/TransferDialogs.tsx'
import { todayUtc } from '../../lib/format.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
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
  const { client, tenantAddr, custodians } = useViewer()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<TransferDialog>()
  const go = (next: string | undefined, workflowId: string | undefined) =>
    void navigate({
      to: '.',
      search: {
        ...(next === undefined ? {} : { list: next }),
        ...(workflowId === undefined ? {} : { row: workflowId }),
      },
      replace: true,
    })
  const openAgain: OnAgain = async (calls, { instrumentOf }) => {
    const { againOf } = await importWithRetry(() => import('../../features/transfers/again/againOf.ts'))
    const decimalsOf = (leg: Parameters<typeof instrumentOf>[0]) => instrumentOf(leg)?.decimals
    const again = againOf(calls, { own: tenantAddr, custodians, decimalsOf, today: todayUtc() })
    if (again === undefined) return false
    if (again.kind === 'create') setDialog(again)
    else {
      const { openingDeliveryId, ...form } = again
      setDialog({ ...form, transfer: await queries.query(transferQuery(client, openingDeliveryId)) })
    }
    return true
  }
  return (
    <Suspense fallback={null}>
      <TransferDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
      <ApprovalsScreen
        onAgain={openAgain}
        listName={textOf(list)}
        onList={(next) => go(next, undefined)}
        openId={textOf(row)}
        onOpen={(workflowId) => go(textOf(list), workflowId)}
      />
    </Suspense>
  )
}
