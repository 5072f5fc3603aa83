import { lazy, Suspense } from 'react'
import { TransferDialogs } from '../../../features/transfers/TransferDialogs.tsx'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import type { HoldingDialog } from './holdingActions.ts'

const CreateRequestDialog = lazy(() =>
  importWithRetry(() => import('../../../features/requests/CreateRequestDialog.tsx')),
)

type Props = {
  dialog: HoldingDialog | undefined
  onClose: () => void
}

/** The form that was opened from a holding. */
export function HoldingDialogs({ dialog, onClose }: Props) {
  if (dialog?.kind !== 'burn') return <TransferDialogs dialog={dialog} onClose={onClose} />
  const { registryId, account } = dialog.position
  return (
    <Suspense fallback={null}>
      <CreateRequestDialog
        kind="BURN"
        custodian={dialog.custodian}
        asset={{ registryId, account, quantity: '' }}
        onClose={onClose}
      />
    </Suspense>
  )
}
