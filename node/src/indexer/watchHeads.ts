const RETRY_MS = 1_000

export type Heads = {
  /** Calls once, with the next block that the ledger tells of or the last one that nobody listened to. */
  once: (listener: () => void) => () => void
  close: () => void
}

/**
 * Subscribes to new blocks by WebSocket. It is an alarm clock and nothing else: what a block holds is asked for, and a
 * socket that fell silent is covered by the caller's polling.
 */
export function watchHeads(url: string): Heads {
  const listeners = new Set<() => void>()
  let isClosed = false
  let isMissed = false
  let retry: NodeJS.Timeout | undefined
  let socket = connect()

  function connect(): WebSocket {
    const fresh = new WebSocket(url)
    fresh.addEventListener('open', () => {
      fresh.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
    })
    fresh.addEventListener('message', wake)
    fresh.addEventListener('close', () => {
      if (isClosed) return
      retry = setTimeout(() => {
        socket = connect()
      }, RETRY_MS)
    })
    return fresh
  }

  function wake(): void {
    isMissed = listeners.size === 0
    const woken = [...listeners]
    listeners.clear()
    for (const listener of woken) listener()
  }

  return {
    once(listener) {
      listeners.add(listener)
      if (isMissed) queueMicrotask(wake)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      clearTimeout(retry)
      socket.close()
    },
  }
}
