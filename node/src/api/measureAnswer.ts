import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../createMetrics.ts'
import { STREAM_TOPICS } from './openStream.ts'

/** A stream is no answer: it lasts as long as its reader. */
export const measureAnswer = (metrics: Pick<Metrics, 'answered'>) =>
  async function measured(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { call } = request.routeOptions.config
    if (call !== undefined && Object.hasOwn(STREAM_TOPICS, call)) return
    metrics.answered(call ?? 'other', reply.statusCode, reply.elapsedTime / 1000)
  }
