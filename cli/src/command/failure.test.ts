import { ApiError, ClientError } from '@connex/sdk'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

test.each([502, 503, 504])('a proxy’s %d means that the server cannot be reached', (status) => {
  expect(failureOf(new ApiError(status, 'Bad Gateway', { body: '<html>' }))).toEqual({
    code: 'unreachable',
    message: 'The server cannot be reached.',
    detail: `Its proxy answers with ${status}.`,
    exit: 'unreachable',
  })
})

test('a refusal of the server itself keeps its code, and so does another answer of a proxy', () => {
  const problem = { title: 'Service Unavailable', status: 503, code: 'unavailable' } as const
  expect(failureOf(new ApiError(503, '', { problem }))).toMatchObject({ code: 'unavailable', exit: 'failed' })
  expect(failureOf(new ApiError(404, 'Not Found', { body: '<html>' }))).toMatchObject({ code: 'http' })
  expect(failureOf(new ClientError('unreachable', 'https://x'))).toMatchObject({ exit: 'unreachable' })
})
