// Counts requests by source within a minute. Failed authentications are counted by source, never by account: otherwise anyone
// could lock anyone out.
import { API_ERRORS } from '@connex/protocol'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../common/errors.ts'
import type { ApiContext, SourceLimit } from '../call/context.ts'
import { NotAuthentic } from './failedCheck.ts'

const WINDOW_MS = 60_000
const SOURCES_MAXIMUM = 10_000

/** Failed authentications of one source within a minute. */
export const FAILURE_LIMIT = 300

/** `createSourceLimit(300).count('203.0.113.7')` → undefined, until it was called 300 times within a minute. */
export function createSourceLimit(limit: number): SourceLimit {
  const sources = new Map<string, { since: number; numRequests: number }>()
  return {
    count(source, now = Date.now()) {
      const known = sources.get(source)
      const isCurrent = known !== undefined && now - known.since < WINDOW_MS
      const current = isCurrent ? known : { since: now, numRequests: 0 }
      current.numRequests += 1
      // Re-inserting orders the map by latest request: the first key is the one to forget.
      sources.delete(source)
      sources.set(source, current)
      const [oldest] = sources.keys()
      if (sources.size > SOURCES_MAXIMUM && oldest !== undefined) sources.delete(oldest)
      return current.numRequests > limit ? Math.ceil((current.since + WINDOW_MS - now) / 1000) : undefined
    },
  }
}

/**
 * Counts a failed authentication at its source, and logs which check failed. Over the limit, failures are answered with the limit instead of their reason;
 * correctly signed requests from the same source are still served, so nobody shuts out colleagues behind the same address.
 */
export async function countingFailures<Result>(
  { failures, metrics }: Pick<ApiContext, 'failures' | 'metrics'>,
  request: Pick<FastifyRequest, 'ip' | 'log'>,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ApiError) || API_ERRORS[error.code].status !== 401) throw error
    if (error instanceof NotAuthentic) request.log.debug(error.failed, 'not authentic')
    metrics.authenticationFailed()
    const seconds = failures.count(request.ip)
    throw seconds === undefined
      ? error
      : new ApiError('tooManyRequests', {}, { cause: error, headers: { 'retry-after': String(seconds) } })
  }
}
