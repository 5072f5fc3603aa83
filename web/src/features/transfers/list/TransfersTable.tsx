import { Direction, isWaitingFor, TransferState, TransferType, type Transfer } from '@connex/protocol'
import { listTransfers } from '@connex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, type ReactNode } from 'react'
import { custodianQuery } from '../../../lib/custodians.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { pagingOf, useTableQuery } from '../../../shared/tableQuery.ts'
import type { AccountNames } from '../../../shared/desk/accountNames.ts'
import type { TableState } from '../../../lib/table/TableState.ts'
import { useCounterpartyNames, useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import type { MenuAction, MenuItem } from '../../../ui/menu/MenuItem.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { TRANSFER_KINDS } from '../shared/transferKinds.ts'
import { TransferCard } from './TransferCard.tsx'
import { TurnTabs } from './TurnTabs.tsx'
import { DEAL_EVENTS, transferColumns } from './transferColumns.tsx'

const TransfersTotals = lazy(() => importWithRetry(() => import('./TransfersTotals.tsx')))
const SelectedTransfers = lazy(() => importWithRetry(() => import('./SelectedTransfers.tsx')))

const rowId = ({ deliveryId }: Transfer) => deliveryId
const versionOf = (transfer: Transfer) =>
  JSON.stringify([
    transfer.state,
    transfer.confirmations.length,
    transfer.cancelVotes.length,
    transfer.description,
  ])

type Props = {
  state: TableState
  onStateChange: (next: TableState) => void
  rowActions: (transfer: Transfer) => readonly MenuItem[]
  /** For the selected rows. */
  bulkActions?: (transfers: readonly Transfer[], clear: () => void) => readonly MenuAction[]
  actions?: ReactNode
  panel: ReactNode
}

/** Every transfer that the viewer's tenant takes part in. */
export function TransfersTable({ state, onStateChange, rowActions, bulkActions, actions, panel }: Props) {
  const { client, custodians, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const counterparties = useCounterpartyNames()
  const loadAccountNames = useLoadAccountNames()
  const columns = useMemo(
    () => transferColumns(custodians, nameOf, tenantAddr, counterparties, loadAccountNames),
    [custodians, nameOf, tenantAddr, counterparties, loadAccountNames],
  )
  const card = useCallback(
    (transfer: Transfer) => (
      <TransferCard transfer={transfer} counterparty={nameOf(transfer.counterpartyAddr)} />
    ),
    [nameOf],
  )
  const { page, itemsPerPage, sortBy, sortOrder, ...listed } = pagingOf(state, columns)
  const filters = {
    ...listed,
    ...custodianQuery(custodians, state.filters['custodian']),
    ...filtersOf(state),
  }
  const query = { ...filters, page, itemsPerPage, sortBy: sortBy ?? 'turn', sortOrder }
  const isYours = useCallback((transfer: Transfer) => isWaitingFor(transfer, tenantAddr), [tenantAddr])
  const answer = useTableQuery({
    queryKey: ['transfers', query],
    list: (signal, page) => listTransfers(client, { ...query, ...page }, { signal }),
    failure: t('Transactions.failure'),
  })
  return (
    <Page title={t('Transactions.title')} actions={actions}>
      <TurnTabs state={state} onStateChange={onStateChange} />
      <DataTable
        id="transactions"
        name={t('Transactions.title')}
        columns={columns}
        rowId={rowId}
        rowVersion={versionOf}
        answer={answer}
        state={state}
        onStateChange={onStateChange}
        rowActions={rowActions}
        {...(bulkActions && { bulkActions })}
        renderSelected={(transfers) => <SelectedTransfers transfers={transfers} />}
        canOpenRows
        card={card}
        isYours={isYours}
        totals={
          <Suspense fallback={null}>
            <TransfersTotals query={filters} isListed={answer.page !== undefined && !answer.isStale} />
          </Suspense>
        }
        panel={panel}
        empty={{ title: t('Transactions.empty'), text: t('Transactions.empty_text') }}
      />
    </Page>
  )
}

/** The names are read once somebody exports a file. */
function useLoadAccountNames(): () => Promise<AccountNames> {
  const { client } = useViewer()
  const queries = useQueryClient()
  return useCallback(async () => {
    const { accountNamesQuery, namesBy } = await importWithRetry(
      () => import('../../../shared/desk/accountNames.ts'),
    )
    return namesBy(await queries.query(accountNamesQuery(client)))
  }, [client, queries])
}

const WAITING: Readonly<Record<string, boolean>> = { true: true, false: false }

/** The address's filters; values that do not exist are ignored. */
function filtersOf({ filters }: TableState) {
  const types = (filters['transferType'] ?? []).flatMap((value) => TransferType.safeParse(value).data ?? [])
  const states = (filters['state'] ?? []).flatMap((value) => TransferState.safeParse(value).data ?? [])
  const events = DEAL_EVENTS.filter((event) => filters['dealEvent']?.includes(event))
  const waiting = WAITING[filters['waiting']?.[0] ?? '']
  const direction = Direction.safeParse(filters['direction']?.[0]).data
  const listed = types.filter((type) => TRANSFER_KINDS.some((one) => one === type))
  return {
    transferType: listed.length > 0 ? listed : [...TRANSFER_KINDS],
    ...(states.length > 0 && { state: states }),
    ...(events.length > 0 && { dealEvent: events }),
    ...(direction !== undefined && { direction }),
    ...(waiting !== undefined && { waiting }),
  }
}
