import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../common/errors.ts'
import type { Metrics } from '../../common/metrics.ts'
import { countingFailures } from '../auth/sourceLimit.ts'
import type { ApiContext } from '../call/context.ts'
import { STREAM_TOPICS } from '../streams/stream.ts'

/** One line for each answer. The query stays out of it: what somebody looks for is nobody else's business. */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [path] = (request.raw.url ?? '').split('?', 1)
  request.log.info(
    {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.authenticated?.viewer.address,
    },
    'answered',
  )
}

/** A stream is no answer: it lasts as long as its reader. */
export const measureAnswer = (metrics: Pick<Metrics, 'answered'>) =>
  async function measured(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { call } = request.routeOptions.config
    if (call !== undefined && Object.hasOwn(STREAM_TOPICS, call)) return
    metrics.answered(call ?? 'other', reply.statusCode, reply.elapsedTime / 1000)
  }

// The metrics, for who has their token: they tell how busy a bank is.

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Where no token is configured there are none. */
export function mountMetrics(app: FastifyInstance, context: ApiContext): void {
  const { metricsToken } = context.config
  const wanted = digest(metricsToken ?? '')
  app.get('/metrics', async (request, reply) => {
    if (metricsToken === undefined) throw new ApiError('notFound')
    await countingFailures(context, request, async () => {
      const [, token = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
      if (!timingSafeEqual(wanted, digest(token))) throw new ApiError('unauthenticated')
    })
    return reply
      .header('cache-control', 'no-store')
      .type(context.metrics.contentType)
      .send(await context.metrics.text())
  })
}
