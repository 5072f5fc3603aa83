// Live updates: the server's events make queries stale.
import type { Client, StreamState } from '@connex/sdk'
import { importWithRetry, tryWhileAway } from '../lib/importWithRetry.ts'
import type { openStream, Updates } from './openStream.ts'

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

/** Keeps the screens in step with the ledger, until the signal aborts. */
export async function followLiveUpdates(
  client: Client,
  updates: Omit<Updates, 'onState'>,
  signal: AbortSignal,
): Promise<void> {
  signal.addEventListener('abort', () => setState('connecting'))
  tryWhileAway(() => state === 'offline')
  const open = await importStream(signal)
  if (open === undefined) return
  const stop = open(client, { ...updates, onState: setState })
  signal.addEventListener('abort', stop)
}

/** The indicator shows 'offline' as long as the stream's code cannot be loaded. */
async function importStream(signal: AbortSignal): Promise<typeof openStream | undefined> {
  while (!signal.aborted) {
    try {
      const loaded = await importWithRetry(() => import('./openStream.ts'))
      return signal.aborted ? undefined : loaded.openStream
    } catch {
      setState('offline')
    }
  }
  return undefined
}
