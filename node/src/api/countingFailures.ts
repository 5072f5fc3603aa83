import type { FastifyRequest } from 'fastify'
import { API_ERRORS } from '@connex/protocol'
import { ApiError } from '../errors.ts'
import type { ApiContext } from './ApiContext.ts'

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
