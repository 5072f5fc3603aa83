import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Draining } from '../call/context.ts'
import { createDraining, refuseWhileDraining } from './draining.ts'
import { answerProblem } from './problems.ts'

let draining: Draining
let url: string
let app: FastifyInstance
let answer: PromiseWithResolvers<void>

beforeEach(async () => {
  draining = createDraining()
  answer = Promise.withResolvers()
  app = fastify()
  app.setErrorHandler(answerProblem)
  app.addHook('onRequest', refuseWhileDraining({ draining }))
  app.get('/quick', () => 'done')
  app.get('/slow', () => answer.promise.then(() => 'done'))
  app.get('/ready', { config: { call: 'ready' } }, () => 'ready')
  app.get('/health/live', () => 'alive')
  app.get('/health/serving', () => 'serving')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

const get = async (path: string) => {
  const response = await fetch(url + path)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('a draining server refuses requests, gives health checks the reason, and is alive', async () => {
  draining.begin('Version 9.9.9 waits.')
  const refused = await get('/quick')
  expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('"upgrading"') as string })
  expect(refused.text).not.toContain('9.9.9')
  expect(refused.headers.get('retry-after')).toBe('2')
  for (const path of ['/ready', '/health/serving'])
    expect(await get(path)).toMatchObject({
      status: 503,
      text: expect.stringContaining('Version 9.9.9 waits.') as string,
    })
  expect(await get('/health/live')).toMatchObject({ status: 200 })
  draining.end()
  expect(await get('/quick')).toMatchObject({ status: 200, text: 'done' })
  expect(await get('/health/serving')).toMatchObject({ status: 200 })
})

test('a request in progress is answered, and waited for', async () => {
  const slow = get('/slow')
  await get('/quick')
  draining.begin('Version 9.9.9 waits.')
  let isIdle = false
  const idle = draining.whenIdle(10_000).then(() => (isIdle = true))
  await sleep(50)
  expect(isIdle).toBe(false)
  answer.resolve()
  expect(await slow).toMatchObject({ status: 200, text: 'done' })
  await idle
  // Nothing is in progress now.
  await draining.whenIdle(10_000)
})

test('a request that does not end is waited for only so long', async () => {
  const slow = get('/slow')
  await get('/quick')
  draining.begin('Version 9.9.9 waits.')
  await draining.whenIdle(50)
  answer.resolve()
  expect(await slow).toMatchObject({ status: 200 })
})
