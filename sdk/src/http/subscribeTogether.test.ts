import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../client/client.ts'
import type { Client } from '../client/client.ts'
import { createLocalSigner } from '../signer/createLocalSigner.ts'
import { startStubServer } from '../../../testkit/src/servers/stubServer.ts'
import type { Responder, StubServer } from '../../../testkit/src/servers/stubServer.ts'
import { subscribeTogether } from './subscribeTogether.ts'

let server: StubServer
let stops: (() => void)[]
beforeEach(async () => {
  server = await startStubServer()
  stops = []
})
afterEach(async () => {
  for (const stop of stops) stop()
  await server.close()
})

const event = (id: number) =>
  `id: ${id}\nevent: transfers\ndata: ${JSON.stringify({ topic: 'transfers', keys: ['0x01'], block: 3, txHashes: [] })}\n\n`

/** A tab of the one browser that this process is. */
function openTab(key = '4c') {
  const client: Client = createClient({
    baseUrl: server.baseUrl,
    signer: createLocalSigner(`0x${key.repeat(32)}`, { chainId: 1 }),
    chainId: 1,
  })
  client.connection.version = 6
  const seen: unknown[] = []
  const states: string[] = []
  const stop = subscribeTogether(client, {
    onEvent: ({ id }) => seen.push(id),
    onState: (state) => states.push(state),
  })
  stops.push(stop)
  return { client, seen, states, stop }
}

/** A line that stays open, and into which may be written. */
function openLine() {
  let write: ((text: string) => unknown) | undefined
  const answer: Responder = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': hello\n\n')
    write = (text) => response.write(text)
  }
  server.responders.splice(0, Infinity, answer)
  return { announce: (id: number) => write?.(event(id)) }
}

const live = (tab: { states: string[] }) => vi.waitFor(() => expect(tab.states.at(-1)).toBe('live'))

test('another wallet has a line of its own', async () => {
  const line = openLine()
  const mine = openTab()
  await live(mine)
  const otherLine = openLine()
  const other = openTab('5d')
  await live(other)
  expect(server.received).toHaveLength(2)
  line.announce(1)
  otherLine.announce(1)
  await vi.waitFor(() => expect([mine.seen, other.seen]).toEqual([['1'], ['1']]))
})

test('two tabs have one line, and both hear, know its state and wake who waits', async () => {
  const line = openLine()
  const first = openTab()
  await live(first)
  const second = openTab()
  await live(second)
  const wake = vi.fn<() => void>()
  second.client.session.wakers.add(wake)
  line.announce(1)
  await vi.waitFor(() => expect([first.seen, second.seen]).toEqual([['1'], ['1']]))
  expect(wake).toHaveBeenCalledOnce()
  expect([first, second].map(({ client }) => client.session.reports.isLive)).toEqual([true, true])
  expect(server.received).toHaveLength(1)
})

test('a tab without the line knows when the line is broken', async () => {
  openLine()
  const first = openTab()
  await live(first)
  const second = openTab()
  await live(second)
  await server.close()
  await vi.waitFor(() => expect(second.states.at(-1)).toBe('offline'))
  expect(second.client.session.reports.isLive).toBe(false)
})

test('when the tab that has the line is closed, the next one goes on where it left off', async () => {
  const line = openLine()
  const first = openTab()
  await live(first)
  const second = openTab()
  await live(second)
  line.announce(7)
  await vi.waitFor(() => expect(second.seen).toEqual(['7']))
  const next = openLine()
  first.stop()
  await vi.waitFor(() => expect(server.received).toHaveLength(2))
  expect(server.received[1]!.headers['last-event-id']).toBe('7')
  await vi.waitFor(() => expect(second.states.filter((state) => state === 'live')).toHaveLength(2))
  next.announce(8)
  await vi.waitFor(() => expect(second.seen).toEqual(['7', '8']))
  expect(first.seen).toEqual(['7'])
  expect(second.states).not.toContain('offline')
})

test('a tab that takes over without a place to go on from says that it was offline', async () => {
  openLine()
  const first = openTab()
  await live(first)
  const second = openTab()
  await live(second)
  openLine()
  first.stop()
  await vi.waitFor(() => expect(second.states).toContain('offline'))
  await live(second)
})

test('a tab that is closed while it waits takes nothing over', async () => {
  openLine()
  const first = openTab()
  await live(first)
  const second = openTab()
  await live(second)
  second.stop()
  const third = openTab()
  await live(third)
  openLine()
  first.stop()
  await vi.waitFor(() => expect(server.received).toHaveLength(2))
  await live(third)
  expect(server.received).toHaveLength(2)
})
