import type { DealRequest, Transfer } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { daysFrom } from '../../lib/days.ts'
import { summaryQuery } from '../../lib/deskSummary.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useNow, useToday } from '../../lib/useNow.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { dueQuery } from '../../shared/desk/dueEvents.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { AvailableCard } from './AvailableCard.tsx'
import { ChangesCard } from './ChangesCard.tsx'
import { DueCard } from './DueCard.tsx'
import { CardAnswer, TodayCard } from './TodayCard.tsx'
import { turnsQuery } from './todayQueries.ts'
import { countOf, headline, nextDueText } from './todayText.ts'
import { TurnInbox, type TurnActions } from './TurnInbox.tsx'
import { requestTurnOf, sortTurns, turnOf } from './turns.ts'
import { WaitingLists } from './WaitingLists.tsx'
import styles from './TodayScreen.module.css'

type Props = TurnActions & {
  /** The open transfer, in place of the cards on the right. */
  panel: ReactNode
}

/** What a desk asks first: what waits for whom, what falls due, what can be used, and what has changed. */
export function TodayScreen({ panel, ...actions }: Props) {
  const { client, custodians } = useViewer()
  const day = useToday()
  const summary = useQuery(summaryQuery(client))
  return (
    <Page title={summary.data === undefined ? t('Today.title') : headline(summary.data, day)}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <YourTurn day={day} {...actions} />
          {summary.data !== undefined && (
            <WaitingLists
              waiting={summary.data.waiting}
              numRequests={countOf(summary.data.requests, 'COUNTERPARTY')}
              custodianKeyOf={(registrar) =>
                custodians.find(({ registrarAddr }) => registrarAddr === registrar)?.key
              }
            />
          )}
        </div>
        {panel ? (
          <div className={styles.panel}>{panel}</div>
        ) : (
          <div className={styles.column}>
            <DueCard day={day} />
            <AvailableCard />
            <ChangesCard />
          </div>
        )}
      </div>
    </Page>
  )
}

function YourTurn({ day, ...actions }: TurnActions & { day: string }) {
  const { client } = useViewer()
  const query = useQuery(turnsQuery(client))
  const count = query.data?.transfers.totalItemCount ?? 0
  const isEmpty = count + (query.data?.requests.totalItemCount ?? 0) === 0
  return (
    <TodayCard
      title={t('Today.your_turn')}
      note={!isEmpty && <span className={styles.keys}>{t('Today.keys')}</span>}
    >
      <CardAnswer query={query} failure={t('Today.failure')} rows={6}>
        {({ transfers, requests }) => (
          <>
            <Turns
              {...actions}
              transfers={transfers.items}
              requests={requests.items}
              empty={<NothingWaits day={day} />}
            />
            {count > transfers.items.length && (
              <Link className={styles.more} to="/transactions" search={{ waiting: 'true' }}>
                {t('Today.more', { count })}
              </Link>
            )}
          </>
        )}
      </CardAnswer>
    </TodayCard>
  )
}

type TurnsProps = TurnActions & {
  transfers: readonly Transfer[]
  requests: readonly DealRequest[]
  empty: ReactNode
}

function Turns({ transfers, requests, ...inbox }: TurnsProps) {
  const { tenantAddr } = useViewer()
  const now = useNow()
  const turns = useMemo(
    () =>
      sortTurns([
        ...transfers.map((transfer) => turnOf(transfer, tenantAddr, now)),
        ...requests.map((request) => requestTurnOf(request, now)),
      ]),
    [transfers, requests, tenantAddr, now],
  )
  return <TurnInbox {...inbox} turns={turns} now={now} />
}

const SIX_WEEKS = 41

/** The empty inbox, with what comes next. */
function NothingWaits({ day }: { day: string }) {
  const { client } = useViewer()
  const nameOf = useTenantNames()
  const { data } = useQuery(dueQuery(client, day, daysFrom(day, SIX_WEEKS)))
  return (
    <EmptyState icon="check" title={`${t('Today.nothing_waits')}.`}>
      {data === undefined ? <Skeleton width="long" /> : nextDueText(data, day, nameOf)}
    </EmptyState>
  )
}
