import { TransferState, type Transfer } from '@connex/protocol'
import { listTransfers, type Custodian } from '@connex/sdk'
import { useMemo, type ReactNode } from 'react'
import { pagingOf, useTableQuery } from '../../shared/tableQuery.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { useInstrumentNames } from '../../lib/instruments.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { MenuItem } from '../../ui/menu/MenuItem.ts'
import { Page } from '../../ui/page/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { requestColumns } from './requestColumns.tsx'

export type RequestKind = 'MINT' | 'BURN'

const rowId = ({ deliveryId }: Transfer) => deliveryId
const versionOf = ({ deliveryState, description }: Transfer) => `${deliveryState} ${description}`

/** What the two tables say differently. */
const WORDS = { MINT: 'MintRequests', BURN: 'BurnRequests' } as const
/** A request is pending whoever owes it. */
const PENDING = ['PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN'] as const
const SIDES = { MINT: 'receive', BURN: 'deliver' } as const

type Props = {
  kind: RequestKind
  custodian: Custodian
  state: TableState
  onStateChange: (next: TableState) => void
  rowActions: (request: Transfer) => readonly MenuItem[]
  actions?: ReactNode
}

/** One's own mint or burn requests with one custodian. */
export function RequestsTable({ kind, custodian, state, onStateChange, rowActions, actions }: Props) {
  const { client } = useViewer()
  const words = WORDS[kind]
  const instrumentOf = useInstrumentNames()
  const columns = useMemo(() => requestColumns(SIDES[kind], instrumentOf), [kind, instrumentOf])
  const { registryManagerAddr, registrarAddr } = custodian
  const states = (state.filters['state'] ?? []).flatMap((value) =>
    value === 'PENDING' ? PENDING : (TransferState.safeParse(value).data ?? []),
  )
  const query = {
    ...pagingOf(state, columns),
    transferType: [kind],
    registryManagerAddr,
    registrarAddr,
    ...(states.length > 0 && { state: states }),
  }
  const answer = useTableQuery({
    queryKey: ['transfers', query],
    list: (signal, page) => listTransfers(client, { ...query, ...page }, { signal }),
    failure: t(`${words}.failure`),
  })
  return (
    <Page title={t(`${words}.title`)} note={custodian.label} actions={actions}>
      <DataTable
        id={kind.toLowerCase()}
        name={t(`${words}.title`)}
        columns={columns}
        rowId={rowId}
        rowVersion={versionOf}
        answer={answer}
        state={state}
        onStateChange={onStateChange}
        rowActions={rowActions}
        empty={{ title: t(`${words}.empty`), text: t(`${words}.empty_text`, { custodian: custodian.label }) }}
      />
    </Page>
  )
}
