import type { AssetAccount } from '@connex/protocol'
import { listAccounts, type Custodian } from '@connex/sdk'
import { pagingOf } from '../../lib/pagingOf.ts'
import type { Column } from '../../lib/table/Column.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { useTableQuery } from '../../lib/table/useTableQuery.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'

const columns: Column<AssetAccount>[] = [
  {
    id: 'accountNum',
    header: t('Accounts.account_number'),
    width: 180,
    text: ({ accountNum }) => accountNum,
    isMono: true,
    isSortable: true,
    card: 'title',
  },
  {
    id: 'accountName',
    header: t('Accounts.account_name'),
    width: 260,
    text: ({ accountName }) => accountName ?? '',
    isSortable: true,
  },
  {
    id: 'category',
    header: t('Accounts.category'),
    width: 180,
    text: ({ category }) => category ?? '',
    isSortable: true,
  },
  {
    id: 'internalIdentifier',
    header: t('Accounts.internal_identifier'),
    width: 220,
    text: ({ internalIdentifier }) => internalIdentifier ?? '',
    isSortable: true,
  },
]

type Props = { custodian: Custodian; state: TableState; onStateChange: (next: TableState) => void }

/** One's own accounts with one custodian, with the names that one's tenant gave them. */
export function AccountsTable({ custodian, state, onStateChange }: Props) {
  const { client } = useViewer()
  const { registryManagerAddr, registrarAddr } = custodian
  const query = { ...pagingOf(state), registryManagerAddr, registrarAddr }
  const answer = useTableQuery({
    queryKey: ['accounts', query],
    queryFn: (signal) => listAccounts(client, query, { signal }),
    failure: t('Accounts.failure'),
  })
  return (
    <Page title={t('Accounts.title')} note={custodian.label}>
      <DataTable
        id="accounts"
        name={t('Accounts.title')}
        columns={columns}
        rowId={({ accountNum }) => accountNum}
        answer={answer}
        state={state}
        onStateChange={onStateChange}
        empty={{ title: t('Accounts.empty'), text: t('Accounts.empty_text', { custodian: custodian.label }) }}
      />
    </Page>
  )
}
