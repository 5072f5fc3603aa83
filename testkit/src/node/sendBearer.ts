// A platform call as the SDK makes it: with the bearer token that a signed login has given.
import { rawRequest } from './rawRequest.ts'
import type { RawAnswer } from './rawRequest.ts'
import { sendSigned } from './signedRequest.ts'
import type { TestUser } from './newUser.ts'

type BearerRequest = { method?: string; target: string; body?: unknown }

export async function sendBearer(
  baseUrl: string,
  user: TestUser,
  { method = 'GET', target, body }: BearerRequest,
): Promise<RawAnswer> {
  const login = await sendSigned(baseUrl, user, { target: '/api/v6/platform/login' })
  const { token = '' } = login.problem as { token?: string }
  return rawRequest(baseUrl, {
    method,
    target,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
