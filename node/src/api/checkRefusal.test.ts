import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { ApiErrorCode, Problem } from '@connex/protocol'
import { ApiError } from '../errors.ts'
import { answerProblem } from './answerProblem.ts'
import { checkRefusal } from './checkRefusal.ts'

const answerOf = async (thrown: ApiErrorCode) => {
  const app = fastify()
  app.setErrorHandler(answerProblem)
  app.addHook('onSend', checkRefusal)
  app.get('/', { config: { call: 'transfers' } }, () => Promise.reject(new ApiError(thrown)))
  const { statusCode, body } = await app.inject('/')
  return { status: statusCode, problem: JSON.parse(body) as Problem }
}

test('a call of a test’s server that answers an error which the table does not declare for it is found out', async () => {
  expect(await answerOf('draftNotFound')).toEqual({
    status: 500,
    problem: expect.objectContaining({
      detail: 'transfers answered draftNotFound, which the table does not declare for it.',
    }) as unknown,
  })
})

test('an error that the table declares is answered as it is', async () => {
  expect(await answerOf('locked')).toMatchObject({ status: 403, problem: { code: 'locked' } })
})
