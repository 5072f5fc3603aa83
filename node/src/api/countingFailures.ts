import type { FastifyRequest } from 'fastify'
import { API_ERRORS } from '@connex/protocol'
import { ApiError } from './ApiError.ts'
import type { ApiContext } from './ApiContext.ts'

/** Counts a failed authentication at its source; over the limit it is told that alone. */
export async function countingFailures<Result>(
  { failures }: Pick<ApiContext, 'failures'>,
  request: Pick<FastifyRequest, 'ip'>,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ApiError) || API_ERRORS[error.code].status !== 401) throw error
    const seconds = failures.count(request.ip)
    throw seconds === undefined
      ? error
      : new ApiError('tooManyRequests', {}, { cause: error, headers: { 'retry-after': String(seconds) } })
  }
}
