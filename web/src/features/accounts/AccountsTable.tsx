import type { AssetAccount } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { readFailureText } from '../../lib/errorText.ts'
import type { Column } from '../../lib/table/Column.ts'
import { allLocally, pageLocally } from '../../lib/table/pageLocally.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { accounts as sentences } from '../../messages/en/accounts.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { accountsQuery } from '../../shared/desk/accounts.ts'

addMessages(sentences)

/** A custodian may leave a whole column empty, which would look as if it were still loading. */
const NOTHING = '–'

const columns: Column<AssetAccount>[] = [
  {
    id: 'accountNum',
    header: t('Accounts.account_number'),
    width: 180,
    text: ({ accountNum }) => accountNum,
    isSortable: true,
    filter: { kind: 'text' },
    card: 'title',
  },
  {
    id: 'accountName',
    header: t('Accounts.account_name'),
    width: 260,
    text: ({ accountName }) => accountName ?? '',
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: 'category',
    header: t('Accounts.category'),
    width: 180,
    text: ({ category }) => category ?? '',
    cell: ({ category }) => category ?? NOTHING,
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: 'internalIdentifier',
    header: t('Accounts.internal_identifier'),
    width: 220,
    text: ({ internalIdentifier }) => internalIdentifier ?? '',
    cell: ({ internalIdentifier }) => internalIdentifier ?? NOTHING,
    isSortable: true,
    filter: { kind: 'text' },
  },
]

/** The filters that the address may have. */
export const ACCOUNT_FILTERS = columns.map(({ id }) => id)

type Props = {
  custodian: Custodian
  state: TableState
  onStateChange: (next: TableState) => void
  panel?: ReactNode
}

/** The tenant's accounts with one custodian: few enough to load all of them. */
export function AccountsTable({ custodian, state, onStateChange, panel }: Props) {
  const { client } = useViewer()
  const query = useQuery(accountsQuery(client, custodian))
  const page = useMemo(() => query.data && pageLocally(query.data, columns, state), [query.data, state])
  const answer = {
    page,
    error: query.error === null ? undefined : readFailureText(query.error, t('Accounts.failure')),
    isRefreshing: query.isFetching,
    onRetry: () => void query.refetch(),
    readAll: () => Promise.resolve(allLocally(query.data ?? [], columns, state)),
  }
  return (
    <Page title={t('Navigation.accounts_of', { custodianName: custodian.label })}>
      <DataTable
        id="accounts"
        name={t('Accounts.title')}
        columns={columns}
        rowId={({ accountNum }) => accountNum}
        answer={answer}
        state={state}
        onStateChange={onStateChange}
        canOpenRows
        panel={panel}
        empty={{ title: t('Accounts.empty'), text: t('Accounts.empty_text', { custodian: custodian.label }) }}
      />
    </Page>
  )
}
