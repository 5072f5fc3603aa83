// The metrics, for who has their token: they tell how busy a bank is.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import type { ApiContext } from './ApiContext.ts'
import { countingFailures } from './countingFailures.ts'

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
