// Counts by source within a minute. Failed authentications are counted so, never by account: anyone could lock anyone.
import { API_ERRORS } from '@connex/protocol'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../common/errors.ts'
import type { ApiContext } from '../call/context.ts'

const WINDOW_MS = 60_000
const SOURCES = 10_000

export type SourceLimit = {
  /** Counts one more; seconds to wait where the source is over the limit. */
  count(source: string, now?: number): number | undefined
}

/** `createSourceLimit(300).count('203.0.113.7')` → undefined, until it was called 300 times within a minute. */
export function createSourceLimit(limit: number): SourceLimit {
  const sources = new Map<string, { since: number; seen: number }>()
  return {
    count(source, now = Date.now()) {
      const known = sources.get(source)
      const current = known !== undefined && now - known.since < WINDOW_MS ? known : { since: now, seen: 0 }
      current.seen += 1
      // Re-inserting keeps the map in the order of the last one, so that the first key is the one to forget.
      sources.delete(source)
      sources.set(source, current)
      const [oldest] = sources.keys()
      if (sources.size > SOURCES && oldest !== undefined) sources.delete(oldest)
      return current.seen > limit ? Math.ceil((current.since + WINDOW_MS - now) / 1000) : undefined
    },
  }
}

/** Failed authentications of one source within a minute. */
export const FAILURE_LIMIT = 300

/**
 * Counts a failed authentication at its source. A source over the limit is told so instead of why it failed; a request of
 * the same source that holds is answered as ever, so that nobody shuts out the colleagues behind the same address.
 */
export async function countingFailures<Result>(
  { failures, metrics }: Pick<ApiContext, 'failures' | 'metrics'>,
  request: Pick<FastifyRequest, 'ip'>,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ApiError) || API_ERRORS[error.code].status !== 401) throw error
    metrics.authenticationFailed()
    const seconds = failures.count(request.ip)
    throw seconds === undefined
      ? error
      : new ApiError('tooManyRequests', {}, { cause: error, headers: { 'retry-after': String(seconds) } })
  }
}
