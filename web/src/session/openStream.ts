// A chunk of its own, loaded once the first screen is shown: nothing on it waits for the stream.
import { subscribeTogether, type Client, type StreamState } from '@connex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { markStaleIn } from './markStale.ts'

export type Updates = {
  queries: QueryClient
  /** The last event before the session read anything. */
  lastEventId: string | undefined
  /** Called when a whole topic may have changed, as after a chain reorg or an outage. */
  onReload: () => void
  onState: (state: StreamState) => void
}

/** Marks as stale what the server's events are about, until the returned function is called. `const stop = openStream(client, updates)` */
export function openStream(client: Client, { queries, lastEventId, onReload, onState }: Updates): () => void {
  let missed: 'nothing' | 'beginning' | 'all' = 'beginning'
  const markStale = markStaleIn(queries)
  return subscribeTogether(client, {
    lastEventId,
    onEvent: ({ topic, keys }) => {
      markStale(topic)
      if (topic !== 'blocks' && keys.length === 0) onReload()
    },
    onState: (state, _error, isOfOtherTab) => {
      if (state === 'offline') missed = 'all'
      // What has changed since the session began is replayed, but not by another tab's stream; and the server may not replay
      // all events of an outage. Then everything is read again.
      const isReplayed = missed === 'beginning' && lastEventId !== undefined && isOfOtherTab !== true
      if (state === 'live' && missed !== 'nothing' && !isReplayed) {
        if (missed === 'all') onReload()
        void queries.invalidateQueries()
      }
      if (state === 'live') missed = 'nothing'
      onState(state)
    },
  })
}
