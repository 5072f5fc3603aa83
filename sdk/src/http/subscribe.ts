// The event stream: one connection, opened again when it breaks.
import { ChangeEvent, frequentCalls } from '@connex/protocol'
import { createParser } from 'eventsource-parser'
import type { Client, Reports } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { parseJson } from '../json.ts'
import { correctClock } from './call.ts'
import { pause, retryPause } from './pause.ts'
import { openRequest } from './request.ts'
import { readChunks } from './response.ts'

export type StreamState = 'connecting' | 'live' | 'offline'

export type SubscribeOptions = {
  onEvent: (event: ChangeEvent & { id: string | undefined }) => void
  /**
   * `error` is the reason why the stream is offline. `isOfOtherTab`: the connection is another tab's, which replays nothing that this
   * one has missed.
   */
  onState?: ((state: StreamState, error?: unknown, isOfOtherTab?: boolean) => void) | undefined
  /** Replays what came after this event: one of the stream, or that of `whoami`. */
  lastEventId?: string | undefined
  signal?: AbortSignal | undefined
}

/** The server sends a comment more often than this; a longer silence is a dead connection. */
const SILENCE_MS = 60_000
const STEADY_MS = 5_000
const LONGEST_WAIT_MS = 30_000

/**
 * Listens to what changes, until the returned function is called. A broken connection is opened again with a fresh signature,
 * and the server replays missed events.
 *
 * @example
 * const stop = subscribe(client, { onEvent: ({ topic }) => refresh(topic), onState: showState })
 */
export function subscribe(client: Client, options: SubscribeOptions): () => void {
  requireClient(client)
  const stop = new AbortController()
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal])
  void listen(client, options, signal)
  return () => stop.abort()
}

async function listen(client: Client, options: SubscribeOptions, signal: AbortSignal): Promise<void> {
  let lastEventId = options.lastEventId
  let attempt = 0
  const { reports } = client.session
  const setState = (state: StreamState, error?: unknown): void => {
    reports.isLive = state === 'live'
    options.onState?.(state, error)
  }
  const onEvent: SubscribeOptions['onEvent'] = (event) => {
    lastEventId = event.id ?? lastEventId
    receiveEvent(client, event)
    options.onEvent(event)
  }
  while (!signal.aborted) {
    setState('connecting')
    let failure: unknown
    let liveSince = Infinity
    try {
      await read(client, lastEventId, signal, onEvent, () => {
        liveSince = Date.now()
        setState('live')
      })
    } catch (error) {
      failure = error
    }
    reports.isLive = false
    if (signal.aborted) return
    setState('offline', failure)
    // A server that accepts connections and drops them at once must not be rushed.
    if (Date.now() - liveSince > STEADY_MS) attempt = 0
    if (correctClock(client, failure) && attempt === 0) {
      attempt = 1
      continue
    }
    await waitForTry(attempt++, signal)
  }
}

/** More than anybody waits for at the same time. */
const REMEMBERED = 1000

/** Takes an event's transactions and block over. */
export function addReport(
  reports: Reports,
  { block, txHashes }: Pick<ChangeEvent, 'block' | 'txHashes'>,
): void {
  if (block !== null) reports.block = block
  for (const txHash of txHashes) reports.txHashes.add(txHash)
  for (const txHash of reports.txHashes) {
    if (reports.txHashes.size <= REMEMBERED) break
    reports.txHashes.delete(txHash)
  }
  for (const listener of reports.listeners) listener()
}

/** For those who wait for a transaction or a block. */
export function receiveEvent({ session }: Client, event: ChangeEvent): void {
  addReport(session.reports, event)
  for (const wake of session.wakers) wake()
}

/** Shorter where the browser reports a network again. */
async function waitForTry(attempt: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController()
  const forget = onNetwork('online', () => back.abort())
  await pause(retryPause(attempt, LONGEST_WAIT_MS), AbortSignal.any([signal, back.signal])).catch(
    () => undefined,
  )
  forget()
}

/** One connection, until it ends. */
async function read(
  client: Client,
  lastEventId: string | undefined,
  signal: AbortSignal,
  onEvent: SubscribeOptions['onEvent'],
  onOpen: () => void,
): Promise<void> {
  const silence = new AbortController()
  const either = AbortSignal.any([signal, silence.signal])
  const forget = onNetwork('offline', () => silence.abort())
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const response = await openRequest(client, {
      method: 'GET',
      path: frequentCalls.stream.path,
      credential: 'signed',
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: either,
    })
    const parser = createParser({
      onEvent: ({ id, data }) => {
        const event = ChangeEvent.safeParse(parseJson(data))
        if (event.success) onEvent({ ...event.data, id })
      },
    })
    onOpen()
    const decoder = new TextDecoder()
    for await (const chunk of readChunks(response)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      parser.feed(decoder.decode(chunk, { stream: true }))
    }
  } finally {
    forget()
    clearTimeout(timer)
  }
}

type Listener = (type: string, act: () => void) => void

/** Acts when a browser loses or regains its network; never outside a browser. Returns the unsubscribing function. */
function onNetwork(change: 'online' | 'offline', act: () => void): () => void {
  const page = globalThis as { addEventListener?: Listener; removeEventListener?: Listener }
  page.addEventListener?.(change, act)
  return () => page.removeEventListener?.(change, act)
}
