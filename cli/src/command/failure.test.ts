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

test.each([
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'https://x Its certificate is signed by an authority that is not trusted here',
  ],
  ['CERT_HAS_EXPIRED', 'https://x Its certificate has expired.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'https://x Its certificate is for another name.'],
])('a server whose certificate is refused with %s says what is wrong with it', (code, detail) => {
  const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code }) })
  const failure = failureOf(new ClientError('unreachable', 'https://x', refused))
  expect(failure).toMatchObject({ code: 'unreachable', exit: 'unreachable' })
  expect(failure.detail).toContain(detail)
})

test('a refused signature says where to look, unless the server does', () => {
  const problem = { title: 'User Authentication Failure', status: 401, code: 'unauthenticated' }
  const refused = (more: object) => failureOf(new ApiError(401, '', { problem: { ...problem, ...more } }))
  expect(refused({}).detail).toContain('none of the addresses that the server calls its own (PUBLIC_ORIGINS)')
  expect(refused({ detail: 'No user of this server has this wallet.' })).toMatchObject({
    message: 'No user of this server has this wallet.',
    detail: undefined,
  })
})
