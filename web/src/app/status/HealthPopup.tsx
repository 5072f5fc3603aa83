import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNow } from '../../lib/useNow.ts'
import { status } from '../../messages/en/shell/status.ts'
import { addMessages, t } from '../../messages/t.ts'
import { readLive, subscribeLive } from '../../session/live.ts'
import { useSession } from '../../session/useSession.ts'
import { DefinitionList } from '../../ui/panel/DefinitionList.tsx'
import { Popup, type PopupProps } from '../../ui/popup/Popup.tsx'
import { ageOf, healthQuery, type Block, type Health } from './healthQuery.ts'
import { localZone } from '../../shared/desk/timeZone.ts'

addMessages(status)

/** Behind the indicator of live updates: server, ledger, the last block and its age, and the time. */
export default function HealthPopup(props: PopupProps) {
  const { client } = useSession().session
  const live = useSyncExternalStore(subscribeLive, readLive)
  const { data, isError, isPaused } = useQuery(healthQuery(client))
  // Paused while the browser has no connection.
  const isLost = isError || isPaused
  const now = new Date(useNow() * 1000)
  const clock = (timeZone?: string) =>
    now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', ...(timeZone && { timeZone }) })
  return (
    <Popup {...props} title={t('Health.title')}>
      <DefinitionList
        items={[
          { term: t('Health.updates'), value: t(`Live.${live}_text`) },
          { term: t('Health.server'), value: isLost ? t('Health.not_reachable') : serverText(data) },
          ...(isLost ? [] : ledgerRows(data)),
          { term: t('Health.time_local'), value: `${clock()} · ${localZone()}` },
          { term: t('Health.time_utc'), value: clock('UTC') },
        ]}
      />
    </Popup>
  )
}

function serverText(health: Health | undefined): string {
  if (health === undefined) return t('Health.checking')
  return health.fault === undefined
    ? t('Health.reachable', { ms: health.milliseconds })
    : t('Health.degraded', { detail: health.fault })
}

function ledgerRows(health: Health | undefined) {
  const checking = t('Health.checking')
  if (health === undefined)
    return (['ledger', 'last_block', 'index'] as const).map((key) => ({
      term: t(`Health.${key}`),
      value: checking,
    }))
  const { isLedgerUp, lastBlock, blocksBehind } = health
  return [
    { term: t('Health.ledger'), value: t(isLedgerUp ? 'Health.ledger_up' : 'Health.not_reachable') },
    {
      term: t('Health.last_block'),
      value: lastBlock === undefined ? t('Health.unknown') : blockText(lastBlock),
    },
    { term: t('Health.index'), value: indexText(blocksBehind) },
  ]
}

function blockText({ number, age }: Block): string {
  const { unit, count } = ageOf(age)
  return t('Health.block_age', { block: number.toLocaleString('en'), age: t(`Health.${unit}`, { count }) })
}

function indexText(behind: number | undefined): string {
  if (behind === undefined) return t('Health.unknown')
  return behind === 0 ? t('Health.up_to_date') : t('Health.behind', { count: behind })
}
