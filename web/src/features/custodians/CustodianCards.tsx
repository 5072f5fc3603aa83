import type { CustodianKey, CustodianSummary } from '@connex/protocol'
import { call, type Client, type Custodian } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useViewer } from '../../lib/Viewer.ts'
import { custodianCards } from '../../messages/en/desk/custodianCards.ts'
import { addMessages, t } from '../../messages/t.ts'
import { UnitTotal } from '../../shared/desk/UnitTotal.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Missing } from '../../ui/feedback/Missing.tsx'
import styles from './CustodianCards.module.css'

addMessages(custodianCards)

const summariesQuery = (client: Client, custodians: CustodianKey[]) =>
  queryOptions({
    queryKey: ['custodians', custodians],
    queryFn: async ({ signal }) => {
      const { items } = await call(client, 'custodianSummaries', { query: { custodians }, signal })
      return new Map(items.map((one) => [`${one.registryManagerAddr}:${one.registrarAddr}`, one]))
    },
  })

/** Each custodian at a glance: what lies with it, what of that is available, and what it still has to confirm. */
export default function CustodianCards() {
  const { client, custodians } = useViewer()
  const keys = custodians.map(({ key }) => key)
  const { data, isError, refetch } = useQuery(summariesQuery(client, keys))
  if (data === undefined && isError)
    return <Missing text={t('CustodianCards.failure')} onRetry={() => void refetch()} />
  return (
    <ul className={styles.cards}>
      {custodians.map((custodian) => (
        <CustodianCard key={custodian.key} custodian={custodian} summary={data?.get(custodian.key)} />
      ))}
    </ul>
  )
}

type CardProps = {
  custodian: Custodian
  /** Undefined while it is read. */
  summary: CustodianSummary | undefined
}

function CustodianCard({ custodian, summary }: CardProps) {
  const { key, label } = custodian
  const totals = summary?.totals
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
          {textOf('accounts', summary?.accounts)}
        </Link>
        <Link to="/custodians/$custodianKey/mint-requests" params={params} search={pending}>
          {textOf('mints', summary?.mints)}
        </Link>
        <Link to="/custodians/$custodianKey/burn-requests" params={params} search={pending}>
          {textOf('burns', summary?.burns)}
        </Link>
      </p>
      {summary === undefined ? (
        <span className={styles.outline}>
          <Skeleton width="full" />
        </span>
      ) : totals?.length === 0 ? (
        <p className={styles.none}>{t('CustodianCards.none')}</p>
      ) : (
        totals?.map((total) => <UnitTotal key={total.unit} total={total} />)
      )}
    </li>
  )
}

const textOf = (
  fact: 'holdings' | 'accounts' | 'mints' | 'burns',
  count: number | null | undefined,
): string => t(`CustodianCards.${fact}`, { count: count ?? '–' })
