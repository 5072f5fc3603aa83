import { readableText, type Transfer } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatExactly, formatQuantity, formatWhen } from '../../lib/format.ts'
import { instrumentParts } from '../../lib/identifiers.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { transferLabel } from '../../shared/desk/transferLabel.ts'
import { transferName } from '../../shared/desk/transferName.ts'
import { waitingSince } from '../../shared/desk/waiting.ts'
import { PanelList } from '../../ui/panel/PanelList.tsx'
import { PanelPart } from '../../ui/panel/PanelPart.tsx'
import styles from './CustodianPanel.module.css'
import { MOST_ROWS, requestedAsset, requestsQuery, waitingQuery } from './custodianPanelQueries.ts'

type Props = { custodian: Custodian; onOpen: (transfer: Transfer) => void }

const Since = ({ transfer }: { transfer: Transfer }) => {
  const since = waitingSince(transfer)
  return <span title={formatExactly(since)}>{t('CustodianPanel.since', { when: formatWhen(since) })}</span>
}

const instrumentOf = (asset: Transfer['deliver']): string =>
  instrumentParts(asset?.identifier ?? '', asset?.label).name

/** What waits for the custodian, and since when. */
export function CustodianTransfers({ custodian, onOpen }: Props) {
  const { client } = useViewer()
  const nameOf = useTenantNames()
  const query = useQuery(waitingQuery(client, custodian))
  return (
    <PanelPart title={t('CustodianPanel.waiting')} query={query}>
      {({ items, totalItemCount }) => (
        <>
          <PanelList
            label={t('CustodianPanel.waiting')}
            empty={t('CustodianPanel.nothing_waits')}
            items={items.map((transfer) => {
              const asset = transfer.deliver ?? transfer.receive
              return {
                id: transfer.deliveryId,
                title: transferName(transfer, nameOf),
                note: [instrumentOf(asset), readableText(transfer.description ?? '')]
                  .filter(Boolean)
                  .join(' · '),
                ...(asset && { figure: formatQuantity(asset.quantity, asset.decimals) }),
                status: <Since transfer={transfer} />,
                onOpen: () => onOpen(transfer),
              }
            })}
          />
          {totalItemCount > MOST_ROWS && (
            <p className={styles.all}>
              <Link
                to="/transactions"
                search={{
                  custodian: custodian.key,
                  state: 'PENDING_CUSTODIAN',
                  waiting: 'false',
                  sort: 'lastAt',
                }}
              >
                {t('CustodianPanel.all', { count: totalItemCount })}
              </Link>
            </p>
          )}
        </>
      )}
    </PanelPart>
  )
}

/** The mint and burn requests under way: whose turn, and since when. */
export function CustodianRequests({
  custodian,
  renderStatus,
  onOpen,
}: Props & { renderStatus: (transfer: Transfer) => ReactNode }) {
  const { client } = useViewer()
  const query = useQuery(requestsQuery(client, custodian))
  const params = { custodianKey: custodian.key }
  const pending = { state: 'PENDING' }
  return (
    <PanelPart title={t('CustodianPanel.requests')} query={query}>
      {({ items, totalItemCount }) => (
        <>
          <PanelList
            label={t('CustodianPanel.requests')}
            empty={t('CustodianPanel.no_requests')}
            items={items.map((request) => {
              const asset = requestedAsset(request)
              const type = transferLabel(request)
              const instrument = instrumentOf(asset)
              return {
                id: request.deliveryId,
                title: t('CustodianPanel.request', { type, instrument }),
                note: readableText(request.description ?? ''),
                ...(asset && { figure: formatQuantity(asset.quantity, asset.decimals) }),
                status: (
                  <span className={styles.turn}>
                    {renderStatus(request)}
                    <Since transfer={request} />
                  </span>
                ),
                onOpen: () => onOpen(request),
              }
            })}
          />
          {totalItemCount > MOST_ROWS && (
            <p className={styles.all}>
              <Link to="/custodians/$custodianKey/mint-requests" params={params} search={pending}>
                {t('Navigation.mint_requests')}
              </Link>
              <Link to="/custodians/$custodianKey/burn-requests" params={params} search={pending}>
                {t('Navigation.burn_requests')}
              </Link>
            </p>
          )}
        </>
      )}
    </PanelPart>
  )
}
