// The REQ cases of the security page, against a running server over real sockets. Test names begin with their case.
import { freshNonce, freshSalt, HEADERS } from '@connex/protocol'
import { call } from '@connex/sdk'
import { sql } from 'kysely'
import { pino } from 'pino'
import { serializeTransaction, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { rawBytes, rawRequest, sendSigned, signRequest } from '../../../../testkit/src/servers/requests.ts'
import type { RawRequest, SignedRequest } from '../../../../testkit/src/servers/requests.ts'
import { newUser, testClient } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'
import { createMetrics } from '../../common/metrics.ts'
import { createDraining } from '../http/draining.ts'
import { createServer } from '../http/server.ts'
import { openEndpoints } from '../../ledger/endpoints.ts'
import { createLedgerRpc } from '../ledger/ledgerRpc.ts'
import { createBroadcaster } from '../streams/broadcaster.ts'
import { createBatchedViewerLoader, createNonceStore } from './batching.ts'
import { createSourceLimit } from './sourceLimit.ts'

let world: BankFixture
let user: TestUser
let url: string
beforeAll(async () => {
  world = await startBankFixture()
  user = world.bank.user
  url = world.node.url
})
afterAll(() => world.stop())

const ME = '/api/v6/platform/me'
const DETAILS = '/api/v6/delivery-manager/deliveries/details'
const sign = (wanted: SignedRequest) => signRequest(url, user, wanted)
const send = (request: RawRequest) => rawRequest(url, request)
const refusal = async (request: RawRequest) => {
  const { status, problem, headers } = await send(request)
  expect(headers['content-type']).toBe('application/problem+json')
  return `${status} ${problem.code} ${problem.title}`
}
const UNAUTHENTICATED = '401 unauthenticated User Authentication Failure'
const REPLAY = '401 replay User Authentication Failure'
const STALE = '401 stale User Authentication Failure'

const details = () => ({
  deliveryId: freshSalt(),
  details: { salt: freshSalt(), description: 'Rebalancing' },
})
const isStored = async (deliveryId: string) => {
  const { text } = await sendSigned(url, user, { target: `${DETAILS}?delivery-ids=${deliveryId}` })
  return (JSON.parse(text) as { totalItemCount: number }).totalItemCount === 1
}

describe('what was signed', () => {
  test('an authentic request is answered', async () => {
    expect(await send(await sign({ target: ME }))).toMatchObject({ status: 200 })
  })

  test.each(['user', 'timestamp', 'nonce', 'signature', 'bodySha256'] as const)(
    'a request without its %s header is refused',
    async (field) => {
      const request = await sign({ target: ME })
      delete request.headers![HEADERS[field]]
      expect(await refusal(request)).toBe(UNAUTHENTICATED)
    },
  )

  test('REQ-01 one byte of the body changed: refused, nothing stored, the nonce is still good', async () => {
    const body = details()
    const request = await sign({ method: 'PUT', target: DETAILS, body })
    const changed = { ...request, body: String(request.body).replace('Rebalancing', 'Rebalancinh') }
    expect(await refusal(changed)).toBe(UNAUTHENTICATED)
    expect(await isStored(body.deliveryId)).toBe(false)
    expect(await send(request)).toMatchObject({ status: 200 })
    expect(await isStored(body.deliveryId)).toBe(true)
  })

  test('REQ-02 another body under the same hash', async () => {
    const request = await sign({ method: 'PUT', target: DETAILS, body: details() })
    expect(await refusal({ ...request, body: JSON.stringify(details()) })).toBe(UNAUTHENTICATED)
    expect(await refusal({ ...request, body: '' })).toBe(UNAUTHENTICATED)
  })

  test('REQ-03 another method', async () => {
    const target = '/api/v6/platform/tenants/users'
    const body = { userAddr: newUser().address, name: 'A' }
    const request = await sign({ method: 'PUT', target, body })
    expect(await refusal({ ...request, method: 'POST' })).toBe(UNAUTHENTICATED)
  })

  test('REQ-04 another path is refused; another case, or a trailing slash, is not a path of ours', async () => {
    const request = await sign({ target: ME })
    expect(await refusal({ ...request, target: '/api/v6/instrument-manager/instruments' })).toBe(
      UNAUTHENTICATED,
    )
    expect(await refusal({ ...request, target: '/api/v6/Platform/me' })).toBe('404 notFound Not Found')
    expect(await refusal({ ...request, target: `${ME}/` })).toBe('404 notFound Not Found')
  })

  test.each([
    ['a value', '?filter=a%20b&page=2'],
    ['the order', '?page=1&filter=a%20b'],
    ['a key twice', '?filter=a%20b&page=1&page=1'],
    ['an empty field', '?filter=a%20b&page=1&'],
    ['a plus for a space', '?filter=a+b&page=1'],
    ['no query', ''],
  ])('REQ-05 %s in the query', async (_, query) => {
    const target = '/api/v6/instrument-manager/instruments'
    const request = await sign({ target: `${target}?filter=a%20b&page=1` })
    expect(await refusal({ ...request, target: target + query })).toBe(UNAUTHENTICATED)
  })

  test('REQ-05 an escape in lower case for one in upper case', async () => {
    const request = await sign({ target: '/api/v6/instrument-manager/instruments?filter=%C3%A4' })
    expect(
      await refusal({ ...request, target: '/api/v6/instrument-manager/instruments?filter=%c3%a4' }),
    ).toBe(UNAUTHENTICATED)
  })

  test('REQ-06 signed for another server', async () => {
    const serverId = 'https://south.example'
    expect(await refusal(await sign({ target: ME, signed: { serverId } }))).toBe(UNAUTHENTICATED)
  })

  test('REQ-07 signed for another chain', async () => {
    expect(await refusal(await sign({ target: ME, signed: { chainId: 1 } }))).toBe(UNAUTHENTICATED)
  })

  test('REQ-08 signed for the other version, either way', async () => {
    expect(await refusal(await sign({ target: ME, signed: { version: 5 } }))).toBe(UNAUTHENTICATED)
    const v5 = '/api/v5/platform/me'
    expect(await refusal(await sign({ target: v5, signed: { version: 6 } }))).toBe(UNAUTHENTICATED)
    expect(await send(await sign({ target: v5 }))).toMatchObject({ status: 200 })
    const named = await sign({ target: v5 })
    expect(await refusal({ ...named, headers: { ...named.headers, [HEADERS.version]: '6' } })).toBe(
      UNAUTHENTICATED,
    )
  })

  test('REQ-26 another content type', async () => {
    const request = await sign({ method: 'PUT', target: DETAILS, body: details() })
    const headers = { ...request.headers, 'content-type': 'multipart/form-data; boundary=x' }
    expect(await refusal({ ...request, headers })).toBe(UNAUTHENTICATED)
    const charset = { ...request.headers, 'content-type': 'application/json; charset=utf-8' }
    expect(await refusal({ ...request, headers: charset })).toBe(UNAUTHENTICATED)
  })

  test('REQ-33 a prefix that a proxy strips is the configured one, or nothing is authentic', async () => {
    world.plan.config.publicBasePath = '/bank'
    await world.restart()
    try {
      const prefixed = await sign({ target: ME, signed: { target: `/bank${ME}` } })
      expect(await send(prefixed)).toMatchObject({ status: 200 })
      expect(await refusal(await sign({ target: ME }))).toBe(UNAUTHENTICATED)
      const other = await sign({ target: ME, signed: { target: `/other${ME}` } })
      const forwarded = { ...other.headers, 'x-forwarded-prefix': '/other' }
      expect(await refusal({ ...other, headers: forwarded })).toBe(UNAUTHENTICATED)
    } finally {
      world.plan.config.publicBasePath = ''
      await world.restart()
    }
  })

  test('REQ-33 forwarded headers change nothing', async () => {
    const request = await sign({ target: ME, signed: { target: `/bank${ME}` } })
    const forwarded = {
      'x-forwarded-prefix': '/bank',
      'x-forwarded-host': 'bank.example',
      forwarded: 'host=bank',
    }
    expect(await refusal({ ...request, headers: { ...request.headers, ...forwarded } })).toBe(UNAUTHENTICATED)
    const right = await sign({ target: ME })
    expect(await send({ ...right, headers: { ...right.headers, ...forwarded } })).toMatchObject({
      status: 200,
    })
  })
})

describe('time and nonce', () => {
  test.each([
    ['-301 s', () => Date.now() - 301_000],
    ['+301 s', () => Date.now() + 301_000],
    ['seconds for milliseconds', () => Math.floor(Date.now() / 1000)],
  ])('REQ-09 %s is stale, with the server’s time', async (_, timestamp) => {
    const request = await sign({ target: ME, signed: { timestamp: timestamp() } })
    expect(await refusal(request)).toBe(STALE)
    const { problem } = await send(request)
    expect(Math.abs((problem.serverTime ?? 0) - Date.now())).toBeLessThan(5_000)
  })

  test.each(['NaN', '-1', '1.5', '1e12', `1${'0'.repeat(20)}`, '0x18bcfe56800', '', ' '])(
    'REQ-09 %j is not a time',
    async (timestamp) => {
      const request = await sign({ target: ME })
      const headers = { ...request.headers, [HEADERS.timestamp]: timestamp }
      expect(await refusal({ ...request, headers })).toBe(UNAUTHENTICATED)
    },
  )

  test('REQ-09 just within the window, on either side', async () => {
    for (const offset of [-298_000, 298_000]) {
      const request = await sign({ target: ME, signed: { timestamp: Date.now() + offset } })
      expect(await send(request)).toMatchObject({ status: 200 })
    }
  })

  test('REQ-10 a nonce is good once for a user, and another user may have the same', async () => {
    const nonce = freshNonce()
    const request = await sign({ target: ME, signed: { nonce } })
    expect(await send(request)).toMatchObject({ status: 200 })
    expect(await refusal(request)).toBe(REPLAY)
    expect(
      await refusal(await sign({ target: '/api/v6/instrument-manager/instruments', signed: { nonce } })),
    ).toBe(REPLAY)
    const other = await signRequest(url, world.bank.admin, { target: ME, signed: { nonce } })
    expect(await send(other)).toMatchObject({ status: 200 })
  })

  test('REQ-11 a nonce used before a restart is used', async () => {
    const request = await sign({ target: ME })
    expect(await send(request)).toMatchObject({ status: 200 })
    await world.restart()
    expect(await refusal(request)).toBe(REPLAY)
  })

  test('REQ-11 a nonce that another instance on the same database has seen is used', async () => {
    const config = { ...world.plan.config, hostedTenants: [world.bank.address] }
    const app = await createServer({
      config,
      database: world.node.database,
      log: pino({ level: 'silent' }),
      broadcaster: await createBroadcaster(world.node.database, pino({ level: 'silent' })),
      // Both share one name.
      serverIds: new Set([url]),
      ledger: createLedgerRpc(openEndpoints({ urls: config.ledgerRpcUrls })),
      failures: createSourceLimit(300),
      requests: undefined,
      metrics: createMetrics(),
      nonces: createNonceStore(world.node.database.kysely),
      findViewer: createBatchedViewerLoader(world.node.database, config.hostedTenants),
      probe: () => Promise.reject(new Error('nobody asks')),
      setup: { platformProblem: () => null, otherProblems: () => [] },
      draining: createDraining(),
      indexer: () => ({ state: 'starting' }) as never,
      eventTypes: [],
      wakeSync: () => undefined,
      meetPeers: () => undefined,
      checkResponses: true,
    })
    try {
      const second = await app.listen({ host: '127.0.0.1', port: 0 })
      const request = await sign({ target: ME })
      expect(await rawRequest(second, request)).toMatchObject({ status: 200 })
      expect(await refusal(request)).toBe(REPLAY)
      const both = await sign({ target: ME })
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => rawRequest(index % 2 === 0 ? url : second, both)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ problem }) => problem.code === 'replay')).toHaveLength(9)
    } finally {
      await app.close()
    }
  })

  test.each([
    ['31 bytes', freshNonce().slice(2)],
    ['33 bytes', `${freshNonce()}00`],
    ['upper case', 'AB'.repeat(32)],
    ['a prefix', `0x${freshNonce()}`],
    ['nothing', ''],
  ])('REQ-12 a nonce of %s', async (_, nonce) => {
    const request = await sign({ target: ME })
    expect(await refusal({ ...request, headers: { ...request.headers, [HEADERS.nonce]: nonce } })).toBe(
      UNAUTHENTICATED,
    )
  })

  test.each(Object.values(HEADERS))('REQ-12 %s twice', async (name) => {
    const request = await sign({ target: ME })
    const value = String(request.headers![name] ?? '6')
    expect(await refusal({ ...request, headers: { ...request.headers, [name]: [value, value] } })).toBe(
      UNAUTHENTICATED,
    )
  })

  test('REQ-13 of identical requests at the same time exactly one is answered', async () => {
    const request = await sign({ target: ME })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(request)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 401),
    ])
  })

  test('REQ-31 while nonces cannot be stored, every request is refused', async () => {
    const db = world.node.database.kysely
    const request = await sign({ target: ME })
    await sql`ALTER TABLE nonces RENAME TO nonces_away`.execute(db)
    try {
      expect(await refusal(request)).toBe('503 unavailable Service Unavailable')
    } finally {
      await sql`ALTER TABLE nonces_away RENAME TO nonces`.execute(db)
    }
    expect(await send(request)).toMatchObject({ status: 200 })
  })

  test('REQ-32 a clock that is two hours wrong is corrected once, and works', async () => {
    const client = await testClient(url, user)
    client.connection.clockSkew = -7_200_000
    expect(await call(client, 'me')).toMatchObject({ user: { userAddr: user.address } })
    expect(Math.abs(client.connection.clockSkew)).toBeLessThan(5_000)
  })
})

describe('the signature', () => {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const parts = (signature: string) => ({
    r: BigInt(`0x${signature.slice(2, 66)}`),
    s: BigInt(`0x${signature.slice(66, 130)}`),
    v: parseInt(signature.slice(130), 16),
  })
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const join = (r: bigint, s: bigint, v: number) => `0x${word(r)}${word(s)}${v.toString(16).padStart(2, '0')}`
  const withSignature = async (change: (signature: string) => string) => {
    const request = await sign({ target: ME })
    const signature = change(String(request.headers![HEADERS.signature]))
    return { ...request, headers: { ...request.headers, [HEADERS.signature]: signature } }
  }

  test('REQ-14 the high-s twin of a valid signature', async () => {
    const twin = await withSignature((signature) => {
      const { r, s, v } = parts(signature)
      return join(r, ORDER - s, v === 27 ? 28 : 27)
    })
    expect(await refusal(twin)).toBe(UNAUTHENTICATED)
  })

  test.each<[string, (signature: string) => string]>([
    ['v = 0 or 1', (one) => join(parts(one).r, parts(one).s, parts(one).v - 27)],
    ['v = 29', (one) => join(parts(one).r, parts(one).s, 29)],
    ['the other v', (one) => join(parts(one).r, parts(one).s, 55 - parts(one).v)],
    ['64 bytes, compact', (one) => one.slice(0, 130)],
    ['66 bytes', (one) => `${one}00`],
    ['no prefix', (one) => one.slice(2)],
    ['r = 0', (one) => join(0n, parts(one).s, 27)],
    ['s = 0', (one) => join(parts(one).r, 0n, 27)],
    ['r = n', (one) => join(ORDER, parts(one).s, 27)],
    ['r = 2^256 - 1', (one) => join(2n ** 256n - 1n, parts(one).s, 27)],
    ['no hex', () => `0x${'zz'.repeat(65)}`],
  ])('REQ-15 %s', async (_, change) => {
    expect(await refusal(await withSignature(change))).toBe(UNAUTHENTICATED)
  })

  test.each<[string, (signature: string) => string]>([
    ['upper-case digits', (one) => `0x${one.slice(2).toUpperCase()}`],
    ['an upper-case prefix', (one) => `0X${one.slice(2)}`],
  ])('L6: REQ-15 %s', async (_, change) => {
    expect(await refusal(await withSignature(change))).toBe(UNAUTHENTICATED)
  })

  test('REQ-16 a valid signature of one user under the name of another', async () => {
    const request = await sign({ target: ME })
    const headers = { ...request.headers, [HEADERS.user]: world.bank.admin.address }
    expect(await refusal({ ...request, headers })).toBe(UNAUTHENTICATED)
  })

  test('REQ-22 a ledger transaction’s or a batch’s signature is none of a request', async () => {
    const { account } = user
    const typed = await account.signTypedData({
      domain: { chainId: 31337, verifyingContract: world.bank.access.tenant },
      types: { Batch: [{ name: 'deadline', type: 'uint256' }] },
      primaryType: 'Batch',
      message: { deadline: 1n },
    })
    const raw = await account.signTransaction({
      type: 'legacy',
      chainId: 31337,
      nonce: 0,
      gas: 21_000n,
      gasPrice: 1n,
    })
    const ofTransaction = `0x${raw.slice(-132, -68).padStart(64, '0')}${raw.slice(-64)}1b`
    for (const signature of [typed, ofTransaction])
      expect(await refusal(await withSignature(() => signature))).toBe(UNAUTHENTICATED)
  })

  test('REQ-22 a request’s signature is none of a transaction', async () => {
    const request = await sign({ target: ME })
    const { r, s, v } = parts(String(request.headers![HEADERS.signature]))
    const rawTransaction = serializeTransaction(
      { type: 'legacy', chainId: 31337, nonce: 0, gas: 21_000n, gasPrice: 1n, to: zeroAddress },
      { r: `0x${word(r)}`, s: `0x${word(s)}`, v: BigInt(v - 27 + 31337 * 2 + 35) },
    )
    const publish = { method: 'POST', target: '/api/v6/dlt/eth/publish-raw-tx', body: { rawTransaction } }
    // It recovers to some account, but never to the one that has signed the request.
    expect(await refusal(await sign(publish))).toBe('403 transactionForeignSender User Authorization Failure')
  })
})

describe('the wire', () => {
  test.each([
    'http://other.example/api/v6/platform/me',
    '//api/v6/platform/me',
    '/api//v6/platform/me',
    '/api/v6/../v6/platform/me',
    '/api/v6/./platform/me',
    '/api/v6/platform/%2e%2e/me',
    '/api/v6/platform%2fme',
    '/api/v6/platform%2Fme',
    '/api/v6/platform%5Cme',
    '/api/v6\\platform\\me',
    '/api/v6/platform/me%00',
    '/api/v6/platform/me?filter=%00',
    '/api/v6/platform/me?filter=%zz',
    '/api/v6/platform/me%0d%0aset-cookie:x',
    '/api/v6/platform/me#x',
  ])('REQ-23 %s is refused before anything looks at it', async (target) => {
    expect(await refusal({ target })).toBe('400 badRequest Bad Request')
  })

  test('REQ-23 bytes beyond ASCII, and line breaks, in the target', async () => {
    const request = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    expect(await rawBytes(url, request('/api/v6/platform/m\xe9'))).toMatch(/^HTTP\/1\.1 400 /)
    expect(await rawBytes(url, request('/api/v6/platform/me\r\nX: y'))).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('REQ-24 a body has one length: chunks, two lengths, trailers are refused', async () => {
    const head = `PUT ${DETAILS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
    const chunked = 'Transfer-Encoding: chunked\r\n'
    for (const bytes of [
      `${head}Content-Length: 4\r\n${chunked}\r\n0\r\n\r\n`,
      `${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
      `${head}${chunked}\r\n4;ext="x"\r\nabcd\r\n0\r\n\r\n`,
      `${head}${chunked}Trailer: x\r\n\r\n4\r\nabcd\r\n0\r\nx: y\r\n\r\n`,
    ])
      expect(await rawBytes(url, bytes)).toMatch(/^HTTP\/1\.1 400 [^]*application\/problem\+json/)
  })

  test('REQ-24 a read must not have a body', async () => {
    const request = await sign({ target: ME })
    expect(await refusal({ ...request, body: 'x' })).toBe('400 badRequest Bad Request')
  })

  test('REQ-25 a compressed body is not unpacked', async () => {
    const request = await sign({ method: 'PUT', target: DETAILS, body: details() })
    const headers = { ...request.headers, 'content-encoding': 'gzip' }
    expect(await refusal({ ...request, headers })).toBe('415 unsupportedMediaType Unsupported Media Type')
  })

  test('L6: REQ-26 a content type that reads as none', async () => {
    const request = await sign({ target: ME })
    expect(await refusal({ ...request, headers: { ...request.headers, 'content-type': '-' } })).toBe(
      UNAUTHENTICATED,
    )
  })

  test('L6: REQ-23 two hosts', async () => {
    const { host } = new URL(url)
    const answer = await rawBytes(
      url,
      `GET /api/introspection HTTP/1.1\r\nHost: ${host}\r\nHost: other.example\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"path":"host"/)
  })

  test.each(['utf-16', 'iso-8859-1', '"utf-7"'])('L6: a body in the charset %s', async (charset) => {
    const data = new TextEncoder().encode(JSON.stringify(details()))
    const bytes = { data, contentType: `application/json; charset=${charset}` }
    const request = await sign({ method: 'PUT', target: DETAILS, bytes })
    expect(await send(request)).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'content-type' }] },
    })
    const utf8 = { data, contentType: 'application/json; Charset="UTF-8"' }
    expect(await send(await sign({ method: 'PUT', target: DETAILS, bytes: utf8 }))).toMatchObject({
      status: 200,
    })
  })

  test('L6: a body that names a field twice, with the field', async () => {
    const data = new TextEncoder().encode(JSON.stringify(details()).replace('{', '{"deliveryId":"0x",'))
    const request = await sign({
      method: 'PUT',
      target: DETAILS,
      bytes: { data, contentType: 'application/json' },
    })
    expect(await send(request)).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'deliveryId', message: 'appears twice' }] },
    })
  })

  test('REQ-28 a body over 1 MB is refused by its length', async () => {
    const body = { ...details(), filler: 'x'.repeat(1_048_576) }
    const request = await sign({ method: 'PUT', target: DETAILS, body })
    expect(await refusal(request)).toBe('413 tooLarge Payload Too Large')
  })

  test('REQ-28 who sends a byte now and then is cut off, and others are served meanwhile', async () => {
    const slow = rawBytes(url, 'GET /api/v6/platform/me HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect(await send(await sign({ target: ME }))).toMatchObject({ status: 200 })
    expect(await slow).toMatch(/^HTTP\/1\.1 408 [^]*application\/problem\+json/)
  })
})
