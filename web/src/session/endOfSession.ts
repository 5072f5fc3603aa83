import { readSession, subscribeSession } from './session.ts'

/**
 * Aborts when the session that is open now has ended: what runs without a screen stops with it.
 *
 * @example
 * const ended = endOfSession()
 * for (const row of rows) if (!ended.aborted) await sign(row, { signal: ended })
 */
export function endOfSession(): AbortSignal {
  const controller = new AbortController()
  const session = readSession()
  const unsubscribe = subscribeSession(() => {
    if (readSession() === session) return
    unsubscribe()
    controller.abort()
  })
  return controller.signal
}
