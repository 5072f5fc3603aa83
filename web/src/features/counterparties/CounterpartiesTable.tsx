import { call, everyPage } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { formatIsoDay } from '../../lib/format.ts'
import { allLocally, pageLocally } from '../../lib/table/pageLocally.ts'
import { withFilter, type TableState } from '../../lib/table/TableState.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useToday } from '../../lib/useNow.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { counterparties } from '../../messages/en/desk/counterparties.ts'
import { addMessages, t } from '../../messages/t.ts'
import { failureOf } from '../../shared/tableQuery.ts'
import { NativeSelect } from '../../ui/field/NativeSelect.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { CounterpartySummary } from '@connex/protocol'
import { counterpartyColumns } from './counterpartyColumns.tsx'
import { firstDayOf, periodOf, PERIODS, sinceOf } from './period.ts'

addMessages(counterparties)

export const COUNTERPARTY_FILTERS = ['name', 'period']

type Props = {
  state: TableState
  onStateChange: (next: TableState) => void
  /** The open row's panel. */
  renderPanel: (summary: CounterpartySummary) => ReactNode
}

const none: readonly CounterpartySummary[] = []
const rowId = ({ counterpartyAddr }: CounterpartySummary): string => counterpartyAddr
const versionOf = (row: CounterpartySummary): string => JSON.stringify([row.pending, row.lastAt])

/** Everything with each counterparty. There are as many as tenants at most, so the browser sorts and filters them. */
export function CounterpartiesTable({ state, onStateChange, renderPanel }: Props) {
  const { client } = useViewer()
  const nameOf = useTenantNames()
  const period = periodOf(state.filters['period']?.[0])
  const today = useToday()
  const query = useQuery({
    queryKey: ['transfers', 'counterparties', period, today],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(client, 'counterparties', { query: { ...page, ...sinceOf(period, today) }, signal }),
      ),
    placeholderData: (before) => before,
  })
  const rows = query.data ?? none
  const columns = useMemo(() => counterpartyColumns(rows, nameOf), [rows, nameOf])
  const page = useMemo(
    () => (query.data === undefined ? undefined : pageLocally(rows, columns, state)),
    [query.data, rows, columns, state],
  )
  const open = rows.find((row) => rowId(row) === state.openRowId?.toLowerCase())
  const first = firstDayOf(period, today)
  return (
    <Page title={t('Counterparties.title')}>
      <DataTable
        id="counterparties"
        name={t('Counterparties.title')}
        columns={columns}
        rowId={rowId}
        rowVersion={versionOf}
        answer={{
          page,
          error: failureOf(query, t('Counterparties.failure')),
          isRefreshing: query.isFetching && query.data !== undefined,
          isStale: query.isPlaceholderData,
          onRetry: () => void query.refetch(),
          readAll: () => Promise.resolve(allLocally(rows, columns, state)),
        }}
        state={state}
        onStateChange={onStateChange}
        canOpenRows
        panel={open && renderPanel(open)}
        empty={{ title: t('Counterparties.empty'), text: t('Counterparties.empty_text') }}
        tools={
          <span title={first && t('Counterparties.since', { day: formatIsoDay(first) })}>
            <NativeSelect
              label={t('Counterparties.period')}
              isLabelHidden
              value={period}
              options={PERIODS.map((value) => ({ value, label: t(`Counterparties.period_${value}`) }))}
              onChange={(value) =>
                onStateChange(withFilter(state, 'period', value === 'year' ? [] : [value]))
              }
            />
          </span>
        }
      />
    </Page>
  )
}
