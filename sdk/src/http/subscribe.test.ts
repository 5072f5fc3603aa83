import { HEADERS } from '@connex/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../client/client.ts'
import type { Client } from '../client/client.ts'
import { createLocalSigner } from '../signer/createLocalSigner.ts'
import { subscribe } from './subscribe.ts'
import { jsonResponse, startStubServer } from '../../../testkit/src/servers/stubServer.ts'
import type { Responder, StubServer } from '../../../testkit/src/servers/stubServer.ts'

let server: StubServer
let client: Client
beforeEach(async () => {
  server = await startStubServer()
  client = createClient({
    baseUrl: server.baseUrl,
    signer: createLocalSigner(`0x${'4c'.repeat(32)}`, { chainId: 1 }),
    chainId: 1,
  })
  client.connection.version = 6
})
afterEach(() => server.close())

const change = { topic: 'transfers', keys: ['0x01'], block: 3, txHashes: [] }
const event = (id: number) => `id: ${id}\nevent: transfers\ndata: ${JSON.stringify(change)}\n\n`
const stream =
  (text: string, end: boolean): Responder =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text)
    if (end) response.end()
  }

test('it is live with signed headers, tells what changed, and comes back where it left off', async () => {
  server.responders.push(stream(`: hello\n\n${event(1)}${event(2)}`, true), stream(event(3), false))
  const seen: unknown[] = []
  const states: string[] = []
  const stop = subscribe(client, {
    onEvent: ({ id, topic }) => seen.push([id, topic]),
    onState: (state) => states.push(state),
  })
  await vi.waitFor(() => expect(seen).toHaveLength(3), { timeout: 15_000 })
  expect(seen).toEqual([
    ['1', 'transfers'],
    ['2', 'transfers'],
    ['3', 'transfers'],
  ])
  expect(states).toEqual(['connecting', 'live', 'offline', 'connecting', 'live'])
  expect(server.received[0]!.headers[HEADERS.signature]).toMatch(/^0x/)
  expect(server.received[0]!.headers['last-event-id']).toBeUndefined()
  expect(server.received[1]!.headers['last-event-id']).toBe('2')
  stop()
})

test('events that are not well formed are passed over', async () => {
  server.responders.push(stream(`data: nonsense\n\ndata: {"topic":"x"}\n\n${event(4)}`, false))
  const onEvent = vi.fn<() => void>()
  const stop = subscribe(client, { onEvent, lastEventId: '3' })
  await vi.waitFor(() => expect(onEvent).toHaveBeenCalledTimes(1))
  expect(server.received[0]!.headers['last-event-id']).toBe('3')
  stop()
})

test('who waits for a block is woken by an event', async () => {
  server.responders.push(stream(event(1), false))
  const wake = vi.fn<() => void>()
  client.session.wakers.add(wake)
  const stop = subscribe(client, { onEvent: () => undefined })
  await vi.waitFor(() => expect(wake).toHaveBeenCalled())
  stop()
})

test('a refusal is reported, and the subscription tries again', async () => {
  server.responders.push(
    jsonResponse({ title: 'Service Unavailable', status: 503, code: 'unavailable' }, 503),
    stream('', false),
  )
  const states: unknown[] = []
  const stop = subscribe(client, {
    onEvent: () => undefined,
    onState: (state, error) => states.push([state, (error as { code?: string } | undefined)?.code]),
  })
  await vi.waitFor(() => expect(states).toHaveLength(4), { timeout: 15_000 })
  expect(states[1]).toEqual(['offline', 'unavailable'])
  expect(states[3]).toEqual(['live', undefined])
  stop()
})

test('WEB-11 a browser that loses its network drops the line at once, and opens it again', async () => {
  server.responders.push(stream('', false), stream('', false))
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const states: string[] = []
  const stop = subscribe(client, { onEvent: () => undefined, onState: (state) => states.push(state) })
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'live']))
  page.dispatchEvent(new Event('offline'))
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'live', 'offline']), { interval: 1 })
  await vi.waitFor(() => expect(states.slice(3)).toEqual(['connecting', 'live']))
  stop()
  vi.unstubAllGlobals()
})

test('once stopped it asks no more', async () => {
  server.responders.push(stream('', false))
  const states: string[] = []
  const stop = subscribe(client, { onEvent: () => undefined, onState: (state) => states.push(state) })
  await vi.waitFor(() => expect(states).toContain('live'))
  stop()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(states).toEqual(['connecting', 'live'])
  expect(server.received).toHaveLength(1)
})
