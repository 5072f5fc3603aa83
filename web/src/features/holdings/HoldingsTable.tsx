import type { Position } from '@connex/protocol'
import { listPositions } from '@connex/sdk'
import { lazy, useCallback, useMemo, type ReactNode } from 'react'
import { custodianQuery } from '../../lib/custodians.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { pagingOf, useTableQuery } from '../../shared/tableQuery.ts'
import { withFilter, type TableState } from '../../lib/table/TableState.ts'
import { useSuspended } from '../../lib/instruments.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { MenuItem } from '../../ui/menu/MenuItem.ts'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useAccountNames } from '../../shared/desk/accountNames.ts'
import { asOfQuery } from '../../shared/asOf/asOf.ts'
import { AsOfField } from '../../shared/asOf/AsOfField.tsx'
import { emptyText } from './emptyText.ts'
import { HoldingTotals } from './HoldingTotals.tsx'
import { HoldingCard } from './HoldingCard.tsx'
import { custodianNames, holdingColumns } from './holdingColumns.tsx'
import { holdingId } from './holdingQueries.ts'

const SelectedHoldings = lazy(() => importWithRetry(() => import('./SelectedHoldings.tsx')))

type Props = {
  /** Links an earmarked quantity to its open transfers or requests. */
  renderEarmarked: (position: Position, text: ReactNode) => ReactNode
  state: TableState
  onStateChange: (next: TableState) => void
  rowActions: (position: Position) => readonly MenuItem[]
  /** The panel of the open holding. */
  panel?: ReactNode
  actions?: ReactNode
  /** Between the table and the inventory. */
  toggle: ReactNode
}

const versionOf = ({ quantity, earmarked }: Position) => `${quantity} ${earmarked}`

/** The tenant's holdings with every custodian. */
export function HoldingsTable(props: Props) {
  const { state, onStateChange, renderEarmarked, rowActions, panel, actions, toggle } = props
  const { client, tenantAddr, custodians } = useViewer()
  const nameOf = useTenantNames()
  const isSuspended = useSuspended()
  const accountName = useAccountNames()
  const columns = useMemo(
    () => holdingColumns(custodians, nameOf, renderEarmarked, isSuspended, accountName),
    [custodians, nameOf, renderEarmarked, isSuspended, accountName],
  )
  const card = useCallback(
    (position: Position) => (
      <HoldingCard
        position={position}
        custodian={custodianNames(custodians, nameOf)(position)}
        accountName={accountName(position, position.account)}
        isSuspended={isSuspended(position)}
      />
    ),
    [custodians, nameOf, isSuspended, accountName],
  )
  const moment = state.filters['asOf']?.[0]
  const { page, itemsPerPage, sortBy, sortOrder, ...listed } = pagingOf(state, columns)
  const filters = {
    ...listed,
    ...custodianQuery(custodians, state.filters['custodian']),
    owner: tenantAddr,
    ...asOfQuery(moment),
  }
  const query = {
    ...filters,
    page,
    itemsPerPage,
    ...(sortBy === undefined ? { sortBy: 'label' } : { sortBy, sortOrder }),
  }
  const answer = useTableQuery({
    queryKey: ['positions', query],
    list: (signal, page) => listPositions(client, { ...query, ...page }, { signal }),
    failure: t('Holdings.failure'),
  })
  return (
    <Page title={t('Holdings.title')} actions={actions}>
      <DataTable
        id="holdings"
        name={t('Holdings.title')}
        columns={columns}
        rowId={holdingId}
        rowVersion={versionOf}
        answer={answer}
        state={state}
        onStateChange={onStateChange}
        rowActions={rowActions}
        renderSelected={(positions) => <SelectedHoldings positions={positions} />}
        canOpenRows
        card={card}
        panel={panel}
        totals={<HoldingTotals query={filters} />}
        tools={
          <>
            {toggle}
            <AsOfField
              moment={moment}
              onChange={(next) => onStateChange(withFilter(state, 'asOf', next === undefined ? [] : [next]))}
            />
          </>
        }
        empty={emptyText(moment)}
      />
    </Page>
  )
}
