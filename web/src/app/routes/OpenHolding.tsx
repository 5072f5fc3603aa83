import { CustodianKey, DeliveryId, type Position } from '@connex/protocol'
import { lazy, Suspense } from 'react'
import { TransferTurn } from '../../features/transfers/shared/TransferStatus.tsx'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { useShortcut } from '../../lib/useShortcut.ts'
import { Button } from '../../ui/button/Button.tsx'
import type { MenuAction } from '../../ui/menu/MenuItem.ts'
import { LoadingPanel } from '../../ui/panel/SidePanel.tsx'
import type { HoldingDialog } from './holdings/holdingActions.ts'
import OpenTransfer from './OpenTransfer.tsx'

const HoldingPanel = lazy(() => importWithRetry(() => import('../../features/holdings/HoldingPanel.tsx')))

type Props = {
  /** Of a holding, or of a transfer or a custodian that was opened from one. */
  rowId: string
  moment: string | undefined
  actionsOf: (position: Position) => readonly MenuAction[]
  onDialog: (dialog: HoldingDialog) => void
  onOpen: (rowId: string | undefined) => void
}

/** The panel of the row in the address: a holding, or a transfer or a custodian that was opened from one. */
export default function OpenHolding({ rowId, moment, actionsOf, onDialog, onOpen }: Props) {
  const close = () => onOpen(undefined)
  if (DeliveryId.safeParse(rowId).success || CustodianKey.safeParse(rowId).success)
    return (
      <OpenTransfer
        rowId={rowId}
        onAction={(kind, transfer) => onDialog({ kind, transfer })}
        onOpen={onOpen}
        onClose={close}
      />
    )
  return (
    <Suspense fallback={<LoadingPanel title={t('Holdings.one')} onClose={close} />}>
      <HoldingPanel
        key={rowId}
        rowId={rowId}
        moment={moment}
        renderStatus={(transfer) => <TransferTurn transfer={transfer} />}
        renderActions={(position) =>
          actionsOf(position).map((action) => <ActionButton key={action.id} {...action} />)
        }
        onOpen={onOpen}
        onClose={close}
      />
    </Suspense>
  )
}

/** By the ids of the actions, as in the inventory. */
const KEYS: Partial<Record<string, string>> = { FOP: 't', REPO: 'r', SEC_LEND: 'l' }

function ActionButton({ id, label, disabledReason, onSelect }: MenuAction) {
  const key = KEYS[id]
  useShortcut(key ?? '', () => disabledReason === undefined && onSelect())
  return (
    <Button size="small" aria-keyshortcuts={key} disabledReason={disabledReason} onClick={onSelect}>
      {label}
    </Button>
  )
}
