import type { QueryClient } from '@tanstack/react-query'
import type { AppRouter } from './router.ts'

/** Whatever is still asked for then, the rest has waited long enough. */
const QUIET_TIMEOUT_MS = 4_000

/** When the first screen stands and what it has asked for is answered. */
export function whenQuiet(router: AppRouter, queries: QueryClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isThere = router.state.resolvedLocation !== undefined
    const look = (): void => {
      if (isThere && queries.isFetching() === 0) end()
    }
    const end = (): void => {
      clearTimeout(timer)
      stopLooking()
      stopWaiting()
      resolve()
    }
    const timer = setTimeout(end, QUIET_TIMEOUT_MS)
    const stopLooking = queries.getQueryCache().subscribe(look)
    const stopWaiting = router.subscribe('onResolved', () => {
      isThere = true
      look()
    })
    signal.addEventListener('abort', end)
  })
}
