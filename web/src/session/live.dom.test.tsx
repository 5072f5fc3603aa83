import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWorld } from '../../test/screen.tsx'
import { followLiveUpdates, readLive, subscribeLive } from './live.ts'

// As in a browser without Web Locks, where each tab has a stream of its own.
beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
})

/** A session's updates, over streams that the test writes and breaks. */
function follow(lastEventId: string | undefined) {
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  const world = createWorld({
    stream: () => {
      const body = new ReadableStream<Uint8Array>({
        start: (line) => {
          lines.push(line)
          line.enqueue(new TextEncoder().encode(': hello\n\n'))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  const end = new AbortController()
  ends.push(end)
  const onReload = vi.fn<() => void>()
  world.queries.setQueryData(['transfers', 'one'], 1)
  world.queries.setQueryData(['platform', 'tenants'], 1)
  const ended = followLiveUpdates(world.client, { queries: world.queries, lastEventId, onReload }, end.signal)
  const isStale = (topic: string) =>
    world.queries.getQueryState([topic, topic === 'platform' ? 'tenants' : 'one'])?.isInvalidated
  const send = (event: object) =>
    lines
      .at(-1)
      ?.enqueue(new TextEncoder().encode(`id: 2\nevent: transfers\ndata: ${JSON.stringify(event)}\n\n`))
  return { world, lines, end, ended, onReload, isStale, send }
}

const live = () => waitFor(() => expect(readLive()).toBe('live'))
const event = { topic: 'transfers', keys: ['0x01'], block: 3, txHashes: [] }

it('reads everything again where what the session missed before its stream is not replayed', async () => {
  const { isStale, onReload } = follow(undefined)
  await live()
  expect([isStale('transfers'), isStale('platform')]).toEqual([true, true])
  expect(onReload).not.toHaveBeenCalled()
})

it('reads nothing again where it is replayed, then only what an event is about', async () => {
  const { world, isStale, onReload, send } = follow('1')
  await live()
  expect(world.arrived.map(({ name }) => name)).toEqual(['stream'])
  expect([isStale('transfers'), isStale('platform')]).toEqual([false, false])
  send(event)
  await waitFor(() => expect(isStale('transfers')).toBe(true))
  expect(isStale('platform')).toBe(false)
  expect(onReload).not.toHaveBeenCalled()
})

it('reports that a whole topic may have changed', async () => {
  const { onReload, send } = follow('1')
  await live()
  send({ ...event, keys: [] })
  await waitFor(() => expect(onReload).toHaveBeenCalledOnce())
})

it('is offline when its stream breaks, and reads everything again after it', async () => {
  const { lines, isStale, onReload } = follow('1')
  await live()
  const states: string[] = []
  const stop = subscribeLive(() => states.push(readLive()))
  lines[0]?.error(new TypeError('network'))
  await waitFor(() => expect(states).toContain('offline'))
  await waitFor(() => expect(states.at(-1)).toBe('live'))
  expect(onReload).toHaveBeenCalledOnce()
  expect([isStale('transfers'), isStale('platform')]).toEqual([true, true])
  stop()
})

it('follows nothing more once the session has ended', async () => {
  const { end, lines, isStale } = follow('1')
  await live()
  const states: string[] = []
  const stop = subscribeLive(() => states.push(readLive()))
  end.abort()
  expect(readLive()).toBe('connecting')
  expect(() => lines[0]?.error(new TypeError('network'))).not.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(states).toEqual(['connecting'])
  expect(isStale('transfers')).toBe(false)
  stop()
})
