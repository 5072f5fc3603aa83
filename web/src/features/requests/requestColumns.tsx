import { readableText, type Address, type Transfer } from '@connex/protocol'
import type { ReactNode } from 'react'
import type { AccountNames } from '../../shared/desk/accountNames.ts'
import { AccountName } from '../../ui/text/AccountName.tsx'
import { InstrumentName } from '../../ui/text/InstrumentName.tsx'
import { wholeName } from '../../lib/identifiers.ts'
import { formatDateTime, formatQuantity, formatUtcDay, formatWhen } from '../../lib/format.ts'
import type { Column } from '../../lib/table/Column.ts'
import { t } from '../../messages/t.ts'
import type { Tone } from '../../ui/status/StatusChip.tsx'
import { actorText, REQUEST_STATES, requestState, type RequestState } from './request.ts'
import styles from './requestColumns.module.css'

const TONES: Record<RequestState, Tone> = { PENDING: 'custodian', SETTLED: 'done', CANCELED: 'canceled' }

/** How a row shows whose turn it is, and names the parties. */
type Shown = {
  nameOf: (address: Address) => string
  trackOf: (request: Transfer) => ReactNode
  accountName?: AccountNames
}

/** The columns of the mint and burn tables, for the leg that the request moves. */
export const requestColumns = (leg: 'deliver' | 'receive', shown: Shown): Column<Transfer>[] => [
  {
    id: `${leg}Identifier`,
    header: t('Requests.isin'),
    width: 210,
    text: (request) => request[leg]?.identifier ?? '',
    tooltip: (request) => wholeName(request[leg]?.identifier ?? '', request[leg]?.label),
    cell: (request) => (
      <InstrumentName identifier={request[leg]?.identifier ?? ''} label={request[leg]?.label} />
    ),
    isSortable: true,
    exported: [
      { header: t('Requests.isin'), text: (request) => request[leg]?.identifier ?? '' },
      { header: t('Requests.name'), text: (request) => request[leg]?.label ?? '' },
    ],
    isAlwaysExported: true,
    filter: { kind: 'text' },
    card: 'title',
  },
  {
    id: 'description',
    header: t('Requests.description'),
    width: 240,
    isInPanel: true,
    text: ({ description }) => readableText(description ?? ''),
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: `${leg}Quantity`,
    header: t('Requests.quantity'),
    width: 180,
    text: (request) => {
      const asset = request[leg]
      return asset === null ? '' : formatQuantity(asset.quantity, asset.decimals)
    },
    isNumeric: true,
    isSortable: true,
    filter: { kind: 'quantity' },
  },
  accountColumn(leg, shown),
  stateColumn(shown),
  ...timeColumns(),
]

const accountColumn = (leg: 'deliver' | 'receive', shown: Shown): Column<Transfer> => ({
  id: `${leg}Account`,
  header: t('Requests.account'),
  width: 120,
  text: (request) => request[leg]?.account ?? '',
  cell: (request) => (
    <AccountName
      account={request[leg]?.account ?? ''}
      name={shown.accountName?.(request, request[leg]?.account ?? null)}
    />
  ),
  exported: [
    { header: t('Requests.account'), text: (request) => request[leg]?.account ?? '' },
    {
      header: t('Requests.account_name'),
      text: (request) => shown.accountName?.(request, request[leg]?.account ?? null) ?? '',
    },
  ],
  isSortable: true,
  filter: { kind: 'text' },
})

const stateColumn = ({ nameOf, trackOf }: Shown): Column<Transfer> => ({
  id: 'state',
  header: t('Requests.state'),
  width: 250,
  text: (request) => t(`RequestState.${requestState(request)}`),
  cell: (request) => (
    <span className={styles.state}>
      {trackOf(request)}
      <span
        className={styles.words}
        data-tone={request.state === 'PENDING' ? 'yours' : TONES[requestState(request)]}
      >
        {[t(`RequestState.${requestState(request)}`), actorText(request, nameOf)].filter(Boolean).join(' · ')}
      </span>
    </span>
  ),
  isSortable: true,
  filter: {
    kind: 'choice',
    pill: t('Requests.state'),
    options: REQUEST_STATES.map((value) => ({ value, label: t(`RequestState.${value}`) })),
  },
  card: 'status',
})

const timeColumns = (): Column<Transfer>[] => [
  {
    id: 'createdAt',
    header: t('Requests.created'),
    width: 112,
    isInPanel: true,
    text: ({ createdAt }) => formatDateTime(createdAt),
    cell: ({ createdAt }) => formatWhen(createdAt),
    isSortable: true,
    filter: { kind: 'day', zone: 'local', pill: t('Requests.created') },
  },
  {
    id: 'expiresAt',
    header: t('Requests.expires'),
    width: 112,
    text: (request) => (requestState(request) === 'PENDING' ? formatUtcDay(request.expiresAt) : ''),
    isSortable: true,
    filter: { kind: 'day', zone: 'utc' },
    isHiddenAtFirst: true,
  },
  {
    id: 'closedAt',
    header: t('Requests.closed'),
    width: 112,
    isInPanel: true,
    text: ({ closedAt }) => (closedAt === null ? '' : formatDateTime(closedAt)),
    cell: ({ closedAt }) => closedAt !== null && formatWhen(closedAt),
  },
]
