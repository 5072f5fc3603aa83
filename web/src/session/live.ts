// Live updates: the server's events make queries stale.
import type { Client, StreamState, subscribeTogether } from '@connex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { importWithRetry, tryWhileAway } from '../lib/importWithRetry.ts'
import { markStaleIn } from './markStale.ts'

let state: StreamState = 'connecting'
const listeners = new Set<() => void>()

export const readLive = (): StreamState => state

export function subscribeLive(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setState(next: StreamState) {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

type Updates = {
  queries: QueryClient
  /** The last event before the session read anything. */
  lastEventId: string | undefined
  /** Called when a whole topic may have changed, as after a chain reorg or an outage. */
  onReload: () => void
}

/** Keeps the screens in step with the ledger, until the signal aborts. */
export async function followLiveUpdates(
  client: Client,
  { queries, lastEventId, onReload }: Updates,
  signal: AbortSignal,
): Promise<void> {
  let missed: 'nothing' | 'beginning' | 'all' = 'beginning'
  signal.addEventListener('abort', () => setState('connecting'))
  tryWhileAway(() => state === 'offline')
  const openStream = await importStream(signal)
  if (openStream === undefined) return
  const markStale = markStaleIn(queries)
  const stop = openStream(client, {
    lastEventId,
    onEvent: ({ topic, keys }) => {
      markStale(topic)
      if (topic !== 'blocks' && keys.length === 0) onReload()
    },
    onState: (next, _error, isOfOtherTab) => {
      if (next === 'offline') missed = 'all'
      // What has changed since the session began is replayed, but not by another tab's stream; and the server may not replay
      // all events of an outage. Then everything is read again.
      const isReplayed = missed === 'beginning' && lastEventId !== undefined && isOfOtherTab !== true
      if (next === 'live' && missed !== 'nothing' && !isReplayed) {
        if (missed === 'all') onReload()
        void queries.invalidateQueries()
      }
      if (next === 'live') missed = 'nothing'
      setState(next)
    },
  })
  signal.addEventListener('abort', stop)
}

/** The indicator shows 'offline' as long as the stream's code cannot be loaded. */
async function importStream(signal: AbortSignal): Promise<typeof subscribeTogether | undefined> {
  while (!signal.aborted) {
    try {
      const { openStream } = await importWithRetry(() => import('./openStream.ts'))
      return signal.aborted ? undefined : openStream
    } catch {
      setState('offline')
    }
  }
  return undefined
}
