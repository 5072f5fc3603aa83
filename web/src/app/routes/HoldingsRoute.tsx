import type { Position } from '@connex/protocol'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { asOfQuery } from '../../shared/asOf/asOf.ts'
import { HOLDING_FILTERS } from '../../features/holdings/holdingColumns.tsx'
import { HoldingsTable } from '../../features/holdings/HoldingsTable.tsx'
import { LayoutToggle, layoutOf } from '../../features/holdings/LayoutToggle.tsx'
import { preloadCreate } from '../../features/transfers/TransferDialogs.tsx'
import { custodianOf } from '../../lib/custodians.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { formatQuantity } from '../../lib/format.ts'
import { withFilter } from '../../lib/table/TableState.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { MenuAction, MenuItem } from '../../ui/menu/MenuItem.ts'
import { CreateTransferButton } from './CreateTransferButton.tsx'
import {
  creationDialog,
  creationRefusal,
  type Creation,
  type HoldingDialog,
} from './holdings/holdingActions.ts'
import { HoldingDialogs } from './holdings/HoldingDialogs.tsx'
import { Pending } from './Pending.tsx'
import { useTableRoute } from './useTableRoute.ts'

const Inventory = lazy(() => importWithRetry(() => import('../../features/holdings/inventory/Inventory.tsx')))

const OpenHolding = lazy(() => importWithRetry(() => import('./OpenHolding.tsx')))

const FILTERS = [...HOLDING_FILTERS, 'asOf', 'layout']

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
  ['FOP', 'Holdings.transfer'],
  ['REPO', 'Holdings.repo'],
  ['SEC_LEND', 'Holdings.lend'],
  ['BURN', 'Holdings.burn'],
] as const

export function HoldingsRoute() {
  const { custodians } = useViewer()
  const { state, onStateChange } = useTableRoute(FILTERS)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<HoldingDialog>()
  const moment = state.filters['asOf']?.[0]
  const openRow = (openRowId: string | undefined) => onStateChange({ ...state, openRowId })

  const sourceOf = (position: Position) => ({
    position,
    custodian: custodianOf(custodians, position),
    isPast: asOfQuery(moment).asOfTime !== undefined,
  })
  const actionsOf = (
    position: Position,
    named: readonly (readonly [Creation, (typeof ROW_ACTIONS | typeof PANEL_ACTIONS)[number][1]])[],
  ): MenuAction[] => {
    const source = sourceOf(position)
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
  const ticket = (creation: Creation, position: Position) => {
    setDialog(
      creationDialog(creation, sourceOf(position), formatQuantity(position.available, position.decimals)),
    )
  }
  const layout = layoutOf(state.filters['layout']?.[0])
  const parts = {
    actions: <CreateTransferButton onCreate={(prefill) => setDialog({ kind: 'create', prefill })} />,
    toggle: (
      <LayoutToggle value={layout} onChange={(next) => onStateChange(withFilter(state, 'layout', [next]))} />
    ),
    panel: state.openRowId && (
      <Suspense fallback={null}>
        <OpenHolding
          rowId={state.openRowId}
          moment={moment}
          actionsOf={(position) => actionsOf(position, PANEL_ACTIONS)}
          onDialog={setDialog}
          onOpen={openRow}
        />
      </Suspense>
    ),
  }
  return (
    <>
      {layout === 'table' ? (
        <HoldingsTable
          state={state}
          onStateChange={onStateChange}
          renderEarmarked={renderEarmarked}
          rowActions={rowActions}
          {...parts}
        />
      ) : (
        <Suspense fallback={<Pending />}>
          <Inventory
            moment={moment}
            onMoment={(next) => onStateChange(withFilter(state, 'asOf', next === undefined ? [] : [next]))}
            onOpen={openRow}
            onTicket={ticket}
            refusalOf={(position) => creationRefusal(sourceOf(position))}
            {...parts}
          />
        </Suspense>
      )}
      <HoldingDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
