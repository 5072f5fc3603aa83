// What all answers have in common: versions, problem documents, headers, the client's files.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, ClientConfig, HEADERS } from '@connex/protocol'
import type { CallName, Endpoint } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { until } from '../../../../testkit/src/machine.ts'
import {
  rawBytes,
  rawRequest,
  sendBearer,
  sendSigned,
  signRequest,
} from '../../../../testkit/src/servers/requests.ts'

let world: BankFixture
let url: string
let webRoot: string
const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(url, { target, headers, method })

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'connex-web-'))
  await mkdir(join(webRoot, 'assets'))
  await mkdir(join(webRoot, 'config'))
  await mkdir(join(webRoot, 'api'))
  const files = {
    'index.html': '<!doctype html><title>client</title>',
    'theme.js': '// theme',
    'assets/index-BqX3kP9a.js': '// app',
    'assets/index-BqX3kP9a.js.br': 'brotli of it',
    'assets/signerWorker-C0ffee12.js': '// worker',
    'config/config.json': '{"built":"in"}',
    'api/config.json': '{}',
    '.secret': 'secret',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(webRoot, name), text)
  const clientConfig = ClientConfig.parse({ apiUrl: 'https://api.bank.example/base', chainId: 4242 })
  world = await startBankFixture({ webRoot, clientConfig, clientOrigins: ['https://app.bank.example'] })
  url = world.node.url
})
afterAll(async () => {
  await world.stop()
  await rm(webRoot, { recursive: true })
})

describe('versions', () => {
  test('introspection is open and names both', async () => {
    const { status, text } = await get('/api/introspection')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      supportedApiVersions: [5, 6],
      features: ['deals', 'dealMessages'],
      chainId: 31337,
      fees: { type: 'legacy', gasPrice: '1' },
      confirmations: 0,
    })
  })

  const lists = (Object.entries(api) as [CallName, Endpoint][]).filter(
    ([, { isPage, method }]) => isPage === true && method === 'GET',
  )
  const needed: Partial<Record<CallName, string>> = {
    deliveryDetails: `?delivery-ids=0x${'11'.repeat(32)}`,
    instrumentDetails: `?instrument-ids=0x${'11'.repeat(32)}`,
  }
  // The admin holds tenant.ADMIN alone: the lists that anybody may read, and its own.
  const open = lists.filter(([, { privileges = [] }]) => privileges.length === 0)
  test.each(open)(
    '%s is a page on v6, and a plain array with its total on v5',
    async (name, { path, authentication }) => {
      const query = needed[name] ?? ''
      const send = authentication === 'bearer' ? sendBearer : sendSigned
      const six = await send(url, world.bank.user, { target: `/api/v6${path}${query}` })
      const five = await send(url, world.bank.user, { target: `/api/v5${path}${query}` })
      expect([six.status, five.status]).toEqual([200, 200])
      const page = JSON.parse(six.text) as { items: unknown[]; pageItemCount: number; totalItemCount: number }
      expect(page.pageItemCount).toBe(page.items.length)
      expect(six.headers['x-total-count']).toBeUndefined()
      expect(JSON.parse(five.text)).toEqual(page.items)
      expect(five.headers['x-total-count']).toBe(String(page.totalItemCount))
    },
  )

  test('a page has the requested length and the total count, and the next one continues', async () => {
    const read = async (query: string) => {
      const { text } = await sendBearer(url, world.bank.user, { target: `/api/v6/platform/tenants${query}` })
      return JSON.parse(text) as { items: { name: string }[]; pageItemCount: number; totalItemCount: number }
    }
    const names = async (query: string) => (await read(query)).items.map(({ name }) => name)
    const all = ['Alpenbank', 'Baltic Trust Bank', 'ConneX Platform']
    expect(await names('')).toEqual(all)
    expect(await names('?sort-by=name&sort-order=desc')).toEqual(all.toReversed())
    expect(await names('?items-per-page=2')).toEqual(all.slice(0, 2))
    expect(await read('?items-per-page=2&page=2')).toMatchObject({ pageItemCount: 1, totalItemCount: 3 })
    expect(await read('?items-per-page=500&page=1000000000')).toEqual({
      items: [],
      pageItemCount: 0,
      totalItemCount: 3,
    })
    expect(await names('?filter=bank')).toEqual(['Alpenbank', 'Baltic Trust Bank'])
  })

  test.each(['%25', '_', "'", '%5C', '"', ';--', "' OR '1'='1", '%F0%9F%98%80'])(
    'SRV-22 a filter of %s finds what contains it, which is nothing',
    async (filter) => {
      const target = `/api/v6/platform/tenants?filter=${filter.replaceAll(' ', '%20')}`
      const { status, text } = await sendBearer(url, world.bank.user, { target })
      expect(status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({ totalItemCount: 0 })
    },
  )

  test.each([
    'page=-1',
    'page=0',
    'items-per-page=501',
    'sort-by=secret',
    'sort-by=__proto__',
    'itemsPerPage=1',
  ])('SRV-22 %s is refused', async (query) => {
    const { status, problem } = await sendBearer(url, world.bank.user, {
      target: `/api/v6/platform/tenants?${query}`,
    })
    expect(status).toBe(400)
    expect(problem).toMatchObject({ title: 'Bad Request', errors: [{ path: query.split('=')[0] }] })
  })
})

describe('problem documents', () => {
  test.each([
    ['/api', 404],
    ['/api/', 404],
    ['/api/v6', 404],
    ['/api/v6/nothing', 404],
    ['/api/v7/platform/me', 404],
    ['/api/v6/introspection', 404],
    ['/missing.js', 404],
    ['/assets/none-12345678.js', 404],
    ['/.secret', 404],
    ['/config/none.json', 404],
  ])('%s is %i', async (target, status) => {
    const answer = await get(target)
    expect(answer).toMatchObject({ status, problem: { status, title: 'Not Found', code: 'notFound' } })
    expect(answer.headers['content-type']).toBe('application/problem+json')
  })

  test.each([
    ['POST', '/api/v6/platform/me', 'GET'],
    ['DELETE', '/api/v6/platform/tenants/users', 'GET, POST, PUT'],
    ['HEAD', '/api/v6/platform/me', 'GET'],
    ['PUT', '/api/introspection', 'GET'],
  ])('%s %s is 405 with the allowed methods', async (method, target, allow) => {
    const { status, headers } = await get(target, {}, method)
    expect([status, headers.allow]).toEqual([405, allow])
  })

  test.each([
    ['a name of 256 letters', `/${'a'.repeat(256)}`],
    ['a file name of 259 letters', `/${'a'.repeat(256)}.js`],
    ['a path of 4,097 letters', `/${'a/'.repeat(2048)}x`],
    ['a name of 256 letters below the API', `/api/v6/${'a'.repeat(256)}`],
    ['a file below the API', '/api/config.json'],
  ])('L1: %s is not found', async (_, target) => {
    expect(await get(target)).toMatchObject({ status: 404, problem: { code: 'notFound' } })
  })

  test('L1: a parameter of any length is judged by its call, and never looked for among the files', async () => {
    const target = `/api/v6/registry-manager/registry/forced-transfers/${'a'.repeat(101)}`
    expect(await get(target)).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } })
    expect(await get(target, {}, 'DELETE')).toMatchObject({ status: 405, headers: { allow: 'GET' } })
    const documents = `/api/v6/instrument-manager/documents/download/0x${'11'.repeat(32)}/${'a'.repeat(7000)}`
    expect(await sendSigned(url, world.bank.admin, { target: documents })).toMatchObject({ status: 403 })
    expect(await get(`${documents}${'a'.repeat(2000)}`)).toMatchObject({ status: 400 })
  })

  test('L1: conditions that a file does not meet are the caller’s fault, not an outage', async () => {
    for (const headers of [{ range: 'bytes=9999-' }, { 'if-match': '"another"' }])
      expect(await get('/theme.js', headers)).toMatchObject({ status: 400, problem: { code: 'badRequest' } })
  })

  test('a body that is not JSON is 415 by its type, and 400 by its text', async () => {
    const wanted = { method: 'POST', target: '/api/v6/dlt/eth/publish-raw-tx', body: { rawTransaction: 1 } }
    const request = await signRequest(url, world.bank.admin, {
      ...wanted,
      signed: { contentType: 'text/plain' },
    })
    const typed = { ...request, headers: { ...request.headers, 'content-type': 'text/plain' } }
    expect(await rawRequest(url, typed)).toMatchObject({
      status: 415,
      problem: { code: 'unsupportedMediaType' },
    })
    expect(await sendSigned(url, world.bank.admin, wanted)).toMatchObject({
      status: 400,
      problem: { code: 'badRequest', errors: [{ path: 'rawTransaction' }] },
    })
  })
})

describe('headers', () => {
  test('an answer of the api is nothing to render, frame or keep', async () => {
    for (const target of ['/api/introspection', '/api/v6/platform/me', '/api/nothing']) {
      const { headers } = await get(target)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      expect(headers['server']).toBeUndefined()
    }
  })

  test('an answer to what never became a request is nothing to render, frame or keep either', async () => {
    const close = 'Connection: close\r\n\r\n'
    for (const bytes of [
      'nonsense\r\n\r\n',
      `GET /api/v6/platform/me HTTP/1.1\r\n${close}`,
      `GET /api/v6/%ff HTTP/1.1\r\nHost: x\r\n${close}`,
      `GET /api/v6/platform/me HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n${close}`,
    ]) {
      const answer = await rawBytes(url, bytes)
      expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*application\/problem\+json/)
      for (const header of [
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options: nosniff',
        'x-frame-options: DENY',
        'referrer-policy: no-referrer',
        'cache-control: no-store',
      ])
        expect(answer.toLowerCase()).toContain(header.toLowerCase())
    }
  })

  test('an idle connection stays open longer than a proxy keeps it', async () => {
    const answer = await get('/api/introspection', { connection: 'keep-alive' })
    expect(Number(/timeout=(\d+)/.exec(String(answer.headers['keep-alive']))?.[1])).toBeGreaterThan(60)
  })

  test('the client’s page may run its own scripts and call its own servers, and nothing else', async () => {
    const { headers } = await get('/')
    const policy = headers['content-security-policy']
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("connect-src 'self' https://api.bank.example;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    const script = await get('/assets/index-BqX3kP9a.js')
    expect(script.headers['content-security-policy']).not.toContain('unsafe')
  })

  test('the worker’s script alone may compile WebAssembly', async () => {
    const { headers } = await get('/assets/signerWorker-C0ffee12.js')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
  })

  test('the files of the build are cached for a year, all others are revalidated', async () => {
    const cacheOf = async (target: string) => (await get(target)).headers['cache-control']
    expect(await cacheOf('/assets/index-BqX3kP9a.js')).toBe('public, max-age=31536000, immutable')
    for (const target of ['/', '/index.html', '/theme.js', '/config/config.json', '/holdings'])
      expect(await cacheOf(target)).toBe('no-cache')
  })

  test('an address that is typed gets the page whatever its name ends in; a file that is missing does not', async () => {
    expect((await get('/report.2026', { accept: 'text/html,*/*' })).text).toContain('<title>client')
    expect((await get('/assets/gone-BqX3kP9a.js')).status).toBe(404)
    expect((await get('/api/v6/nothing.html', { accept: 'text/html' })).status).not.toBe(200)
  })

  test('a compressed copy goes to whoever takes one, the file itself to everybody else', async () => {
    const target = '/assets/index-BqX3kP9a.js'
    const { headers, text } = await get(target, { 'accept-encoding': 'gzip, br' })
    expect(text).toBe('brotli of it')
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript/) as string,
      'cache-control': 'public, max-age=31536000, immutable',
      // By origin, too, a browser would store what it fetches and what it imports apart.
      vary: 'accept-encoding',
    })
    for (const [path, taken] of [
      [target, 'gzip'],
      [target, 'identity'],
      ['/theme.js', 'br'],
    ] as const) {
      const plain = await get(path, { 'accept-encoding': taken })
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(plain.text).toMatch(/^\/\//)
    }
  })

  test('the configuration served is the deployment’s', async () => {
    expect(JSON.parse((await get('/config/config.json')).text)).toMatchObject({ chainId: 4242 })
  })

  test.each(['/login', '/holdings', '/custodians/0x1:0x2/accounts', '/some/unknown/path'])(
    '%s is a route of the client',
    async (target) => {
      expect(await get(target)).toMatchObject({ status: 200, text: '<!doctype html><title>client</title>' })
    },
  )
})

describe('REQ-30 other origins', () => {
  const preflight = (origin: string) =>
    get(
      '/api/v6/platform/me',
      {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': `${HEADERS.user},${HEADERS.signature}`,
      },
      'OPTIONS',
    )

  test('the client’s own are allowed with credentials and the signed headers', async () => {
    for (const origin of ['https://app.bank.example', new URL(url).origin]) {
      const { status, headers } = await preflight(origin)
      expect(status).toBe(204)
      expect(headers['access-control-allow-origin']).toBe(origin)
      expect(headers['access-control-allow-credentials']).toBe('true')
      for (const name of [...Object.values(HEADERS), 'authorization', 'content-type', 'last-event-id'])
        expect(headers['access-control-allow-headers']).toContain(name)
      expect(headers.vary).toMatch(/origin/i)
    }
    const { headers } = await get('/api/introspection', { origin: 'https://app.bank.example' })
    expect(headers['access-control-allow-origin']).toBe('https://app.bank.example')
    expect(headers['access-control-expose-headers']).toContain('x-total-count')
  })

  test.each([
    'https://evil.example',
    'null',
    'https://app.bank.example.evil.example',
    'http://app.bank.example',
  ])('%s is not', async (origin) => {
    for (const answer of [await preflight(origin), await get('/api/introspection', { origin })]) {
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  test('a refusal can be read by the client as well', async () => {
    const { status, headers } = await get('/api/v6/platform/me', { origin: 'https://app.bank.example' })
    expect(status).toBe(401)
    expect(headers['access-control-allow-origin']).toBe('https://app.bank.example')
  })
})

test('failed authentications have to wait, and correctly signed requests are still served', async () => {
  const answers = await Promise.all(Array.from({ length: 320 }, () => get('/api/v6/platform/me')))
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(limited[0]).toMatchObject({ problem: { code: 'tooManyRequests' } })
  expect(Number(limited[0]!.headers['retry-after'])).toBeGreaterThan(0)
  const target = '/api/v6/platform/me'
  expect(await sendSigned(url, world.bank.user, { target })).toMatchObject({ status: 200 })
})

test('a server of version 5 alone has no introspection and no version 6', async () => {
  const node = await world.restart({ apiVersions: [5] })
  expect(node.url).toBe(url)
  expect(await get('/api/introspection')).toMatchObject({ status: 404 })
  expect(await get('/api/v6/platform/me')).toMatchObject({ status: 404 })
  const { status, text } = await sendSigned(url, world.bank.user, {
    target: '/api/v5/instrument-manager/instruments',
  })
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual([])
})

test('health reports what is missing', async () => {
  // The test before restarted it, and it reads the ledger again.
  await until('health', async () => (await get('/api/v5/health')).status === 200)
  await world.ledger.stop()
  expect(await get('/api/v5/health')).toMatchObject({
    status: 503,
    problem: { title: 'Service Unavailable', detail: 'The ledger does not answer.' },
  })
})
