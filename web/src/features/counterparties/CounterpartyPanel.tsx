import { readableText, TRANSFER_KINDS, type CounterpartySummary, type Transfer } from '@connex/protocol'
import { call, listTransfers } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { daysFrom } from '../../lib/days.ts'
import { formatCash, formatWhen, todayUtc } from '../../lib/format.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { DEAL_KINDS, dueKey, isDeal } from '../../shared/desk/dueEvents.ts'
import { transferLabel } from '../../shared/desk/transferLabel.ts'
import { DueItem } from '../../shared/desk/DueItem.tsx'
import { DefinitionList, type Definition } from '../../ui/panel/DefinitionList.tsx'
import { PanelPart } from '../../ui/panel/PanelPart.tsx'
import { PanelSection, SidePanel } from '../../ui/panel/SidePanel.tsx'
import { sumText } from './counterpartyColumns.tsx'
import styles from './CounterpartyPanel.module.css'

/** Every deal that is open today ends before then, or has no end. */
const FAR_AHEAD = 50 * 365
const MOST_DEALS = 100
const RECENT = 6

type Props = {
  summary: CounterpartySummary
  /** As the table's period reads. */
  period: string
  renderStatus: (transfer: Transfer) => ReactNode
  onClose: () => void
}

/** One counterparty: its open deals, its last transfers, and what went to and fro. */
export function CounterpartyPanel({ summary, period, renderStatus, onClose }: Props) {
  const nameOf = useTenantNames()
  const name = nameOf(summary.counterpartyAddr)
  return (
    <SidePanel title={name} onClose={onClose}>
      <p>
        <Link to="/transactions" search={{ counterparty: `is:${name}` }}>
          {t('Counterparties.show_all')}
        </Link>
      </p>
      <OpenDeals summary={summary} />
      <RecentTransfers summary={summary} renderStatus={renderStatus} />
      <PanelSection title={t('Counterparties.totals', { period })}>
        <DefinitionList items={totalsOf(summary)} />
      </PanelSection>
    </SidePanel>
  )
}

function OpenDeals({ summary: { counterpartyAddr, openDeals } }: Pick<Props, 'summary'>) {
  const { client } = useViewer()
  const title = t('Counterparties.deals')
  const today = todayUtc()
  const range = { from: today, to: daysFrom(today, FAR_AHEAD), overdue: true, open: true, kind: DEAL_KINDS }
  const query = useQuery({
    queryKey: ['transfers', 'due', 'with', counterpartyAddr, today],
    queryFn: ({ signal }) =>
      call(client, 'dueEvents', { query: { ...range, counterpartyAddr, itemsPerPage: MOST_DEALS }, signal }),
    enabled: openDeals > 0,
  })
  if (openDeals === 0)
    return (
      <PanelSection title={title}>
        <p className={styles.none}>{t('Counterparties.no_deals')}</p>
      </PanelSection>
    )
  return (
    <PanelPart title={title} query={query}>
      {({ items, totalItemCount }) => (
        <>
          <ul className={styles.list}>
            {items.filter(isDeal).map((event) => (
              <li key={dueKey(event)}>
                <DueItem event={event} isNarrow hasDay />
              </li>
            ))}
          </ul>
          {totalItemCount > items.length && (
            <p className={styles.none}>{t('Counterparties.first_deals', { count: items.length })}</p>
          )}
        </>
      )}
    </PanelPart>
  )
}

function RecentTransfers({ summary, renderStatus }: Pick<Props, 'summary' | 'renderStatus'>) {
  const { client } = useViewer()
  const { counterpartyAddr } = summary
  const query = useQuery({
    queryKey: ['transfers', 'recent', counterpartyAddr],
    queryFn: ({ signal }) =>
      listTransfers(
        client,
        {
          participant: counterpartyAddr,
          transferType: [...TRANSFER_KINDS],
          itemsPerPage: RECENT,
          sortBy: 'createdAt',
          sortOrder: 'desc',
        },
        { signal },
      ),
  })
  return (
    <PanelPart title={t('Counterparties.recent')} query={query}>
      {({ items }) => (
        <ul className={styles.list}>
          {items.map((transfer) => (
            <li key={transfer.deliveryId} className={styles.transfer}>
              <Link to="/transactions" search={{ row: transfer.deliveryId }}>
                {transferLabel(transfer)}
              </Link>
              {renderStatus(transfer)}
              <span className={styles.note}>
                {transfer.description !== null && <bdi>{readableText(transfer.description)}</bdi>}
              </span>
              <span className={styles.note}>{formatWhen(transfer.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </PanelPart>
  )
}

const lines = (texts: readonly string[]): ReactNode =>
  texts.length === 0 ? (
    t('Counterparties.none')
  ) : (
    <span className={styles.lines}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  )

const totalsOf = ({ settled, canceled, delivered, received, cash }: CounterpartySummary): Definition[] => [
  { term: t('Counterparties.settled'), value: settled },
  { term: t('Counterparties.canceled'), value: canceled },
  { term: t('Counterparties.delivered'), value: lines(delivered.map(sumText)) },
  { term: t('Counterparties.received'), value: lines(received.map(sumText)) },
  {
    term: t('Counterparties.cash_in'),
    value: lines(cash.map(({ incoming, currency }) => formatCash(incoming, currency))),
  },
  {
    term: t('Counterparties.cash_out'),
    value: lines(cash.map(({ outgoing, currency }) => formatCash(outgoing, currency))),
  },
]
