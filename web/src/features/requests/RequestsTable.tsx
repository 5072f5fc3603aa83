import { readableText } from '@connex/protocol'
import type { Transfer } from '@connex/protocol'
import { listTransfers, type Custodian } from '@connex/sdk'
import { useMemo, type ReactNode } from 'react'
import { useAccountNames } from '../../shared/desk/accountNames.ts'
import { pagingOf, useTableQuery } from '../../shared/tableQuery.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { MenuItem } from '../../ui/menu/MenuItem.ts'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { REQUEST_KINDS, STATES_OF, transferStatesOf, type RequestKind } from './request.ts'
import { pagePendingFirst } from './pendingFirst.ts'
import { requestColumns } from './requestColumns.tsx'

const rowId = ({ deliveryId }: Transfer) => deliveryId
const versionOf = ({ deliveryState, description }: Transfer) =>
  `${deliveryState} ${readableText(description ?? '')}`

type Props = {
  kind: RequestKind
  custodian: Custodian
  state: TableState
  onStateChange: (next: TableState) => void
  rowActions: (request: Transfer) => readonly MenuItem[]
  /** Whose turn a request is. */
  trackOf: (request: Transfer) => ReactNode
  /** The panel of the open request. */
  panel?: ReactNode
  actions?: ReactNode
}

/** The tenant's mint or burn requests with one custodian. */
export function RequestsTable(props: Props) {
  const { kind, custodian, state, onStateChange, rowActions, trackOf, panel, actions } = props
  const { client } = useViewer()
  const { messages, leg } = REQUEST_KINDS[kind]
  const nameOf = useTenantNames()
  const accountName = useAccountNames()
  const columns = useMemo(
    () => requestColumns(leg, { nameOf, trackOf, accountName }),
    [leg, nameOf, trackOf, accountName],
  )
  const { registryManagerAddr, registrarAddr } = custodian
  const states = (state.filters['state'] ?? []).flatMap(transferStatesOf)
  const query = {
    ...pagingOf(state, columns),
    transferType: [kind],
    registryManagerAddr,
    registrarAddr,
    ...(states.length > 0 && { state: states }),
  }
  const answer = useTableQuery({
    queryKey: ['transfers', query],
    list: (signal, page = { page: state.page, itemsPerPage: state.itemsPerPage }) =>
      state.sort === undefined && states.length === 0
        ? pagePendingFirst(
            (part, of) => listTransfers(client, { ...query, ...of, state: [...STATES_OF[part]] }, { signal }),
            page,
          )
        : listTransfers(client, { ...query, ...page }, { signal }),
    failure: t(`${messages}.failure`),
  })
  return (
    <Page
      title={t(`Navigation.${kind === 'MINT' ? 'mint' : 'burn'}_requests_of`, {
        custodianName: custodian.label,
      })}
      actions={actions}
    >
      <DataTable
        id={kind.toLowerCase()}
        name={t(`${messages}.title`)}
        columns={columns}
        rowId={rowId}
        rowVersion={versionOf}
        answer={answer}
        state={state}
        onStateChange={onStateChange}
        rowActions={rowActions}
        canOpenRows
        panel={panel}
        empty={{
          title: t(`${messages}.empty`),
          text: t(`${messages}.empty_text`, { custodian: custodian.label }),
        }}
      />
    </Page>
  )
}
