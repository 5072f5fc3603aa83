import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { call } from '../http/call.ts'
import { createLocalSigner } from '../signer/createLocalSigner.ts'
import { discoverVersion } from './discoverVersion.ts'
import { jsonResponse, startStubServer } from '../../../testkit/src/servers/stubServer.ts'
import type { StubServer } from '../../../testkit/src/servers/stubServer.ts'

let server: StubServer
beforeEach(async () => {
  server = await startStubServer()
})
afterEach(() => server.close())

test('R064 E032 every call before discovery is refused, and nothing is sent', async () => {
  const client = createClient({ baseUrl: server.baseUrl })
  await expect(call(client, 'health')).rejects.toThrow('ConneX API is not ready yet')
  expect(server.received).toEqual([])
})

test('E037 a call without a client is refused', async () => {
  await expect(call(undefined as never, 'health')).rejects.toThrow('Missing API Client')
  await expect(discoverVersion(undefined as never)).rejects.toThrow('Missing API Client')
})

test('E033 asking for a version that nobody speaks is refused before anything is sent', async () => {
  const client = createClient({ baseUrl: server.baseUrl, version: 7 })
  await expect(discoverVersion(client)).rejects.toThrow('Version 7 is not supported')
  expect(server.received).toEqual([])
})

test('E033 asking for a version that this server does not list is refused', async () => {
  server.responders.push(jsonResponse({ supportedApiVersions: [6] }))
  const client = createClient({ baseUrl: server.baseUrl, version: 5 })
  await expect(discoverVersion(client)).rejects.toThrow('Version 5 is not supported')
})

test.each([[{ supportedApiVersions: [7, 8] }], [{}], [[]], [{ supportedApiVersions: 'six' }]])(
  'E034 an answer with neither 5 nor 6 is refused: %j',
  async (body) => {
    server.responders.push(jsonResponse(body))
    const client = createClient({ baseUrl: server.baseUrl })
    await expect(discoverVersion(client)).rejects.toThrow('No supported version found')
  },
)

test('a server on another ledger than the configured one is refused', async () => {
  server.responders.push(jsonResponse({ supportedApiVersions: [6], chainId: 2 }))
  const client = createClient({ baseUrl: server.baseUrl, chainId: 1 })
  await expect(discoverVersion(client)).rejects.toMatchObject({ code: 'wrongChain' })
  expect(client.connection.version).toBeUndefined()
})

test.each([
  [[5, 6], 6],
  [['v6'], 6],
  [['5'], 5],
  [[5, 7], 5],
])('SRV-24 of %j the client chooses %i', async (supportedApiVersions, chosen) => {
  server.responders.push(jsonResponse({ supportedApiVersions }))
  expect(await discoverVersion(createClient({ baseUrl: server.baseUrl }))).toBe(chosen)
  expect(server.received[0]?.target).toBe('/api/introspection')
})

test('SRV-24 404 means version 5, and the calls go there', async () => {
  const health = { status: 'ok', database: true, ledger: true, indexedBlock: 1, detail: null }
  server.responders.push(jsonResponse({}, 404), jsonResponse(health))
  const client = createClient({ baseUrl: server.baseUrl })
  expect(await discoverVersion(client)).toBe(5)
  await call(client, 'health')
  expect(server.received[1]?.target).toBe('/api/v5/health')
  expect(server.received[1]?.headers['connex-version']).toBe('5')
})

test('SRV-24 a failed introspection means version 6', async () => {
  server.responders.push(jsonResponse({}, 500))
  expect(await discoverVersion(createClient({ baseUrl: server.baseUrl }))).toBe(6)
  server.responders[0] = (_, response) => void response.end('<html>')
  expect(await discoverVersion(createClient({ baseUrl: server.baseUrl }))).toBe(6)
  server.responders[0] = () => undefined
  const slow = createClient({ baseUrl: server.baseUrl })
  expect(await discoverVersion(slow, { timeoutMs: 50 })).toBe(6)
  expect(await discoverVersion(createClient({ baseUrl: 'http://127.0.0.1:9' }))).toBe(6)
})

test.each([
  ['no answer', 'http://127.0.0.1:9', 500, /^The server cannot be reached\.$/],
  ['an error', undefined, 500, /^The server sent an unexpected answer\.$/],
  ['a proxy that answers for its server', undefined, 502, /^The server cannot be reached\.$/],
] as const)(
  'after %s, a call that needs the chain id says why it is not known',
  async (_, baseUrl, status, message) => {
    server.responders.push(jsonResponse({}, status))
    const signer = createLocalSigner(`0x${'11'.repeat(32)}`, { chainId: 31337 })
    const client = createClient({ baseUrl: baseUrl ?? server.baseUrl, signer })
    await discoverVersion(client)
    await expect(call(client, 'me')).rejects.toThrow(message)
  },
)

test.each([
  'localhost:4100',
  'ftp://bank.example',
  'https://bank.example/api',
  'http://127.0.0.1/api/v6/',
  '',
])('%j is refused as the address of a server', (baseUrl) => {
  expect(() => createClient({ baseUrl })).toThrow(`'${baseUrl}' is not a server's URL`)
})

test('it can be aborted', async () => {
  server.responders.push(() => undefined)
  const client = createClient({ baseUrl: server.baseUrl })
  const aborted = discoverVersion(client, { signal: AbortSignal.abort(new Error('enough')) })
  await expect(aborted).rejects.toThrow('enough')
})

test('the chain id is taken from the server where none is configured', async () => {
  server.responders.push(jsonResponse({ supportedApiVersions: [5, 6], chainId: 31337 }))
  const client = createClient({ baseUrl: server.baseUrl })
  await discoverVersion(client)
  expect(client.connection.chainId).toBe(31337)
})

test.each([
  [
    { type: 'legacy', gasPrice: '7' },
    { type: 'legacy', gasPrice: '7' },
  ],
  [
    { type: 'eip1559', maxFeePerGas: '9', maxPriorityFeePerGas: '0' },
    { type: 'eip1559', maxFeePerGas: '9', maxPriorityFeePerGas: '0' },
  ],
  [undefined, undefined],
  [{ type: 'blob', gasPrice: '7' }, undefined],
  [{ type: 'legacy', gasPrice: -7 }, undefined],
])('fees of %j are taken from the server if they are well formed', async (fees, expected) => {
  server.responders.push(jsonResponse({ supportedApiVersions: [5, 6], chainId: 31337, fees }))
  const client = createClient({ baseUrl: server.baseUrl })
  await discoverVersion(client)
  expect(client.connection.fees).toEqual(expected)
})

test.each([
  [12, 12],
  ['finalized', 'finalized'],
  [undefined, undefined],
  ['safe', undefined],
  [-1, undefined],
])(
  'confirmations of %j are taken from the server if they are well formed',
  async (confirmations, expected) => {
    server.responders.push(jsonResponse({ supportedApiVersions: [5, 6], chainId: 31337, confirmations }))
    const client = createClient({ baseUrl: server.baseUrl })
    await discoverVersion(client)
    expect(client.connection.confirmations).toBe(expected)
  },
)
