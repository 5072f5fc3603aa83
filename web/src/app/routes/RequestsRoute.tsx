import type { Transfer } from '@connex/protocol'
import { lazy, Suspense, useState } from 'react'
import { fetchPart } from '../../lib/fetchPart.ts'
import { requestState } from '../../features/requests/requestColumns.tsx'
import { RequestsTable, type RequestKind } from '../../features/requests/RequestsTable.tsx'
import { t } from '../../messages/t.ts'
import { useTableRoute } from './useTableRoute.ts'
import { WithCustodian } from './WithCustodian.tsx'

const CancelRequestDialog = lazy(() =>
  fetchPart(() => import('../../features/requests/CancelRequestDialog.tsx')),
)

export const MintRequestsRoute = () => <RequestsOf kind="MINT" />
export const BurnRequestsRoute = () => <RequestsOf kind="BURN" />

function RequestsOf({ kind }: { kind: RequestKind }) {
  const table = useTableRoute(['state'])
  const [request, setRequest] = useState<Transfer>()
  return (
    <>
      <WithCustodian>
        {(custodian) => (
          <RequestsTable
            kind={kind}
            custodian={custodian}
            {...table}
            rowActions={(row) => [
              {
                id: 'cancel',
                label: t('Requests.cancel'),
                icon: 'close',
                tone: 'danger',
                disabledReason: requestState(row) === 'PENDING' ? undefined : t('Requests.final'),
                onSelect: () => setRequest(row),
              },
            ]}
          />
        )}
      </WithCustodian>
      {request !== undefined && (
        <Suspense fallback={null}>
          <CancelRequestDialog kind={kind} request={request} onClose={() => setRequest(undefined)} />
        </Suspense>
      )}
    </>
  )
}
