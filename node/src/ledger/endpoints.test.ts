import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openEndpoints } from './endpoints.ts'
import type { Endpoints, EndpointsOptions } from './endpoints.ts'

const CALL = { method: 'eth_blockNumber', params: [] }
const BLOCK_ONE = '{"result":"0x1"}'

type Behind = { url: string; server: Server }

async function listen(answer: RequestListener): Promise<Behind> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Endpoints that answer so, in order of preference. */
async function behind<Result>(
  answers: readonly RequestListener[],
  act: (endpoints: Endpoints, urls: readonly string[]) => Promise<Result>,
  options: Partial<EndpointsOptions> = {},
): Promise<Result> {
  const listening = await Promise.all(answers.map(listen))
  const urls = listening.map(({ url }) => url)
  const endpoints = openEndpoints({ urls, ...options })
  try {
    return await act(endpoints, urls)
  } finally {
    endpoints.close()
    for (const { server } of listening) {
      server.closeAllConnections()
      server.close()
    }
  }
}

const answering =
  (text: string, status = 200, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(text)

test('a ledger that breaks every connection gets no third request', async () => {
  let numRequests = 0
  const breaking: RequestListener = ({ socket }) => {
    numRequests += 1
    socket.destroy()
  }
  await behind([breaking], (endpoints) =>
    expect(endpoints.ask(CALL, { timeoutMs: 5_000 })).rejects.toMatchObject({ kind: 'unreachable' }),
  )
  expect(numRequests).toBe(2)
})

test('a late answer is not retried', async () => {
  let numRequests = 0
  const silent = () => {
    numRequests += 1
  }
  await behind([silent], (endpoints) =>
    expect(endpoints.ask(CALL, { timeoutMs: 200 })).rejects.toMatchObject({
      kind: 'unreachable',
      cause: { name: 'TimeoutError' },
    }),
  )
  expect(numRequests).toBe(1)
})

test('a connection that the ledger has closed is not a failure', async () => {
  let numRequests = 0
  const closing: RequestListener = ({ socket }, response) => {
    numRequests += 1
    if (numRequests === 1) socket.destroy()
    else response.end(BLOCK_ONE)
  }
  const answer = await behind([closing], (endpoints) => endpoints.ask(CALL, { timeoutMs: 5_000 }))
  expect([numRequests, answer]).toEqual([2, { result: '0x1' }])
})

test('H1: a request that is late, or whose caller has gone, leaves no open connection behind', async () => {
  for (const gone of [AbortSignal.timeout(50), undefined]) {
    let numClosed = 0
    const watched: RequestListener = ({ socket }) => void socket.on('close', () => (numClosed += 1))
    await behind([watched], async (endpoints) => {
      await expect(endpoints.ask(CALL, { timeoutMs: 100, gone })).rejects.toThrow('eth_blockNumber')
      await expect.poll(() => numClosed).toBe(1)
    })
  }
})

test('the request of a caller who has gone does not go to the next endpoint', async () => {
  let numRequests = 0
  const second: RequestListener = (_request, response) => {
    numRequests += 1
    response.end(BLOCK_ONE)
  }
  await behind(
    [() => undefined, second],
    async (endpoints) => {
      numRequests = 0
      const gone = AbortSignal.timeout(100)
      await expect(endpoints.ask(CALL, { timeoutMs: 5_000, gone })).rejects.toThrow('eth_blockNumber')
      expect(endpoints.problems()).toEqual([])
    },
    { restMs: 60_000 },
  )
  expect(numRequests).toBeLessThanOrEqual(1)
})

const REFUSAL = { code: -32000, message: 'nonce too low' }

test.each([200, 400, 500])(
  'a refusal with status %i is an answer, and no other endpoint judges',
  async (status) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, error: REFUSAL })
    const answer = await behind([answering(text, status), answering(BLOCK_ONE)], (endpoints) =>
      endpoints.ask(CALL, { timeoutMs: 5_000 }),
    )
    expect(answer).toEqual({ error: REFUSAL })
  },
)

test.each([
  [401, '{"jsonrpc":"2.0","id":null,"error":{"code":-40100,"message":"Unauthorized"}}'],
  [429, '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}'],
  [502, '<html>'],
  [200, '<html>'],
  [200, '{"error":"slow down"}'],
])('where the first endpoint answers %i %s, the second one answers', async (status, text) => {
  const answer = await behind([answering(text, status), answering(BLOCK_ONE)], (endpoints) =>
    endpoints.ask(CALL, { timeoutMs: 5_000 }),
  )
  expect(answer).toEqual({ result: '0x1' })
})

test('an endpoint that hangs leaves the next one half of the time, and is not waited for again', async () => {
  await behind([() => undefined, answering(BLOCK_ONE)], async (endpoints) => {
    expect(await endpoints.ask(CALL, { timeoutMs: 1_000 })).toEqual({ result: '0x1' })
    const before = performance.now()
    for (let round = 0; round < 5; round++) await endpoints.ask(CALL, { timeoutMs: 1_000 })
    expect(performance.now() - before).toBeLessThan(400)
    expect(endpoints.problems()).toEqual(['LEDGER_RPC_URL 1 of 2 does not answer.'])
  })
})

test('the preferred endpoint is used again once it answers', async () => {
  let isAway = true
  const first: RequestListener = ({ socket }, response) => {
    if (isAway) socket.destroy()
    else response.end('{"result":"0x7"}')
  }
  await behind(
    [first, answering(BLOCK_ONE)],
    async (endpoints) => {
      expect(await endpoints.ask(CALL, { timeoutMs: 1_000 })).toEqual({ result: '0x1' })
      isAway = false
      await expect.poll(() => endpoints.ask(CALL, { timeoutMs: 1_000 })).toEqual({ result: '0x7' })
      expect(endpoints.problems()).toEqual([])
    },
    { restMs: 50 },
  )
})

test('an endpoint that was late is used again once it answers that very question in time', async () => {
  let isSlow = true
  let numLate = 0
  const first: RequestListener = (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      if (isSlow && text.includes('eth_getLogs')) numLate += 1
      else response.end('{"result":"0x7"}')
    })
  }
  const logs = { method: 'eth_getLogs', params: [] }
  await behind(
    [first, answering(BLOCK_ONE)],
    async (endpoints) => {
      const ask = () => endpoints.ask(logs, { timeoutMs: 200, isProbe: true })
      const [late, light] = await Promise.all([
        ask(),
        endpoints.inOrder()[0]?.ask(CALL, { timeoutMs: 5_000 }),
      ])
      expect([late, light]).toEqual([{ result: '0x1' }, { result: '0x7' }])
      await expect.poll(() => numLate).toBeGreaterThan(2)
      expect(await ask()).toEqual({ result: '0x1' })
      expect(endpoints.problems()).toEqual(['LEDGER_RPC_URL 1 of 2 does not answer.'])
      isSlow = false
      await expect.poll(ask, { timeout: 15_000 }).toEqual({ result: '0x7' })
      expect(endpoints.problems()).toEqual([])
    },
    { restMs: 20, checkTimeoutMs: 100 },
  )
})

test('a sole endpoint that limits requests is left alone for as long as it says', async () => {
  const times: number[] = []
  const limiting: RequestListener = (_request, response) => {
    times.push(performance.now())
    if (times.length === 1) response.writeHead(429, { 'retry-after': '1' }).end()
    else response.end(BLOCK_ONE)
  }
  await behind([limiting], async (endpoints) => {
    const ask = (timeoutMs: number) => endpoints.ask(CALL, { timeoutMs })
    await expect(ask(5_000)).rejects.toMatchObject({ kind: 'limited' })
    // Too little time to wait for it.
    await expect(ask(300)).rejects.toMatchObject({ kind: 'limited' })
    expect(times).toHaveLength(1)
    expect(await ask(5_000)).toEqual({ result: '0x1' })
    expect(times[1]! - times[0]!).toBeGreaterThan(950)
  })
})

test('where one endpoint limits requests the other one answers, until the limit ends', async () => {
  let numRequests = 0
  const until = new Date(Date.now() + 3_000)
  const limiting: RequestListener = (_request, response) => {
    numRequests += 1
    if (Date.now() < until.getTime() - 1_000)
      response.writeHead(429, { 'retry-after': until.toUTCString() }).end()
    else response.end('{"result":"0x7"}')
  }
  await behind(
    [limiting, answering(BLOCK_ONE)],
    async (endpoints) => {
      await endpoints.ask(CALL, { timeoutMs: 1_000 })
      const before = numRequests
      await sleep(500)
      expect(await endpoints.ask(CALL, { timeoutMs: 1_000 })).toEqual({ result: '0x1' })
      expect(numRequests).toBe(before)
      await expect
        .poll(() => endpoints.ask(CALL, { timeoutMs: 1_000 }), { timeout: 10_000 })
        .toEqual({ result: '0x7' })
    },
    { restMs: 50 },
  )
})

test('an endpoint with another chain gets no request, and says why', async () => {
  const methods: string[] = []
  const foreign: RequestListener = (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      methods.push((JSON.parse(text) as { method: string }).method)
      response.end('{"result":"0x1"}')
    })
  }
  await behind(
    [foreign, foreign],
    (endpoints) =>
      expect(endpoints.ask(CALL, { timeoutMs: 1_000 })).rejects.toMatchObject({
        kind: 'otherChain',
        chainId: 1,
      }),
    { chainId: 31337 },
  )
  expect(new Set(methods)).toEqual(new Set(['eth_chainId']))
})

test('a user and a password in a URL become basic authentication', async () => {
  let headers: IncomingHttpHeaders = {}
  const { url, server } = await listen((request, response) => {
    ;({ headers } = request)
    response.end(BLOCK_ONE)
  })
  const endpoints = openEndpoints({ urls: [url.replace('//', '//alpen:p%40ss@')] })
  expect(await endpoints.ask(CALL, { timeoutMs: 1_000 })).toEqual({ result: '0x1' })
  expect(headers.authorization).toBe(`Basic ${Buffer.from('alpen:p@ss').toString('base64')}`)
  server.closeAllConnections()
  server.close()
})

test('what is spread reaches every endpoint that answers but the first, and nobody waits for them', async () => {
  const arrived: number[] = []
  const noting =
    (index: number, then: RequestListener): RequestListener =>
    (request, response) => {
      request.on('data', (chunk: Buffer) => {
        if (chunk.includes('eth_sendRawTransaction')) arrived.push(index)
      })
      request.on('end', () => then(request, response))
    }
  const silent = () => undefined
  const answers = [answering(BLOCK_ONE), answering(BLOCK_ONE), silent].map((then, index) =>
    noting(index, then),
  )
  await behind(answers, async (endpoints) => {
    endpoints.spread({ method: 'eth_sendRawTransaction', params: ['0x01'] })
    await expect.poll(() => arrived.toSorted((one, other) => one - other)).toEqual([1, 2])
  })
})
