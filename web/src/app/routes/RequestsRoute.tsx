import type { Transfer } from '@connex/protocol'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { requestState, type RequestKind } from '../../features/requests/request.ts'
import { RequestsTable } from '../../features/requests/RequestsTable.tsx'
import { TransferDialogs } from '../../features/transfers/TransferDialogs.tsx'
import { TurnTrack } from '../../features/transfers/shared/TurnTrack.tsx'
import type { TransferAction } from '../../features/transfers/shared/transferActions.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import type { MenuItem } from '../../ui/menu/MenuItem.ts'
import { openForm, usePendingForm } from '../palette/pendingForm.ts'
import { useTableRoute } from './useTableRoute.ts'
import { WithCustodian } from './WithCustodian.tsx'

const OpenTransfer = lazy(() => importWithRetry(() => import('./OpenTransfer.tsx')))
const CancelRequestDialog = lazy(() =>
  importWithRetry(() => import('../../features/requests/CancelRequestDialog.tsx')),
)
const loadCreate = () => importWithRetry(() => import('../../features/requests/CreateRequestDialog.tsx'))
const CreateRequestDialog = lazy(loadCreate)
const preloadCreate = () => void loadCreate()

export const MintRequestsRoute = () => <RequestsOf kind="MINT" />
export const BurnRequestsRoute = () => <RequestsOf kind="BURN" />

const CREATE = { MINT: 'MintRequests.create', BURN: 'BurnRequests.create' } as const
const trackOf = (request: Transfer) => <TurnTrack transfer={request} />
const filtersOf = (side: 'deliver' | 'receive') => [
  ...['Identifier', 'Quantity', 'Account'].map((part) => side + part),
  'description',
  'state',
  'createdAt',
  'expiresAt',
]
const FILTERS = { MINT: filtersOf('receive'), BURN: filtersOf('deliver') }

type Dialog = { kind: 'create'; copyOf?: Transfer } | { kind: 'cancel' | 'confirm'; request: Transfer }

function RequestsOf({ kind }: { kind: RequestKind }) {
  const { state, onStateChange } = useTableRoute(FILTERS[kind])
  const { custodianKey } = useParams({ strict: false })
  const [opened, setDialog] = useState<Dialog>()
  const pending = usePendingForm()
  const isPending = pending?.form === kind && pending.custodianKey === custodianKey?.toLowerCase()
  const dialog = opened ?? (isPending ? { kind: 'create' as const } : undefined)
  const close = () => {
    setDialog(undefined)
    openForm(undefined)
  }
  const cancelOf = (request: Transfer): MenuItem => ({
    id: 'cancel',
    label: t('Requests.cancel'),
    icon: 'close',
    tone: 'danger',
    onSelect: () => setDialog({ kind: 'cancel', request }),
  })
  const act = (action: TransferAction['id'], request: Transfer) => {
    if (action === 'cancel' || action === 'confirm') setDialog({ kind: action, request })
    if (action === 'copy') setDialog({ kind: 'create', copyOf: request })
  }
  return (
    <WithCustodian>
      {(custodian) => (
        <>
          <RequestsTable
            kind={kind}
            custodian={custodian}
            state={state}
            onStateChange={onStateChange}
            trackOf={trackOf}
            actions={
              <Button
                variant="primary"
                icon="plus"
                onPointerEnter={preloadCreate}
                onFocus={preloadCreate}
                onClick={() => setDialog({ kind: 'create' })}
              >
                {t(CREATE[kind])}
              </Button>
            }
            rowActions={(row) => [
              ...(requestState(row) === 'PENDING' ? [cancelOf(row)] : []),
              {
                id: 'copy',
                label: t('Requests.copy'),
                icon: 'copy',
                onSelect: () => setDialog({ kind: 'create', copyOf: row }),
              },
            ]}
            panel={
              state.openRowId && (
                <Suspense fallback={null}>
                  <OpenTransfer
                    rowId={state.openRowId}
                    onAction={act}
                    onOpen={(openRowId) => onStateChange({ ...state, openRowId })}
                    onClose={() => onStateChange({ ...state, openRowId: undefined })}
                  />
                </Suspense>
              )
            }
          />
          {dialog?.kind === 'confirm' && (
            <TransferDialogs dialog={{ kind: 'confirm', transfer: dialog.request }} onClose={close} />
          )}
          <Suspense fallback={null}>
            {dialog?.kind === 'cancel' && (
              <CancelRequestDialog kind={kind} request={dialog.request} onClose={close} />
            )}
            {dialog?.kind === 'create' && (
              <CreateRequestDialog kind={kind} custodian={custodian} copyOf={dialog.copyOf} onClose={close} />
            )}
          </Suspense>
        </>
      )}
    </WithCustodian>
  )
}
