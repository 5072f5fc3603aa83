import { PENDING_STATES } from '@connex/protocol'
import { call, listTransfers, type Client, type Custodian } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useViewer } from '../../lib/Viewer.ts'
import { custodianDesk } from '../../messages/en/desk/custodianDesk.ts'
import { addMessages, t } from '../../messages/t.ts'
import { UnitTotal } from '../../shared/desk/UnitTotal.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Missing } from './Missing.tsx'
import styles from './CustodianCards.module.css'

addMessages(custodianDesk)

type Pair = Pick<Custodian, 'registryManagerAddr' | 'registrarAddr'>

const pairOf = ({ registryManagerAddr, registrarAddr }: Custodian): Pair => ({
  registryManagerAddr,
  registrarAddr,
})

const totalsQuery = (
  client: Client,
  custodian: Custodian,
  owner: ReturnType<typeof useViewer>['tenantAddr'],
) =>
  queryOptions({
    queryKey: ['positions', 'totals', owner, custodian.key],
    queryFn: async ({ signal }) => {
      const query = { ...pairOf(custodian), owner }
      return (await call(client, 'positionTotals', { query, signal })).totals
    },
  })

const accountsQuery = (client: Client, custodian: Custodian) =>
  queryOptions({
    queryKey: ['accounts', 'count', custodian.key],
    queryFn: async ({ signal }) => {
      const query = { ...pairOf(custodian), itemsPerPage: 1 }
      return (await call(client, 'registryAccounts', { query, signal })).totalItemCount
    },
  })

const pendingQuery = (client: Client, custodian: Custodian, kind: 'MINT' | 'BURN') =>
  queryOptions({
    queryKey: ['transfers', 'count', custodian.key, kind],
    queryFn: async ({ signal }) => {
      const query = {
        ...pairOf(custodian),
        transferType: [kind],
        state: [...PENDING_STATES],
        itemsPerPage: 1,
      }
      return (await listTransfers(client, query, { signal })).totalItemCount
    },
  })

/** Each custodian at a glance: what lies with it, what of that is available, and what it still has to confirm. */
export default function CustodianCards() {
  const { custodians } = useViewer()
  return (
    <ul className={styles.cards}>
      {custodians.map((custodian) => (
        <CustodianCard key={custodian.key} custodian={custodian} />
      ))}
    </ul>
  )
}

function CustodianCard({ custodian }: { custodian: Custodian }) {
  const { client, tenantAddr } = useViewer()
  const { key, label } = custodian
  const held = useQuery(totalsQuery(client, custodian, tenantAddr))
  const accounts = useQuery(accountsQuery(client, custodian))
  const mints = useQuery(pendingQuery(client, custodian, 'MINT'))
  const burns = useQuery(pendingQuery(client, custodian, 'BURN'))
  const missing = [held, accounts, mints, burns].filter(({ data, isError }) => isError && data === undefined)
  const totals = held.data
  const holdings = totals?.reduce((sum, { positions }) => sum + positions, 0)
  const pending = { state: 'PENDING' }
  const params = { custodianKey: key }
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>
        <Link to="." search={{ row: key }}>
          {label}
        </Link>
      </h2>
      <p className={styles.facts}>
        <Link to="/holdings" search={{ custodian: key }}>
          {textOf('holdings', holdings)}
        </Link>
        <Link to="/custodians/$custodianKey/accounts" params={params}>
          {textOf('accounts', accounts.data)}
        </Link>
        <Link to="/custodians/$custodianKey/mint-requests" params={params} search={pending}>
          {textOf('mints', mints.data)}
        </Link>
        <Link to="/custodians/$custodianKey/burn-requests" params={params} search={pending}>
          {textOf('burns', burns.data)}
        </Link>
      </p>
      {missing.length > 0 ? (
        <Missing text={t('CustodianCards.failure')} onRetry={() => missing.map((query) => query.refetch())} />
      ) : totals === undefined ? (
        <span className={styles.outline}>
          <Skeleton width="full" />
        </span>
      ) : totals.length === 0 ? (
        <p className={styles.none}>{t('CustodianCards.none')}</p>
      ) : (
        totals.map((total) => <UnitTotal key={total.unit} total={total} />)
      )}
    </li>
  )
}

const textOf = (fact: 'holdings' | 'accounts' | 'mints' | 'burns', count: number | undefined): string =>
  t(`CustodianCards.${fact}`, { count: count ?? '–' })
