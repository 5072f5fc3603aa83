// What operators see of the answers: a log line, a histogram, and the metrics for whoever has their token.
import { createHash, timingSafeEqual } from 'node:crypto'
import fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../common/errors.ts'
import type { Metrics } from '../../common/metrics.ts'
import { NotAuthentic } from '../auth/failedCheck.ts'
import { countingFailures } from '../auth/sourceLimit.ts'
import type { ApiContext } from '../call/context.ts'
import { STREAM_TOPICS } from '../streams/stream.ts'
import { answerProblem } from './problems.ts'

/** Every answer names its request as the log does, for a user to quote. */
export async function nameRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.header('x-request-id', request.id)
}

/** One line for each answer, without the query: searches are private. */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [path] = (request.raw.url ?? '').split('?', 1)
  request.log.info(
    {
      method: request.method,
      path,
      status: reply.statusCode,
      code: request.problemCode ?? undefined,
      ms: Math.round(reply.elapsedTime),
      user: request.authenticated?.viewer.address,
    },
    'answered',
  )
}

/** Streams are left out: they last as long as their reader. */
export const measureAnswer = (metrics: Pick<Metrics, 'answered'>) =>
  async function measured(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { call } = request.routeOptions.config
    if (call !== undefined && Object.hasOwn(STREAM_TOPICS, call)) return
    metrics.answered(call ?? 'other', reply.statusCode, reply.elapsedTime / 1000)
  }

/**
 * On a port of its own where the operator names one, so that the public one has no metrics; else 404 unless a token is configured:
 * the metrics show how busy a bank is.
 */
export function mountMetrics(app: FastifyInstance, context: ApiContext): void {
  const { metricsAddress } = context.config
  if (metricsAddress === undefined) return mountPath(app, context)
  const own = fastify()
  own.setErrorHandler(answerProblem)
  mountPath(own, context)
  // An address that is taken ends the start.
  app.addHook('onReady', async () => void (await own.listen(metricsAddress)))
  app.addHook('onClose', () => own.close())
}

function mountPath(app: FastifyInstance, context: ApiContext): void {
  const { metricsToken, metricsAddress } = context.config
  const expected = digest(metricsToken ?? '')
  app.get('/metrics', async (request, reply) => {
    if (metricsToken === undefined && metricsAddress === undefined) throw new ApiError('notFound')
    if (metricsToken !== undefined)
      await countingFailures(context, request, async () => {
        const [, token = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
        if (!timingSafeEqual(expected, digest(token)))
          throw new NotAuthentic({ check: 'token', fault: 'unknown' })
      })
    return reply
      .header('cache-control', 'no-store')
      .type(context.metrics.contentType)
      .send(await context.metrics.text())
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
