// New blocks, as WebSockets of the ledger's nodes announce them.
import type { Logger } from '../common/logger.ts'
import { backoff } from '../storage/sharing/backoff.ts'
import { openHeaders } from '../common/headers.ts'
import { splitCredentials } from './jsonRpc.ts'

export type Heads = {
  /** Calls once, for the next announced block or the last one that had no listener. */
  once: (listener: () => void) => () => void
  /** Whether a node announces blocks now. */
  isOpen: () => boolean
  /** The highest announced block; 0 at first. */
  announced: () => number
  close: () => void
}

export type HeadsOptions = {
  urls: readonly string[]
  /** A node with another chain announces nothing. */
  chainId: number
  headersFile?: string | undefined
  log: Logger
}

const RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/**
 * Subscribes to the new blocks of all nodes. They only wake the caller, who requests the block itself, and who polls in case
 * they go silent. So it does not matter which of them is heard.
 *
 * @example
 * const heads = watchHeads({ urls: ['ws://127.0.0.1:8545'], chainId: 31337, log })
 * heads.once(() => console.log('a new block'))
 */
export function watchHeads({ urls, chainId, headersFile, log }: HeadsOptions): Heads {
  const headers = openHeaders('LEDGER_RPC_HEADERS_FILE', headersFile, log)
  const listeners = new Set<() => void>()
  let isMissed = false
  let announced = 0

  function wake(block: number): void {
    announced = Math.max(announced, block)
    isMissed = listeners.size === 0
    const woken = [...listeners]
    listeners.clear()
    for (const listener of woken) listener()
  }

  const sockets = urls.map((url, index) => {
    const name = urls.length === 1 ? 'LEDGER_WS_URL' : `LEDGER_WS_URL ${index + 1} of ${urls.length}`
    return keepSubscribed({ url, name, chainId, headers, wake, log })
  })
  return {
    once(listener) {
      listeners.add(listener)
      if (isMissed) queueMicrotask(() => wake(announced))
      return () => void listeners.delete(listener)
    },
    isOpen: () => sockets.some((socket) => socket.isSubscribed()),
    announced: () => announced,
    close() {
      for (const socket of sockets) socket.close()
    },
  }
}

type SocketOptions = Pick<HeadsOptions, 'chainId' | 'log'> & {
  url: string
  name: string
  headers: () => Readonly<Record<string, string>>
  wake: (block: number) => void
}

const CHAIN_ID = 1
const SUBSCRIBE = 2

type Message = { id?: unknown; result?: unknown; params?: { result?: { number?: unknown } } }

/** Node's takes headers, which a browser's does not: the browser tests compile this file with the types of both. */
const NodeWebSocket = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket

/** One node's socket; it opens again whenever it closes. */
function keepSubscribed({ url, name, chainId, headers, wake, log }: SocketOptions) {
  let isClosed = false
  let isSubscribed = false
  let numFailures = 0
  let retry: NodeJS.Timeout | undefined
  let socket = connect()

  function connect(): WebSocket {
    const { address, authorization } = splitCredentials(url)
    const fresh = new NodeWebSocket(address, { headers: { ...headers(), ...authorization } })
    const send = (id: number, method: string, params: readonly unknown[]) =>
      fresh.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    fresh.addEventListener('open', () => send(CHAIN_ID, 'eth_chainId', []))
    fresh.addEventListener('message', ({ data }) => {
      const message = readMessage(data)
      if (message?.id === CHAIN_ID && Number(message.result) === chainId)
        send(SUBSCRIBE, 'eth_subscribe', ['newHeads'])
      else if (message?.id === SUBSCRIBE && message.result !== undefined) subscribed()
      else if (message?.params !== undefined) wake(Number(message.params.result?.number) || 0)
      else {
        if (numFailures === 0) log.warn(`${name} has another chain, or announces no blocks`)
        fresh.close()
      }
    })
    fresh.addEventListener('close', reopen)
    return fresh
  }

  function subscribed(): void {
    isSubscribed = true
    numFailures = 0
    // Blocks may have come before.
    wake(0)
  }

  function reopen(): void {
    if (isClosed) return
    if (isSubscribed) log.info(`${name} has closed, and is opened again`)
    isSubscribed = false
    numFailures += 1
    retry = setTimeout(
      () => {
        socket = connect()
      },
      backoff(numFailures - 1, RETRY_MS, LONGEST_RETRY_MS),
    )
  }

  return {
    isSubscribed: () => isSubscribed,
    close() {
      isClosed = true
      clearTimeout(retry)
      socket.close()
    },
  }
}

function readMessage(data: unknown): Message | undefined {
  try {
    const message: unknown = JSON.parse(String(data))
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
