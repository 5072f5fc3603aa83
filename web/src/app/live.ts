// What the server announces, into the query cache: a query's key begins with the topic that makes it old.
import type { Topic } from '@connex/protocol'
import type { Client, StreamState } from '@connex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { fetchPart } from '../lib/fetchPart.ts'

/** What else a topic makes old: private details are shown in the transfers that they belong to. */
const OUTDATED: Partial<Record<Topic, readonly Topic[]>> = { details: ['details', 'transfers'] }

let state: StreamState = 'connecting'
const listeners = new Set<() => void>()

export const readLive = (): StreamState => state

export function subscribeLive(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: StreamState) {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Keeps what is shown in step with the ledger, until it is told to stop. */
export async function followLedger(client: Client, queries: QueryClient, signal: AbortSignal): Promise<void> {
  let wasOffline = false
  signal.addEventListener('abort', () => change('connecting'))
  const { openLine } = await fetchPart(() => import('./openLine.ts'))
  if (signal.aborted) return
  const stop = openLine(client, {
    onEvent: ({ topic }) => {
      for (const key of OUTDATED[topic] ?? [topic]) void queries.invalidateQueries({ queryKey: [key] })
    },
    onState: (next) => {
      // What was missed while the line was down may not be replayed in full: ask for everything once.
      if (next === 'live' && wasOffline) void queries.invalidateQueries()
      wasOffline = next === 'offline' || (wasOffline && next === 'connecting')
      change(next)
    },
  })
  signal.addEventListener('abort', stop)
}
