import type { WaitingParty } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { summaryQuery } from '../../../lib/deskSummary.ts'
import { readPreference, writePreference } from '../../../lib/preferences.ts'
import { withFirstPage, type TableState } from '../../../lib/table/TableState.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import styles from './TurnTabs.module.css'

type Filters = TableState['filters']
type TabId = 'yours' | 'counterparty' | 'custodian' | 'done' | 'canceled' | 'all'

/** Each tab's part of the address. A request to cancel that waits for you is in yours alone. */
const TABS: Record<TabId, { filters: Filters; party?: WaitingParty }> = {
  yours: { filters: { waiting: ['true'] }, party: 'YOU' },
  counterparty: {
    filters: { waiting: ['false'], state: ['PENDING_COUNTERPARTY'] },
    party: 'COUNTERPARTY',
  },
  custodian: { filters: { waiting: ['false'], state: ['PENDING_CUSTODIAN'] }, party: 'CUSTODIAN' },
  done: { filters: { state: ['SETTLED'] } },
  canceled: { filters: { state: ['CANCELED'] } },
  all: { filters: {} },
}
const IDS = Object.keys(TABS) as TabId[]
const PREFERENCE = 'transactions.tab'

type Props = { state: TableState; onStateChange: (next: TableState) => void }

/** The transfers by whose turn they are. The browser opens the screen with the last choice again. */
export function TurnTabs({ state, onStateChange }: Props) {
  const { client } = useViewer()
  const waiting = useQuery(summaryQuery(client)).data?.waiting
  const active = tabOf(state.filters)
  const choose = (id: TabId) =>
    onStateChange(withFirstPage(state, { filters: { ...othersOf(state.filters), ...TABS[id].filters } }))
  useEffect(() => {
    const last = IDS.find((id) => id === readPreference(PREFERENCE))
    const isBare =
      state.search === '' && state.openRowId === undefined && Object.keys(state.filters).length === 0
    if (last !== undefined && last !== 'all' && isBare) choose(last)
    // Only what the address says when the screen opens counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <div className={styles.tabs} role="group" aria-label={t('Transactions.tabs')}>
      {IDS.map((id) => {
        const { party } = TABS[id]
        const groups = waiting?.filter((group) => group.party === party)
        const count = groups?.reduce((sum, group) => sum + group.count, 0)
        return (
          <button
            key={id}
            type="button"
            className={styles.tab}
            data-party={party}
            aria-pressed={id === active}
            onClick={() => {
              writePreference(PREFERENCE, id)
              choose(id)
            }}
          >
            {t(`Transactions.tab_${id}`)}
            {party !== undefined && count !== undefined && <span className={styles.count}>{count}</span>}
          </button>
        )
      })}
      {state.sort === undefined && <span className={styles.order}>{t('Transactions.order')}</span>}
    </div>
  )
}

const othersOf = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([id]) => id !== 'waiting' && id !== 'state'))

/** The tab whose filters these are; undefined of any other selection. */
export function tabOf({ waiting = [], state = [] }: Filters): TabId | undefined {
  const isSame = (one: readonly string[], other: readonly string[] = []) => one.join() === other.join()
  return IDS.find(
    (id) => isSame(waiting, TABS[id].filters['waiting']) && isSame(state, TABS[id].filters['state']),
  )
}
