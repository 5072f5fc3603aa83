import { ChangeEvent } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { isJsonObject } from '../json.ts'
import { requireClient } from '../client/client.ts'
import { receiveEvent, subscribe, type StreamState, type SubscribeOptions } from './subscribe.ts'

/** From the tab that has the connection to the others: its state and events; from a new tab: `hello`. */
type TabMessage =
  | { type: 'hello' }
  | { type: 'state'; state: StreamState; lastEventId: string | undefined }
  | { type: 'event'; event: ChangeEvent; id: string | undefined }

/**
 * Listens as `subscribe` does, with one connection for all tabs of a browser: an origin may have six, and a table needs some
 * of them. The tab that holds the lock has the connection and forwards to the others; when it closes, the next one continues
 * from its last event. Without Web Locks each tab has its own connection.
 *
 * @example
 * const stop = subscribeTogether(client, { onEvent: ({ topic }) => refresh(topic), onState: showState })
 */
export function subscribeTogether(client: Client, options: SubscribeOptions): () => void {
  requireClient(client)
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks
  if (locks === undefined) return subscribe(client, options)

  const name = `connex-stream ${client.baseUrl} ${client.signer?.address ?? ''}`
  const stop = new AbortController()
  let hasLine = false
  let hasReceived = false
  let state: StreamState = 'connecting'
  let { lastEventId } = options
  const receive = (event: ChangeEvent & { id: string | undefined }): void => {
    lastEventId = event.id ?? lastEventId
    options.onEvent(event)
  }
  const channel = openTabChannel(name, (message) => {
    if (message.type === 'hello') {
      if (hasLine) channel.post({ type: 'state', state, lastEventId })
    } else if (!hasLine) {
      hasReceived = true
      if (message.type === 'state') {
        lastEventId = message.lastEventId ?? lastEventId
        client.session.reports.isLive = message.state === 'live'
        options.onState?.(message.state, undefined, true)
      } else {
        receiveEvent(client, message.event)
        receive({ ...message.event, id: message.id })
      }
    }
  })

  const takeOver = async (): Promise<void> => {
    hasLine = true
    // Events since the other tab closed cannot be replayed, as after a lost connection.
    if (hasReceived && lastEventId === undefined) options.onState?.('offline')
    const end = subscribe(client, {
      lastEventId,
      signal: options.signal,
      onEvent: ({ id, ...event }) => {
        channel.post({ type: 'event', event, id })
        receive({ ...event, id })
      },
      onState: (next, error) => {
        state = next
        channel.post({ type: 'state', state, lastEventId })
        options.onState?.(next, error)
      },
    })
    await aborted(stop.signal)
    end()
    channel.close()
  }

  options.signal?.addEventListener('abort', () => stop.abort())
  options.onState?.('connecting')
  channel.post({ type: 'hello' })
  // Ended while it waited for the lock: there is nothing to release.
  locks.request(name, { signal: stop.signal }, takeOver).catch(() => channel.close())
  return () => stop.abort()
}

/** Messages between the tabs of one origin; anything but a message of this version is ignored. */
function openTabChannel(name: string, onMessage: (message: TabMessage) => void) {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: { data: unknown }) => {
    const message = parse(data)
    if (message !== undefined) onMessage(message)
  })
  return {
    // A channel of one origin, which knows no other.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message: TabMessage): void => channel.postMessage(message),
    close: (): void => channel.close(),
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const STATES: readonly unknown[] = ['connecting', 'live', 'offline'] satisfies StreamState[]

/** Undefined for anything but a message of this version. */
function parse(data: unknown): TabMessage | undefined {
  if (!isJsonObject(data)) return undefined
  const { type, state, event } = data
  const id = typeof data['id'] === 'string' ? data['id'] : undefined
  const lastEventId = typeof data['lastEventId'] === 'string' ? data['lastEventId'] : undefined
  if (type === 'hello') return { type }
  if (type === 'state' && STATES.includes(state)) return { type, state: state as StreamState, lastEventId }
  const change = type === 'event' ? ChangeEvent.safeParse(event) : undefined
  return change?.success === true ? { type: 'event', event: change.data, id } : undefined
}
