import type { DeskSummary, WaitingParty } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatExactly, formatWhen } from '../../lib/format.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { StatusChip } from '../../ui/status/StatusChip.tsx'
import { ownRequestsQuery } from './todayQueries.ts'
import { countOf, requestText } from './todayText.ts'
import styles from './WaitingLists.module.css'

type Group = DeskSummary['waiting'][number]

const OTHERS = {
  COUNTERPARTY: { title: 'Today.with_counterparties', tone: 'counterparty', state: 'PENDING_COUNTERPARTY' },
  CUSTODIAN: { title: 'Today.with_custodians', tone: 'custodian', state: 'PENDING_CUSTODIAN' },
} as const satisfies Partial<Record<WaitingParty, object>>

type Other = keyof typeof OTHERS

/** More of them would push the rest of the screen away. */
const MOST_OPEN = 4

type Props = {
  waiting: readonly Group[]
  /** How many requests the viewer has sent and nobody has answered. */
  numRequests: number
  /** The key with which Transactions filters by a registrar. */
  custodianKeyOf: (registrar: Group['tenant']) => string | undefined
}

/** Who else is waited for: each with the number of transfers and since when; counterparties also with each request. */
export function WaitingLists({ waiting, numRequests, custodianKeyOf }: Props) {
  return (['COUNTERPARTY', 'CUSTODIAN'] as const).map((party) => (
    <WaitingList
      key={party}
      party={party}
      groups={waiting.filter((group) => group.party === party)}
      numRequests={party === 'COUNTERPARTY' ? numRequests : 0}
      custodianKeyOf={custodianKeyOf}
    />
  ))
}

function WaitingList({
  party,
  groups,
  numRequests,
  custodianKeyOf,
}: Omit<Props, 'waiting'> & { party: Other; groups: Group[] }) {
  const nameOf = useTenantNames()
  const { title, tone, state } = OTHERS[party]
  const filterOf = ({ tenant }: Group) =>
    party === 'COUNTERPARTY'
      ? { counterparty: `is:${tenant === null ? '' : nameOf(tenant)}` }
      : { custodian: custodianKeyOf(tenant) }
  const numRows = groups.length + numRequests
  return (
    <details className={styles.list} open={numRows > 0 && numRows <= MOST_OPEN}>
      <summary className={styles.summary}>
        <Icon name="chevron-right" className={styles.chevron} />
        <h2>{t(title)}</h2>
        <StatusChip tone={numRows === 0 ? 'plain' : tone}>{countOf(groups, party) + numRequests}</StatusChip>
      </summary>
      <ul>
        {groups.map((group) => (
          <li key={group.tenant}>
            <Link
              className={styles.group}
              to="/transactions"
              search={{ state, waiting: 'false', ...filterOf(group), sort: 'lastAt' }}
            >
              <span className={styles.name}>{group.tenant !== null && nameOf(group.tenant)}</span>
              <span className={styles.count}>{t('Today.transfers', { count: group.count })}</span>
              <span className={styles.since} title={formatExactly(group.since)}>
                {t('Today.since', { when: formatWhen(group.since) })}
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
        {numRequests > 0 && <OwnRequests />}
      </ul>
    </details>
  )
}

/** The viewer's own requests, each as a link to the deal's panel. */
function OwnRequests() {
  const { client } = useViewer()
  const nameOf = useTenantNames()
  const { data } = useQuery(ownRequestsQuery(client))
  return (data?.items ?? []).map((request) => (
    <li key={request.messageId}>
      <Link className={styles.group} to="." search={{ row: request.openingDeliveryId }}>
        <span className={styles.name}>
          {nameOf(request.counterpartyAddr)}
          <span className={styles.sentence}>{requestText(request, nameOf)}</span>
        </span>
        <span className={styles.count}>{t('Today.requests', { count: 1 })}</span>
        <span className={styles.since} title={formatExactly(request.createdAt)}>
          {t('Today.since', { when: formatWhen(request.createdAt) })}
        </span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  ))
}
