// What the log has of each refused request, and what neither the log nor the answer has.
import { Writable } from 'node:stream'
import { freshNonce, freshSalt, HEADERS } from '@connex/protocol'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { rawRequest, sendSigned, signRequest } from '../../../../testkit/src/servers/requests.ts'
import type { RawRequest, SignedRequest } from '../../../../testkit/src/servers/requests.ts'
import { newUser } from '../../../../testkit/src/servers/users.ts'
import { revokeTokensOf } from '../../storage/queries/credentials.ts'

const POSITIONS = '/api/v6/registry-manager/positions'
const DETAILS = '/api/v6/delivery-manager/deliveries/details'
const TENANTS = '/api/v6/platform/tenants'

let world: BankFixture
let url: string
let user: string
let lines: string[] = []
const output = new Writable({
  write(chunk: Buffer, _, done) {
    lines.push(chunk.toString())
    done()
  },
})

beforeAll(async () => {
  world = await startBankFixture()
  await world.restart({}, pino({ level: 'debug', base: null, timestamp: false }, output))
  url = world.node.url
  user = world.bank.user.address
})
afterAll(() => world?.stop())
beforeEach(() => {
  lines = []
})

type Line = Record<string, unknown>

/** Every line about a failed check. */
const logged = (): Line[] =>
  lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'not authentic')
    .map(({ level: _level, reqId, msg: _msg, ...failed }) => {
      expect(reqId).toEqual(expect.any(String))
      return failed
    })

const sign = (wanted: SignedRequest, signer = world.bank.user) => signRequest(url, signer, wanted)
const codeOf = async (request: RawRequest) => {
  const { status, problem } = await rawRequest(url, request)
  expect(status).toBe(401)
  expect(JSON.stringify(problem)).not.toMatch(/check|fault|header/)
  return problem.code
}
const withHeaders = (request: RawRequest, headers: NonNullable<RawRequest['headers']>): RawRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
})
const bearing = (authorization: string): RawRequest => ({ target: TENANTS, headers: { authorization } })
const loggedIn = async (): Promise<string> => {
  const { text } = await sendSigned(url, world.bank.user, { target: '/api/v6/platform/login' })
  return (JSON.parse(text) as { token: string }).token
}

test.each([HEADERS.user, HEADERS.timestamp, HEADERS.nonce, HEADERS.signature, HEADERS.bodySha256])(
  'the header %s is named if it is missing, malformed or repeated',
  async (header) => {
    const request = await sign({ target: POSITIONS })
    const { [header]: value, ...others } = request.headers ?? {}
    await codeOf({ ...request, headers: others })
    await codeOf(withHeaders(request, { [header]: 'x' }))
    await codeOf(withHeaders(request, { [header]: [String(value), String(value)] }))
    expect(logged()).toEqual(
      ['missing', 'malformed', 'repeated'].map((fault) => ({ check: 'header', header, fault })),
    )
  },
)

test('a signature on a call that takes a bearer token alone is unexpected, and the answer says what the call takes', async () => {
  const { problem } = await rawRequest(url, await sign({ target: TENANTS }))
  expect(problem).toMatchObject({
    code: 'unauthenticated',
    detail: 'This call takes the token of GET /platform/login, and no signature.',
  })
  expect(logged()).toEqual([{ check: 'header', header: HEADERS.signature, fault: 'unexpected' }])
})

test('a clock is off by so many seconds', async () => {
  expect(await codeOf(await sign({ target: POSITIONS, signed: { timestamp: Date.now() - 400_000 } }))).toBe(
    'stale',
  )
  expect(logged()).toEqual([{ check: 'clock', user, secondsOff: expect.closeTo(-400, -1) as number }])
})

test('a signature names the origins and the path that it is not for, without the query', async () => {
  const elsewhere = { serverId: 'https://elsewhere.example' }
  await codeOf(await sign({ target: `${POSITIONS}?filter=secret-search`, signed: elsewhere }))
  const origins = expect.arrayContaining([new URL(url).origin]) as string[]
  expect(logged()).toEqual([{ check: 'signature', user, origins, path: POSITIONS }])
  expect(lines.join('')).not.toContain('secret-search')
})

test('a wallet that nobody knows is named', async () => {
  const stranger = newUser()
  await codeOf(await sign({ target: POSITIONS }, stranger))
  expect(logged()).toEqual([{ check: 'user', user: stranger.address }])
})

test('another body than the signed one, and a nonce again', async () => {
  const body = { deliveryId: freshSalt(), details: { salt: freshSalt(), description: 'Rebalancing' } }
  const request = await sign({ method: 'PUT', target: DETAILS, body, signed: { nonce: freshNonce() } })
  await codeOf({ ...request, body: String(request.body).replace('Rebalancing', 'Rebalancinh') })
  expect(await rawRequest(url, request)).toMatchObject({ status: 200 })
  expect(await codeOf(request)).toBe('replay')
  expect(logged()).toEqual([
    { check: 'body', user },
    { check: 'nonce', user },
  ])
})

test('a bearer token is missing, malformed, unknown, logged out or revoked', async () => {
  await codeOf({ target: TENANTS })
  await codeOf(bearing('Bearer short'))
  await codeOf(bearing(`Bearer ${'x'.repeat(43)}`))
  const ended = await loggedIn()
  await rawRequest(url, { ...bearing(`Bearer ${ended}`), target: '/api/v6/platform/logout' })
  await codeOf(bearing(`Bearer ${ended}`))
  const revoked = await loggedIn()
  await revokeTokensOf(world.node.database.kysely, world.bank.address, world.bank.user.address)
  await codeOf(bearing(`Bearer ${revoked}`))
  expect(logged()).toEqual([
    { check: 'header', header: 'authorization', fault: 'missing' },
    { check: 'header', header: 'authorization', fault: 'malformed' },
    { check: 'token', fault: 'unknown' },
    { check: 'token', fault: 'unknown' },
    { check: 'token', fault: 'revoked', user },
  ])
  for (const secret of [ended, revoked]) expect(lines.join('')).not.toContain(secret)
})

test('the log has no signature and no nonce, and at level info nothing of the check', async () => {
  const request = await sign({ target: POSITIONS, signed: { serverId: 'https://elsewhere.example' } })
  await codeOf(request)
  for (const header of [HEADERS.signature, HEADERS.nonce])
    expect(lines.join('')).not.toContain(request.headers?.[header])
  await world.restart({}, pino({ level: 'info' }, output))
  await rawRequest(world.node.url, request)
  expect(lines.filter((line) => line.includes('"answered"'))).toHaveLength(2)
  expect(logged()).toHaveLength(1)
})
