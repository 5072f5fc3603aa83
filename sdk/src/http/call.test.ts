import { bodyHash, canonicalRequestText, HEADERS } from '@connex/protocol'
import { recoverMessageAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { jsonResponse, startStubServer } from '../../../testkit/src/servers/stubServer.ts'
import type { ReceivedRequest, Responder, StubServer } from '../../../testkit/src/servers/stubServer.ts'
import { createClient } from '../client/client.ts'
import type { Client } from '../client/client.ts'
import { ApiError } from '../errors.ts'
import { createLocalSigner } from '../signer/createLocalSigner.ts'
import type { RequestToSign } from '../signer/Signer.ts'
import { call, everyPage, liveToken } from './call.ts'
import { isWaitingToSign } from './toSign.ts'

describe('call', () => {
  const KEY = `0x${'4c'.repeat(32)}` as const
  const signer = createLocalSigner(KEY, { chainId: 31337 })
  const page = { items: [], pageItemCount: 0, totalItemCount: 0 }
  const account = { balance: '48000000', nonce: 3 }

  let server: StubServer
  let client: Client
  beforeEach(async () => {
    server = await startStubServer()
    client = createClient({ baseUrl: server.baseUrl, signer, chainId: 31337 })
    client.connection.version = 6
  })
  afterEach(() => server.close())

  const signerOf = async (arrived: ReceivedRequest) =>
    recoverMessageAddress({
      message: canonicalRequestText({
        version: 6,
        chainId: 31337,
        serverId: server.baseUrl,
        method: arrived.method,
        target: arrived.target,
        timestamp: Number(arrived.headers[HEADERS.timestamp]),
        nonce: String(arrived.headers[HEADERS.nonce]),
        bodySha256: await bodyHash(new TextEncoder().encode(arrived.body)),
        contentType: arrived.headers['content-type'],
      }),
      signature: arrived.headers[HEADERS.signature] as `0x${string}`,
    })

  test('E036 a signed call without a wallet is refused', async () => {
    const locked = { ...client, signer: undefined }
    await expect(call(locked, 'account')).rejects.toThrow('The ConneX Wallet has to be initialized')
    expect(server.received).toEqual([])
  })

  test('a call that its signer lets wait is not mistaken for a silent server', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const turn = Promise.withResolvers<undefined>()
    const signRequest = (fields: RequestToSign) => turn.promise.then(() => signer.signRequest(fields))
    const paced = { ...client, signer: { ...signer, address: signer.address, signRequest } }
    server.responders.push(jsonResponse(account))
    const answer = call(paced, 'account')
    expect(isWaitingToSign(paced)).toBe(false)
    await vi.waitUntil(() => paced.session.toSign.size === 1)
    vi.setSystemTime(Date.now() + 5_000)
    expect(isWaitingToSign(paced)).toBe(true)
    turn.resolve(undefined)
    await answer
    expect(isWaitingToSign(paced)).toBe(false)
    vi.useRealTimers()
  })

  test('a signed call is refused while the ledger is unknown', async () => {
    client.connection.chainId = undefined
    await expect(call(client, 'account')).rejects.toMatchObject({ code: 'chainUnknown' })
  })

  test('the bytes signed are the bytes sent: path, kebab-case query, body, content type', async () => {
    server.responders.push(jsonResponse(page))
    await call(client, 'transfers', {
      query: { itemsPerPage: 20, filter: "ä b'/&=+%", state: ['PENDING', 'SETTLED'] },
    })
    server.responders[0] = jsonResponse({ transactionHash: `0x${'ab'.repeat(32)}` })
    await call(client, 'publishRawTx', { body: { rawTransaction: '0x00' as never } })
    const [read, write] = server.received
    expect(read!.target).toBe(
      '/api/v6/transfer/transfers?items-per-page=20&filter=%C3%A4%20b%27%2F%26%3D%2B%25&state=PENDING&state=SETTLED',
    )
    expect(read!.headers[HEADERS.version]).toBe('6')
    expect((await signerOf(read!)).toLowerCase()).toBe(signer.address)
    expect(write!.headers['content-type']).toBe('application/json')
    expect((await signerOf(write!)).toLowerCase()).toBe(signer.address)
  })

  test('every call has a nonce of its own', async () => {
    server.responders.push(jsonResponse(account))
    await Promise.all([call(client, 'account'), call(client, 'account')])
    const [one, two] = server.received.map((arrived) => arrived.headers[HEADERS.nonce])
    expect(one).toMatch(/^[0-9a-f]{64}$/)
    expect(one).not.toBe(two)
  })

  test('a base URL with a path keeps it', async () => {
    server.responders.push(jsonResponse(account))
    const behind = createClient({ baseUrl: `${server.baseUrl}/bank/`, signer, chainId: 31337 })
    behind.connection.version = 6
    await call(behind, 'account')
    expect(server.received[0]!.target).toBe('/bank/api/v6/dlt/eth/account')
    expect((await signerOf(server.received[0]!)).toLowerCase()).toBe(signer.address)
  })

  test('a problem document becomes a typed error', async () => {
    server.responders.push(
      jsonResponse(
        {
          title: 'User Authorization Failure',
          status: 403,
          detail: 'The account is locked.',
          code: 'locked',
          lockExpiration: 9,
        },
        403,
      ),
    )
    const error = await call(client, 'account').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'locked',
      status: 403,
      title: 'User Authorization Failure',
      detail: 'The account is locked.',
      message: 'The account is locked.',
      problem: { lockExpiration: 9 },
    })
  })

  test('the message of a refused query says what is wrong with each field', async () => {
    const errors = [
      { path: 'page', message: 'must be at least 1' },
      { path: 'as-of-time', message: 'in the future' },
    ]
    server.responders.push(
      jsonResponse({ title: 'Bad Request', status: 400, code: 'badRequest', errors }, 400),
    )
    await expect(call(client, 'account')).rejects.toThrow(
      'Bad Request: page: must be at least 1; as-of-time: in the future',
    )
  })

  test.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [418, "418 I'm a Teapot"],
  ])(
    'E001 E002 E003 E004 E005 E006 E007 E008 a %i without a problem document has the default message',
    async (status, message) => {
      server.responders.push((_, response) => void response.writeHead(status).end('<html>oh</html>'))
      await expect(call(client, 'account')).rejects.toMatchObject({
        code: 'http',
        status,
        message,
        body: '<html>oh</html>',
      })
    },
  )

  test('an answer of the wrong shape is a typed error, and so is one that is not JSON', async () => {
    server.responders.push(jsonResponse({ balance: 48000000, nonce: 3 }))
    await expect(call(client, 'account')).rejects.toMatchObject({ code: 'unexpectedAnswer' })
    server.responders[0] = (_, response) => void response.end('<html>')
    await expect(call(client, 'account')).rejects.toMatchObject({ code: 'unexpectedAnswer' })
  })

  test('a redirect is not followed', async () => {
    server.responders.push((_, response) => void response.writeHead(302, { location: '/elsewhere' }).end())
    const write = call(client, 'publishRawTx', { body: { rawTransaction: '0x00' as never } })
    await expect(write).rejects.toMatchObject({ code: 'unreachable' })
    expect(server.received).toHaveLength(1)
  })

  test('an answer that never ends is not read to the end', async () => {
    const block = Buffer.alloc(1024 * 1024, 32)
    server.responders.push((_, response) => {
      const push = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', push)
      push()
    })
    await expect(call(client, 'account')).rejects.toMatchObject({ code: 'answerTooLarge' })
  })

  test('a reading call is tried again when the line breaks; a writing one is not', async () => {
    const broken: Responder = (_, response) => void response.destroy()
    server.responders.push(broken, broken, jsonResponse(account))
    expect(await call(client, 'account')).toEqual(account)
    expect(server.received).toHaveLength(3)
    expect(new Set(server.received.map((arrived) => arrived.headers[HEADERS.nonce])).size).toBe(3)
    server.responders.splice(0, 9, broken)
    const write = call(client, 'publishRawTx', { body: { rawTransaction: '0x00' as never } })
    await expect(write).rejects.toMatchObject({ code: 'unreachable' })
    expect(server.received).toHaveLength(4)
  })

  test('a server that refuses our clock corrects it once, and the call goes out again with a new nonce', async () => {
    const serverTime = Date.now() + 3_600_000
    const stale = jsonResponse(
      { title: 'User Authentication Failure', status: 401, code: 'stale', serverTime },
      401,
    )
    server.responders.push(stale, jsonResponse(account))
    expect(await call(client, 'account')).toEqual(account)
    const [first, second] = server.received
    expect(second!.headers[HEADERS.nonce]).not.toBe(first!.headers[HEADERS.nonce])
    expect(Math.abs(Number(second!.headers[HEADERS.timestamp]) - serverTime)).toBeLessThan(5000)
    server.responders.splice(0, 9, stale)
    await expect(call(client, 'account')).rejects.toMatchObject({ code: 'stale' })
    expect(server.received).toHaveLength(4)
  })

  test('a call times out, and can be aborted', async () => {
    server.responders.push(() => undefined)
    await expect(call(client, 'account', { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timedOut' })
    const stop = new AbortController()
    const aborted = call(client, 'account', { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
  })

  test('a signature that waits for its turn takes nothing of the time that the server has', async () => {
    server.responders.push(jsonResponse(account))
    const signRequest: typeof signer.signRequest = async (fields) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      return signer.signRequest(fields)
    }
    const patient = { ...client, signer: { ...signer, signRequest } }
    expect(await call(patient, 'account', { timeoutMs: 1_000 })).toEqual(account)
  })

  test('SRV-23 a list of version 5 is wrapped into a page, its total from the header', async () => {
    server.responders.push(jsonResponse([], 200, { 'x-total-count': '7' }))
    expect(await call(client, 'transfers')).toEqual({ items: [], pageItemCount: 0, totalItemCount: 7 })
    server.responders[0] = jsonResponse([])
    expect(await call(client, 'transfers')).toEqual({ items: [], pageItemCount: 0, totalItemCount: 0 })
  })

  test('platform calls go with the bearer token while it lives, and with a new one when the server has ended it', async () => {
    client.session.token = { value: 'secret', expiresAt: Date.now() / 1000 + 60 }
    server.responders.push(
      jsonResponse(page),
      jsonResponse({ title: 'x', status: 401, code: 'unauthenticated' }, 401),
    )
    server.responders.push(jsonResponse({ token: 'next', expiresAt: Date.now() + 60 }), jsonResponse(page))
    await call(client, 'tenants')
    await call(client, 'tenants')
    const [first, second, login, third] = server.received
    expect(first!.headers.authorization).toBe('Bearer secret')
    expect(first!.headers[HEADERS.signature]).toBeUndefined()
    expect(second!.headers.authorization).toBe('Bearer secret')
    expect(login!.headers.authorization).toBeUndefined()
    expect((await signerOf(login!)).toLowerCase()).toBe(signer.address)
    expect(third!.headers.authorization).toBe('Bearer next')
    expect(third!.headers[HEADERS.signature]).toBeUndefined()
  })

  test('a refused signature neither discards the token nor repeats the request', async () => {
    client.session.token = { value: 'secret', expiresAt: Date.now() / 1000 + 60 }
    server.responders.push(jsonResponse({ title: 'x', status: 401, code: 'unauthenticated' }, 401))
    await expect(call(client, 'account')).rejects.toMatchObject({ status: 401 })
    expect(server.received).toHaveLength(1)
    expect(client.session.token?.value).toBe('secret')
  })

  test('looking at the ledger is tried again, though it is a POST', async () => {
    const broken: Responder = (_, response) => void response.destroy()
    server.responders.push(broken, jsonResponse({ result: '0x1' }))
    expect(await call(client, 'rpc', { body: { method: 'eth_chainId' } })).toEqual({ result: '0x1' })
  })

  test('an answer that breaks off is tried again', async () => {
    const half: Responder = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{', () => response.destroy())
    }
    server.responders.push(half, jsonResponse(account))
    expect(await call(client, 'account')).toEqual(account)
  })

  test('a call that only a token opens logs in first', async () => {
    server.responders.push(
      jsonResponse({ token: 'fresh', expiresAt: Math.floor(Date.now() / 1000) + 60 }),
      jsonResponse({}),
    )
    await call(client, 'logout')
    expect(server.received.map((arrived) => arrived.target)).toEqual([
      '/api/v6/platform/login',
      '/api/v6/platform/logout',
    ])
    expect(server.received[1]!.headers.authorization).toBe('Bearer fresh')
  })
})

const serve = (total: number) => {
  const pages: number[] = []
  const read = async ({ page, itemsPerPage }: { page: number; itemsPerPage: number }) => {
    pages.push(page)
    const items = Array.from({ length: total }, (_, index) => index).slice(
      (page - 1) * itemsPerPage,
      page * itemsPerPage,
    )
    return { items, pageItemCount: items.length, totalItemCount: total }
  }
  return { pages, read }
}

test.each([
  [0, 1],
  [1, 1],
  [500, 1],
  [501, 2],
  [1234, 3],
])('%i items are read with %i requests', async (total, requests) => {
  const { pages, read } = serve(total)
  expect(await everyPage(read)).toHaveLength(total)
  expect(pages).toHaveLength(requests)
})

test('a list that shrinks meanwhile comes to its end', async () => {
  const read = async ({ page }: { page: number }) => ({
    items: page === 1 ? ['a'] : [],
    pageItemCount: 0,
    totalItemCount: 900,
  })
  expect(await everyPage(read)).toEqual(['a'])
})

test("a token is not sent after its end by the server's clock, nor in the five seconds before", () => {
  const tokenWith = (secondsLeft: number, clockSkew = 0): string | undefined =>
    liveToken({
      session: { token: { value: 'secret', expiresAt: Date.now() / 1000 + secondsLeft } },
      connection: { clockSkew },
    } as Client)
  expect(tokenWith(-1)).toBeUndefined()
  expect(tokenWith(4)).toBeUndefined()
  expect(tokenWith(6)).toBe('secret')
  expect(tokenWith(6, 2000)).toBeUndefined()
  expect(tokenWith(4, -2000)).toBe('secret')
})
