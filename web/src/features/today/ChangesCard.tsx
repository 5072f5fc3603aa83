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
import { changesQuery, transfersQuery } from './todayQueries.ts'
import styles from './ChangesCard.module.css'

type Changes = NonNullable<DeskSummary['changes']>
type Kind = Exclude<keyof Changes, 'lastAt'>

const KINDS: readonly Kind[] = ['received', 'settled', 'canceled']
const TONES: Record<Kind, Tone> = { received: 'yours', settled: 'done', canceled: 'canceled' }
/** Of each kind; a link leads to the rest. */
const SHOWN = 5

/** What has settled, was canceled or arrived while the user was away. It stays until the user marks it as seen. */
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
  const ids = KINDS.flatMap((kind) => changes[kind].newest.slice(0, SHOWN))
  const { data } = useQuery(transfersQuery(client, ids))
  const found = new Map(data?.items.map((transfer) => [transfer.deliveryId, transfer]))
  return KINDS.map((kind) => {
    const { count, newest } = changes[kind]
    return (
      count > 0 && (
        <section key={kind} className={styles.kind}>
          <StatusChip tone={TONES[kind]}>{t(`Today.${kind}`, { count })}</StatusChip>
          <ul className={styles.list}>
            {newest.slice(0, SHOWN).map((id) => {
              const transfer = found.get(id)
              return transfer && <Change key={id} kind={kind} transfer={transfer} />
            })}
          </ul>
          {count > SHOWN && (
            <span className={styles.more}>{t('Today.and_more', { count: count - SHOWN })}</span>
          )}
        </section>
      )
    )
  })
}

/** One change as a sentence that opens the transfer. */
function Change({ kind, transfer }: { kind: Kind; transfer: Transfer }) {
  const nameOf = useTenantNames()
  const { transferType, counterpartyAddr, description, deliveryId } = transfer
  const counterparty = nameOf(counterpartyAddr)
  const type = t(`TransferType.${transferType}`)
  const sentence = t(`Today.change_${kind}`, {
    transfer: kind === 'received' ? type : t('Transactions.with', { type, counterparty }),
    counterparty,
  })
  return (
    <li>
      <Link to="." search={{ row: deliveryId }} className={styles.change}>
        {sentence}
        {description !== null && <bdi className={styles.note}> · {readableText(description)}</bdi>}
      </Link>
    </li>
  )
}
