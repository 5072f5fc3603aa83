import type { Position } from '@connex/protocol'
import { listPositions } from '@connex/sdk'
import { useMemo, type ReactNode } from 'react'
import { custodianQuery } from '../../lib/custodianOf.ts'
import { pagingOf } from '../../lib/pagingOf.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { useTableQuery } from '../../lib/table/useTableQuery.ts'
import { useTenantNames } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { MenuItem } from '../../ui/menu/MenuItem.ts'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { holdingColumns } from './holdingColumns.tsx'

type Props = {
  state: TableState
  onStateChange: (next: TableState) => void
  /** What can be begun from one holding. */
  rowActions: (position: Position) => readonly MenuItem[]
  actions?: ReactNode
}

/** A holding is one instrument in one account with one custodian. */
const holdingId = ({ registryManagerAddr, registryId, account }: Position): string =>
  `${registryManagerAddr}.${registryId}.${account}`

const versionOf = ({ quantity, earmarked }: Position) => `${quantity} ${earmarked}`

/** What one's own tenant holds, with every custodian. */
export function HoldingsTable({ state, onStateChange, rowActions, actions }: Props) {
  const { client, tenantAddr, custodians } = useViewer()
  const nameOf = useTenantNames()
  const columns = useMemo(() => holdingColumns(custodians, nameOf), [custodians, nameOf])
  const query = {
    ...pagingOf(state, columns),
    ...custodianQuery(custodians, state.filters['custodian']),
    owner: tenantAddr,
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
        empty={{ title: t('Holdings.empty'), text: t('Holdings.empty_text') }}
      />
    </Page>
  )
}
