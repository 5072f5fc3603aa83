import { CustodianKey, DeliveryId, type Transfer } from '@connex/protocol'
import { lazy, Suspense } from 'react'
import type { TransferAction } from '../../features/transfers/shared/transferActions.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { transactions } from '../../messages/en/transactions.ts'
import { addMessages, t } from '../../messages/t.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadingPanel, SidePanel } from '../../ui/panel/SidePanel.tsx'
import OpenCustodian from './custodians/OpenCustodian.tsx'

addMessages(transactions)

const TransferPanel = lazy(() =>
  importWithRetry(() => import('../../features/transfers/panel/TransferPanel.tsx')),
)

type Props = {
  /** The delivery id in the address, or the key of a custodian that was opened from a transfer. */
  rowId: string
  onAction: (action: TransferAction['id'], transfer: Transfer) => void
  /** Shows another transfer, such as the one that this closes. */
  onOpen: (deliveryId: DeliveryId) => void
  onClose: () => void
}

/** The panel of the transfer in the address, or of a custodian that was opened from one, or a note that the address was cut off or mistyped. */
export default function OpenTransfer({ rowId, onAction, onOpen, onClose }: Props) {
  if (CustodianKey.safeParse(rowId).success) return <OpenCustodian rowId={rowId} onClose={onClose} />
  const deliveryId = DeliveryId.safeParse(rowId).data
  if (deliveryId === undefined)
    return (
      <SidePanel title={t('Transactions.one')} onClose={onClose}>
        <EmptyState title={t('Transactions.unknown')}>{t('Transactions.unknown_text')}</EmptyState>
      </SidePanel>
    )
  return (
    <Suspense fallback={<LoadingPanel title={t('Transactions.one')} onClose={onClose} />}>
      <TransferPanel
        key={deliveryId}
        deliveryId={deliveryId}
        onAction={onAction}
        onOpen={onOpen}
        onClose={onClose}
      />
    </Suspense>
  )
}
