// What the server announces, into the query cache: a query's key begins with the topic that makes it old.
import type { Topic } from '@connex/protocol'
import type { Client, StreamState, subscribeTogether } from '@connex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { importWithRetry } from '../lib/importWithRetry.ts'

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
export async function followLiveUpdates(
  client: Client,
  queries: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  let missed: 'nothing' | 'beginning' | 'all' = 'beginning'
  signal.addEventListener('abort', () => change('connecting'))
  const openStream = await importStream(signal)
  if (openStream === undefined) return
  const stop = openStream(client, {
    onEvent: ({ topic }) => {
      for (const key of OUTDATED[topic] ?? [topic]) void queries.invalidateQueries({ queryKey: [key] })
    },
    onState: (next) => {
      if (next === 'offline') missed = 'all'
      // What was read before the line stood may be old by then, and what was missed while it was down may not be
      // replayed in full: asked for once more. Who one is was asked a moment ago.
      if (next === 'live' && missed !== 'nothing') {
        const isWanted = missed === 'all' ? () => true : isOfTheLedger
        missed = 'nothing'
        void queries.invalidateQueries({ predicate: ({ queryKey }) => isWanted(queryKey) })
      }
      change(next)
    },
  })
  signal.addEventListener('abort', stop)
}

const isOfTheLedger = ([topic]: readonly unknown[]): boolean => topic !== 'platform'

/** As long as the line's own code does not come there is no line, and that is said. */
async function importStream(signal: AbortSignal): Promise<typeof subscribeTogether | undefined> {
  while (!signal.aborted) {
    try {
      const { openStream } = await importWithRetry(() => import('./openStream.ts'))
      return signal.aborted ? undefined : openStream
    } catch {
      change('offline')
    }
  }
  return undefined
}
