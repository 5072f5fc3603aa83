import type { Topic } from '@connex/protocol'
import type { QueryClient } from '@tanstack/react-query'

const CUSTODIANS = ['custodians']

/** What a topic makes stale beside its own queries: transfers show their private details, and a custodian's figures come from three topics. */
const STALE: Partial<Record<Topic, readonly string[]>> = {
  details: ['transfers'],
  transfers: CUSTODIANS,
  positions: CUSTODIANS,
  accounts: CUSTODIANS,
}

const WINDOW_MS = 10_000
const PAUSE_MS = 250

/**
 * Marks the queries of a topic as stale: those whose key begins with it, and those of STALE. `const mark = markStaleIn(queries); mark('transfers')`
 * At once for a single event; the more often it did so in the last ten seconds, the longer it collects further ones. Each reading
 * is signed, and the vault signs 300 times a minute: twenty transfers of one counterparty must not use that up.
 */
export function markStaleIn(queries: Pick<QueryClient, 'invalidateQueries'>): (topic: Topic) => void {
  const marked = new Set<string>()
  let recent: number[] = []
  const flush = () => {
    recent = [...recent, Date.now()].filter((time) => time > Date.now() - WINDOW_MS)
    for (const topic of marked) void queries.invalidateQueries({ queryKey: [topic] })
    marked.clear()
  }
  return (topic) => {
    const last = recent.at(-1) ?? 0
    if (marked.size === 0) setTimeout(flush, Math.max(0, last + PAUSE_MS * recent.length - Date.now()))
    for (const one of [topic, ...(STALE[topic] ?? [])]) marked.add(one)
  }
}
