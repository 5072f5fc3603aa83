import { DeliveryId } from '@connex/protocol'
import { useState } from 'react'
import { transferActions } from '../../features/transfers/transferActions.ts'
import {
  preloadCreate,
  TransferDialogs,
  type TransferDialog,
} from '../../features/transfers/TransferDialogs.tsx'
import { TransferPanel } from '../../features/transfers/TransferPanel.tsx'
import { TransfersTable } from '../../features/transfers/TransfersTable.tsx'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useTableRoute } from './useTableRoute.ts'

const FILTERS = ['transferType', 'state', 'custodian', 'direction']

export function TransactionsRoute() {
  const { tenantAddr } = useViewer()
  const { state, onStateChange } = useTableRoute(FILTERS)
  const [dialog, setDialog] = useState<TransferDialog>()
  const deliveryId = DeliveryId.safeParse(state.selected).data
  return (
    <>
      <TransfersTable
        state={state}
        onStateChange={onStateChange}
        actions={
          <Button
            variant="primary"
            icon="plus"
            onPointerEnter={preloadCreate}
            onFocus={preloadCreate}
            onClick={() => setDialog({ kind: 'fop', prefill: {} })}
          >
            {t('Holdings.create_fop')}
          </Button>
        }
        rowActions={(transfer) => [
          ...transferActions(transfer, tenantAddr).map(({ id, label, icon }) => ({
            id,
            label,
            icon,
            ...(id === 'cancel' && { tone: 'danger' as const }),
            onSelect: () => setDialog({ kind: id, transfer }),
          })),
          {
            id: 'open',
            label: t('Transactions.open'),
            icon: 'info',
            onSelect: () => onStateChange({ ...state, selected: transfer.deliveryId }),
          },
        ]}
        panel={
          deliveryId && (
            <TransferPanel
              key={deliveryId}
              deliveryId={deliveryId}
              onAction={(kind, transfer) => setDialog({ kind, transfer })}
              onClose={() => onStateChange({ ...state, selected: undefined })}
            />
          )
        }
      />
      <TransferDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
