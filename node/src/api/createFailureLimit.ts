// Failed authentications are counted by source, never by account: anyone could lock anyone. A source over the limit is
// told so instead of why it failed; a request of the same source that holds is answered as ever, so that nobody shuts out
// the colleagues behind the same address.
const WINDOW_MS = 60_000
const FAILURES = 300
const SOURCES = 10_000

export type FailureLimit = {
  /** Counts one failure; seconds to wait where the source is over the limit. */
  count(source: string, now?: number): number | undefined
}

/** `createFailureLimit().count('203.0.113.7')` → undefined, until it was called 300 times within a minute. */
export function createFailureLimit(limit = FAILURES): FailureLimit {
  const sources = new Map<string, { since: number; failures: number }>()
  return {
    count(source, now = Date.now()) {
      const known = sources.get(source)
      const current =
        known !== undefined && now - known.since < WINDOW_MS ? known : { since: now, failures: 0 }
      current.failures += 1
      // Re-inserting keeps the map in the order of the last failure, so that the first key is the one to forget.
      sources.delete(source)
      sources.set(source, current)
      const [oldest] = sources.keys()
      if (sources.size > SOURCES && oldest !== undefined) sources.delete(oldest)
      return current.failures > limit ? Math.ceil((current.since + WINDOW_MS - now) / 1000) : undefined
    },
  }
}
