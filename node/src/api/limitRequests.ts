// One source cannot have the server for itself: over its requests of a minute it is told to wait.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { ApiContext } from './ApiContext.ts'

export const limitRequests = ({ requests, metrics }: Pick<ApiContext, 'requests' | 'metrics'>) =>
  async function limited(request: FastifyRequest): Promise<void> {
    const seconds = requests?.count(request.ip)
    if (seconds === undefined) return
    metrics.limited()
    throw new ApiError('tooManyRequests', {}, { headers: { 'retry-after': String(seconds) } })
  }
