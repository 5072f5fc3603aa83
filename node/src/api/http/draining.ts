// A process that stops, or leaves the database to a newer version, takes no requests, answers those in progress, and says why it is
// not ready.
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../common/errors.ts'
import type { ApiContext, Draining } from '../call/context.ts'
import { LIVENESS_PATH, SERVING_PATH } from './requestGuards.ts'

/** Most migrations take seconds. */
const RETRY_SECONDS = '2'
const HEALTH_CALLS: readonly unknown[] = ['health', 'ready']
const OPEN_PATHS: readonly unknown[] = [LIVENESS_PATH, '/metrics']

/** `const draining = createDraining()`, then `draining.begin('Version 0.2.0 waits …')` */
export function createDraining(): Draining {
  let reason: string | null = null
  const open = new Set<ServerResponse>()
  let idle = Promise.withResolvers<void>()
  return {
    reason: () => reason,
    count(answer) {
      if (answer.closed) return
      open.add(answer)
      answer.once('close', () => {
        open.delete(answer)
        if (open.size === 0) idle.resolve()
      })
    },
    begin: (why) => {
      reason = why
    },
    end: () => {
      reason = null
    },
    async whenIdle(limitMs) {
      if (open.size === 0) return
      idle = Promise.withResolvers()
      const limit = new AbortController()
      await Promise.race([
        idle.promise,
        sleep(limitMs, undefined, { signal: limit.signal }).catch(() => undefined),
      ])
      limit.abort()
    },
  }
}

/** Health checks get the reason; everybody else a sentence for users. Nothing of a refused request was executed. */
export const refuseWhileDraining = ({ draining }: Pick<ApiContext, 'draining'>) =>
  async function refused(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const { url, config } = request.routeOptions
    if (OPEN_PATHS.includes(url)) return
    const reason = draining.reason()
    if (reason === null) return draining.count(raw)
    const isHealth = url === SERVING_PATH || HEALTH_CALLS.includes(config.call)
    const detail = isHealth ? { detail: reason } : {}
    throw new ApiError('upgrading', detail, { headers: { 'retry-after': RETRY_SECONDS } })
  }
