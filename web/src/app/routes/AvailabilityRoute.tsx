import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AvailabilityScreen } from '../../features/availability/AvailabilityScreen.tsx'
import type { TransferDialog } from '../../features/transfers/OpenDialog.tsx'
import { TransferDialogs } from '../../features/transfers/TransferDialogs.tsx'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { UrlSearch } from '../../lib/table/TableState.ts'

const FlowActions = lazy(() => importWithRetry(() => import('./availability/FlowActions.tsx')))

export function AvailabilityRoute() {
  const navigate = useNavigate()
  const search: UrlSearch = useSearch({ strict: false })
  const { short, row, asOf } = search
  const change = (changed: UrlSearch) =>
    void navigate({ to: '.', search: { ...search, ...changed }, replace: true })
  const [dialog, setDialog] = useState<TransferDialog>()
  return (
    <>
      <AvailabilityScreen
        isShortOnly={short === 'true'}
        onShortOnly={(isShortOnly) => change({ short: isShortOnly ? 'true' : undefined })}
        cell={typeof row === 'string' ? row : undefined}
        onCell={(cell) => change({ row: cell })}
        moment={typeof asOf === 'string' ? asOf : undefined}
        onMoment={(moment) => change({ asOf: moment })}
        renderActions={(flow, day) => (
          <Suspense fallback={null}>
            <FlowActions flow={flow} day={day} onDialog={setDialog} />
          </Suspense>
        )}
      />
      <TransferDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
