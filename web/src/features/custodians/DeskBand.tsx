import type { DeskSummary, WaitingParty } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { summaryQuery } from '../../lib/deskSummary.ts'
import { todayUtc } from '../../lib/format.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { deskBand } from '../../messages/en/desk/deskBand.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Missing } from '../../ui/feedback/Missing.tsx'
import styles from './DeskBand.module.css'

addMessages(deskBand)

const CustodianCards = lazy(() => importWithRetry(() => import('./CustodianCards.tsx')))

const countOf = ({ waiting }: DeskSummary, party: WaitingParty): number =>
  waiting.filter((group) => group.party === party).reduce((sum, { count }) => sum + count, 0)

/** What waits for whom and what is due today, as links. */
export function DeskBand() {
  const { client } = useViewer()
  const { data, isError, refetch } = useQuery(summaryQuery(client))
  const day = todayUtc()
  const counts = data && {
    yours: countOf(data, 'YOU'),
    due: (data.due.find(({ date }) => date === day)?.count ?? 0) + data.overdue,
    counterparty: countOf(data, 'COUNTERPARTY'),
    custodian: countOf(data, 'CUSTODIAN'),
  }
  const entries = [
    { id: 'yours', to: '/transactions', search: { waiting: 'true' } },
    { id: 'due', to: '/calendar', search: { day } },
    { id: 'counterparty', to: '/transactions', search: { state: 'PENDING_COUNTERPARTY', waiting: 'false' } },
    { id: 'custodian', to: '/transactions', search: { state: 'PENDING_CUSTODIAN', waiting: 'false' } },
  ] as const
  if (data === undefined && isError)
    return <Missing text={t('DeskBand.failure')} onRetry={() => void refetch()} />
  return (
    <ul className={styles.band} aria-label={t('DeskBand.desk')}>
      {entries.map(({ id, to, search }) => (
        <li key={id}>
          <Link className={styles.entry} to={to} search={search} data-tone={counts?.[id] ? id : undefined}>
            <span className={styles.count}>{counts?.[id] ?? '–'}</span>
            {t(`DeskBand.${id}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The cards below the table. The first table names every chunk that it may load next, and theirs needs many. */
export const Cards = () => (
  <Suspense fallback={null}>
    <CustodianCards />
  </Suspense>
)
