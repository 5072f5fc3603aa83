import type { Transfer } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ACCOUNT_FILTERS, AccountsTable } from '../../features/accounts/AccountsTable.tsx'
import { TransferStatus } from '../../features/transfers/shared/TransferStatus.tsx'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { LoadingPanel } from '../../ui/panel/SidePanel.tsx'
import { useTableRoute } from './useTableRoute.ts'
import { WithCustodian } from './WithCustodian.tsx'

const AccountPanel = lazy(() => importWithRetry(() => import('../../features/accounts/AccountPanel.tsx')))

export function AccountsRoute() {
  const { state, onStateChange } = useTableRoute(ACCOUNT_FILTERS)
  return (
    <WithCustodian>
      {(custodian) => (
        <AccountsTable
          custodian={custodian}
          state={state}
          onStateChange={onStateChange}
          panel={
            state.openRowId && (
              <OpenAccount
                custodian={custodian}
                rowId={state.openRowId}
                onClose={() => onStateChange({ ...state, openRowId: undefined })}
              />
            )
          }
        />
      )}
    </WithCustodian>
  )
}

function OpenAccount(props: { custodian: Custodian; rowId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const { custodian, rowId, onClose } = props
  const openTransfer = ({ deliveryId, transferType }: Transfer) => {
    const search = { row: deliveryId }
    if (transferType !== 'MINT') return void navigate({ to: '/transactions', search })
    const params = { custodianKey: custodian.key }
    return void navigate({ to: '/custodians/$custodianKey/mint-requests', params, search })
  }
  return (
    <Suspense fallback={<LoadingPanel title={t('Accounts.one')} onClose={onClose} />}>
      <AccountPanel
        key={rowId}
        custodian={custodian}
        rowId={rowId}
        renderStatus={(transfer) => <TransferStatus transfer={transfer} />}
        onHolding={(row) => void navigate({ to: '/holdings', search: { row } })}
        onTransfer={openTransfer}
        onClose={onClose}
      />
    </Suspense>
  )
}
