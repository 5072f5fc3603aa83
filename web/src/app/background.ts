import type { Client } from '@connex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { importWithRetry } from '../lib/importWithRetry.ts'
import type { AppRouter } from './router.ts'

/** Most sessions begin with nothing signed: what speaks to the ledger is then not fetched. */
export async function resumeSigned(client: Client, wallet: string, signal: AbortSignal): Promise<void> {
  const signed = await client.journal.read(wallet)
  if (signed.length === 0 || signal.aborted) return
  const { resume } = await importWithRetry(() => import('./resume.ts'))
  await resume(client, signal)
}

/** Whatever is still asked for then, the rest has waited long enough. */
const QUIET_TIMEOUT_MS = 4_000

/** When the first screen stands and what it has asked for is answered. */
export function whenIdle(router: AppRouter, queries: QueryClient, signal: AbortSignal): Promise<void> {
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

/** What the next clicks are likely to want, the likeliest first. A screen comes with its own first visit, and not before. */
const CHUNKS = [
  () => import('@connex/protocol/api'),
  () => import('../features/transfers/panel/TransferPanel.tsx'),
  () => import('./palette/CommandPalette.tsx'),
  () => import('../ui/table/VirtualRows.tsx'),
  () => import('../ui/menu/MenuPopup.tsx'),
  () => import('../features/transfers/create/CreateTransferDialog.tsx'),
]

/** One after the other, each when the browser has nothing else to do, so that no click has to wait for its code. */
export async function prefetchChunks(signal: AbortSignal): Promise<void> {
  for (const part of CHUNKS) {
    await browserIdle()
    if (signal.aborted) return
    await importWithRetry<unknown>(part).catch(() => undefined)
  }
}

const IDLE_TIMEOUT_MS = 2_000
const LITTLE_MS = 50

/** Not every browser can say when it is idle. */
const browserIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, LITTLE_MS)
  })
