import { lazy, Suspense, useState } from 'react'
import { TodayScreen } from '../../features/today/TodayScreen.tsx'
import { mayDeliver } from '../../features/transfers/shared/transferActions.ts'
import { TurnTrack } from '../../features/transfers/shared/TurnTrack.tsx'
import type { TransferDialog } from '../../features/transfers/OpenDialog.tsx'
import { TransferDialogs } from '../../features/transfers/TransferDialogs.tsx'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { transfers } from '../../messages/en/transfers.ts'
import { addMessages, t } from '../../messages/t.ts'
import { useTableRoute } from './useTableRoute.ts'

const OpenTransfer = lazy(() => importWithRetry(() => import('./OpenTransfer.tsx')))

addMessages(transfers)

export function TodayRoute() {
  const { user } = useViewer()
  const { state, onStateChange } = useTableRoute([])
  const [dialog, setDialog] = useState<TransferDialog>()
  const open = (deliveryId: string | undefined) => onStateChange({ ...state, openRowId: deliveryId })
  return (
    <>
      <TodayScreen
        openId={state.openRowId}
        onOpen={open}
        onAct={(kind, transfer) => setDialog({ kind, transfer })}
        renderTrack={(transfer) => <TurnTrack transfer={transfer} />}
        readOnlyReason={(transfer) => (mayDeliver(user, transfer) ? undefined : t('Turn.read_only'))}
        panel={
          state.openRowId && (
            <Suspense fallback={null}>
              <OpenTransfer
                rowId={state.openRowId}
                onAction={(kind, transfer) => setDialog({ kind, transfer })}
                onOpen={open}
                onClose={() => open(undefined)}
              />
            </Suspense>
          )
        }
      />
      <TransferDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
