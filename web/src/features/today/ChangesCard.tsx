import { readableText, type DeskSummary, type Transfer } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatWhen } from '../../lib/format.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { StatusChip, type Tone } from '../../ui/status/StatusChip.tsx'
import { readLastVisit, writeLastVisit } from './lastVisit.ts'
import { CardAnswer, TodayCard } from './TodayCard.tsx'
import { changeText, type ChangeKind } from './todayText.ts'
import { changesQuery, transfersQuery } from './todayQueries.ts'
import styles from './ChangesCard.module.css'

type Changes = NonNullable<DeskSummary['changes']>

/** Each kind with its tone, and where Transactions lists all of it. */
const KINDS: Record<ChangeKind, { tone: Tone; search: Record<string, string> }> = {
  received: { tone: 'yours', search: { sort: '-createdAt' } },
  updated: { tone: 'counterparty', search: { sort: '-lastAt' } },
  settled: { tone: 'done', search: { state: 'SETTLED', sort: '-lastAt' } },
  canceled: { tone: 'canceled', search: { state: 'CANCELED', sort: '-lastAt' } },
}
/** Of each kind; a link leads to the rest. */
const SHOWN = 5

/** What arrived, moved on, settled or was canceled while the user was away. It stays until the user marks it as seen. */
export function ChangesCard() {
  const { client, user } = useViewer()
  const [visit, setVisit] = useState(() => readLastVisit(user.userAddr, Date.now() / 1000))
  const query = useQuery(changesQuery(client, visit.since))
  const when = formatWhen(visit.at)
  const lastAt = query.data?.lastAt ?? null
  const markSeen = () => {
    if (lastAt === null) return
    // Only what this answer contains was seen. This computer's clock cannot say that: it may differ from the ledger's.
    const next = { since: lastAt + 1, at: Math.floor(Date.now() / 1000), isFirst: false }
    writeLastVisit(user.userAddr, next)
    setVisit(next)
  }
  return (
    <TodayCard
      title={t(visit.isFirst ? 'Today.changes_first' : 'Today.changes')}
      note={!visit.isFirst && t('Today.since', { when })}
      aside={
        lastAt !== null && (
          <Button size="small" variant="quiet" icon="check" onClick={markSeen}>
            {t('Today.seen')}
          </Button>
        )
      }
    >
      <CardAnswer query={query} failure={t('Today.changes_failure')} rows={2}>
        {(changes) =>
          changes === null || lastAt === null ? (
            <p className={styles.none}>{t('Today.changes_none', { when })}</p>
          ) : (
            <ChangeLists changes={changes} />
          )
        }
      </CardAnswer>
    </TodayCard>
  )
}

function ChangeLists({ changes }: { changes: Changes }) {
  const { client } = useViewer()
  const kinds = Object.keys(KINDS) as ChangeKind[]
  const ids = kinds.flatMap((kind) => changes[kind].newest.slice(0, SHOWN))
  const { data } = useQuery(transfersQuery(client, ids))
  const found = new Map(data?.items.map((transfer) => [transfer.deliveryId, transfer]))
  return kinds.map((kind) => {
    const { count, newest } = changes[kind]
    const { tone, search } = KINDS[kind]
    return (
      count > 0 && (
        <section key={kind} className={styles.kind}>
          <StatusChip tone={tone}>{t(`Today.${kind}`, { count })}</StatusChip>
          <ul className={styles.list}>
            {newest.slice(0, SHOWN).map((id) => {
              const transfer = found.get(id)
              return transfer && <Change key={id} kind={kind} transfer={transfer} />
            })}
          </ul>
          {count > SHOWN && (
            <Link className={styles.more} to="/transactions" search={search}>
              {t('Today.and_more', { count: count - SHOWN })}
            </Link>
          )}
        </section>
      )
    )
  })
}

/** One change as a sentence that opens the transfer. */
function Change({ kind, transfer }: { kind: ChangeKind; transfer: Transfer }) {
  const { tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const { description, deliveryId } = transfer
  return (
    <li>
      <Link to="." search={{ row: deliveryId }} className={styles.change}>
        {changeText(kind, transfer, tenantAddr, nameOf)}
        {description !== null && <bdi className={styles.note}> · {readableText(description)}</bdi>}
      </Link>
    </li>
  )
}
