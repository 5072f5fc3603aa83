import { readableText, RegistryState, type RegistryInstrument } from '@connex/protocol'
import { listRegistryInstruments, type Custodian } from '@connex/sdk'
import type { ReactNode } from 'react'
import { pagingOf, useTableQuery } from '../../shared/tableQuery.ts'
import { formatQuantity } from '../../lib/format.ts'
import { instrumentParts, shownIdentifier } from '../../lib/identifiers.ts'
import type { Column } from '../../lib/table/Column.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { instruments as sentences } from '../../messages/en/instruments.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Page } from '../../ui/page/Page.tsx'
import { StatusChip } from '../../ui/status/StatusChip.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'

addMessages(sentences)

const TYPES = ['BOND', 'FUND', 'PRIVATE'] as const

const columns: Column<RegistryInstrument>[] = [
  {
    id: 'identifier',
    header: t('Instruments.identifier'),
    width: 150,
    text: ({ identifier }) => identifier,
    // Of a private note the reference that its issuer gave; the fingerprint is in the tooltip.
    cell: ({ identifier, label }) => instrumentParts(identifier, label).code ?? shownIdentifier(identifier),
    isMono: true,
    isAlwaysExported: true,
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: 'label',
    header: t('Instruments.label'),
    width: 300,
    text: ({ label }) => label ?? '',
    cell: ({ identifier, label }) => instrumentParts(identifier, label).name,
    card: 'title',
    isAlwaysExported: true,
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: 'instrumentType',
    header: t('Instruments.type'),
    width: 90,
    text: ({ instrumentType }) => t(`InstrumentType.${instrumentType}`),
    isSortable: true,
    filter: {
      kind: 'choice',
      pill: t('Instruments.type'),
      options: TYPES.map((value) => ({ value, label: t(`InstrumentType.${value}`) })),
      isSingle: true,
    },
  },
  {
    id: 'issueSize',
    header: t('Instruments.issue_size'),
    width: 180,
    text: ({ issueSize, decimals }) => formatQuantity(issueSize, decimals),
    isNumeric: true,
    isSortable: true,
    filter: { kind: 'quantity' },
  },
  {
    id: 'registryState',
    header: t('Instruments.suspension_state'),
    width: 150,
    text: ({ registryState }) => t(`RegistryState.${registryState}`),
    // Only an exception is a chip: what is active needs no attention.
    cell: ({ registryState }) =>
      registryState === 'REGISTERED' ? (
        t('RegistryState.REGISTERED')
      ) : (
        <StatusChip tone={registryState === 'SUSPENDED' ? 'yours' : 'canceled'}>
          {t(`RegistryState.${registryState}`)}
        </StatusChip>
      ),
    isSortable: true,
    filter: {
      kind: 'choice',
      pill: t('Instruments.suspension_state'),
      options: (['REGISTERED', 'SUSPENDED', 'DEREGISTERED'] as const).map((value) => ({
        value,
        label: t(`RegistryState.${value}`),
      })),
    },
    card: 'status',
  },
  {
    id: 'description',
    header: t('Instruments.description'),
    width: 290,
    text: ({ description }) => readableText(description ?? ''),
    isSortable: true,
    filter: { kind: 'text' },
  },
]

type Props = {
  custodian: Custodian
  state: TableState
  onStateChange: (next: TableState) => void
  panel?: ReactNode
}

/** The instruments registered with one custodian, with the volume issued. */
export function InstrumentsTable({ custodian, state, onStateChange, panel }: Props) {
  const { client } = useViewer()
  const { registryManagerAddr, registrarAddr } = custodian
  const states = (state.filters['registryState'] ?? []).flatMap(
    (value) => RegistryState.safeParse(value).data ?? [],
  )
  const type = TYPES.find((one) => one === state.filters['instrumentType']?.[0])
  const { where = [], ...paging } = pagingOf(state, columns)
  const query = {
    ...paging,
    ...(paging.sortBy === undefined && { sortBy: 'label' }),
    where: type === undefined ? where : [...where, `instrumentType:is:${type}`],
    registryManagerAddr,
    registrarAddr,
    ...(states.length > 0 && { registryState: states }),
  }
  const answer = useTableQuery({
    queryKey: ['instruments', query],
    list: (signal, page) => listRegistryInstruments(client, { ...query, ...page }, { signal }),
    failure: t('Instruments.failure'),
  })
  return (
    <Page title={t('Navigation.instruments_of', { custodianName: custodian.label })}>
      <DataTable
        id="instruments"
        name={t('Instruments.title')}
        columns={columns}
        rowId={({ registryId }) => registryId}
        rowVersion={({ issueSize, registryState }) => `${issueSize} ${registryState}`}
        answer={answer}
        state={state}
        onStateChange={onStateChange}
        canOpenRows
        panel={panel}
        empty={{
          title: t('Instruments.empty'),
          text: t('Instruments.empty_text', { custodian: custodian.label }),
        }}
      />
    </Page>
  )
}
