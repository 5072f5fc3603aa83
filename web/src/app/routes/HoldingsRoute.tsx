import { DeliveryId, type Position } from '@connex/protocol'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { HoldingsTable } from '../../features/holdings/HoldingsTable.tsx'
import { TransferTurn } from '../../features/transfers/shared/TransferStatus.tsx'
import { preloadCreate, TransferDialogs } from '../../features/transfers/TransferDialogs.tsx'
import { custodianOf } from '../../lib/custodians.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import type { MenuAction, MenuItem } from '../../ui/menu/MenuItem.ts'
import { LoadingPanel } from '../../ui/panel/SidePanel.tsx'
import { CreateTransferButton } from './CreateTransferButton.tsx'
import { creationDialog, creationRefusal, type Creation, type HoldingDialog } from './holdingActions.ts'
import { OpenTransfer } from './OpenTransfer.tsx'
import { useTableRoute } from './useTableRoute.ts'

const HoldingPanel = lazy(() => importWithRetry(() => import('../../features/holdings/HoldingPanel.tsx')))
const CreateRequestDialog = lazy(() =>
  importWithRetry(() => import('../../features/requests/CreateRequestDialog.tsx')),
)

const FILTERS = ['identifier', 'custodian', 'account', 'quantity', 'earmarked', 'available', 'label', 'asOf']

/** Links to the pending transfers that deliver from this holding. */
const renderEarmarked = ({ identifier, account }: Position, text: ReactNode) => (
  <Link
    to="/transactions"
    search={{
      deliverIdentifier: `is:${identifier}`,
      deliverAccount: `is:${account ?? ''}`,
      state: ['PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN'],
    }}
    title={t('Holdings.show_deals')}
  >
    {text}
  </Link>
)

const ROW_ACTIONS = [
  ['ANY', 'Holdings.create_transfer'],
  ['FOP', 'Holdings.create_fop'],
  ['SEC_LEND', 'Holdings.create_sec_lend'],
  ['REPO', 'Holdings.create_repo'],
] as const
const PANEL_ACTIONS = [
  ['ANY', 'Holdings.transfer'],
  ['REPO', 'Holdings.repo'],
  ['SEC_LEND', 'Holdings.lend'],
  ['BURN', 'Holdings.burn'],
] as const

export function HoldingsRoute() {
  const { custodians } = useViewer()
  const { state, onStateChange } = useTableRoute(FILTERS)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<HoldingDialog>()
  const day = state.filters['asOf']?.[0]
  const openRow = (openRowId: string | undefined) => onStateChange({ ...state, openRowId })

  const actionsOf = (
    position: Position,
    named: readonly (readonly [Creation, (typeof ROW_ACTIONS | typeof PANEL_ACTIONS)[number][1]])[],
  ): MenuAction[] => {
    const custodian = custodianOf(custodians, position)
    const source = { position, custodian, isPast: day !== undefined }
    return named.map(([creation, label]) => ({
      id: creation,
      label: t(label),
      icon: 'transactions',
      disabledReason: creationRefusal(source),
      onSelect: () => setDialog(creationDialog(creation, source)),
    }))
  }
  const rowActions = (position: Position): MenuItem[] => {
    preloadCreate()
    const custodian = custodianOf(custodians, position)
    if (position.earmarked === '0' || custodian === undefined) return actionsOf(position, ROW_ACTIONS)
    const params = { custodianKey: custodian.key }
    const search = { deliverIdentifier: `is:${position.identifier}`, state: 'PENDING' }
    const burns: MenuItem = {
      id: 'burns',
      label: t('Holdings.show_burns'),
      icon: 'arrow-right',
      onSelect: () => void navigate({ to: '/custodians/$custodianKey/burn-requests', params, search }),
    }
    return [...actionsOf(position, ROW_ACTIONS), burns]
  }
  return (
    <>
      <HoldingsTable
        state={state}
        onStateChange={onStateChange}
        renderEarmarked={renderEarmarked}
        rowActions={rowActions}
        actions={<CreateTransferButton onCreate={(prefill) => setDialog({ kind: 'create', prefill })} />}
        panel={
          state.openRowId && (
            <OpenRow
              rowId={state.openRowId}
              day={day}
              actionsOf={(position) => actionsOf(position, PANEL_ACTIONS)}
              onDialog={setDialog}
              onOpen={openRow}
            />
          )
        }
      />
      <Dialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}

type OpenRowProps = {
  /** Of a holding, or of a transfer that was opened from one. */
  rowId: string
  day: string | undefined
  actionsOf: (position: Position) => readonly MenuAction[]
  onDialog: (dialog: HoldingDialog) => void
  onOpen: (rowId: string | undefined) => void
}

function OpenRow({ rowId, day, actionsOf, onDialog, onOpen }: OpenRowProps) {
  const close = () => onOpen(undefined)
  if (DeliveryId.safeParse(rowId).success)
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
        day={day}
        renderStatus={(transfer) => <TransferTurn transfer={transfer} />}
        renderActions={(position) =>
          actionsOf(position).map(({ id, label, disabledReason, onSelect }) => (
            <Button key={id} size="small" disabledReason={disabledReason} onClick={onSelect}>
              {label}
            </Button>
          ))
        }
        onOpen={onOpen}
        onClose={close}
      />
    </Suspense>
  )
}

function Dialogs({ dialog, onClose }: { dialog: HoldingDialog | undefined; onClose: () => void }) {
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
