// What runs beside the screens of a session: resuming signed transactions, and importing code before it is needed.
import type { Client } from '@connex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { importWithRetry } from '../lib/importWithRetry.ts'
import type { AppRouter } from './router.ts'

/** Most sessions begin with no signed transaction, and then need no code that talks to the ledger. */
export async function resumeSigned(client: Client, wallet: string, signal: AbortSignal): Promise<void> {
  const signed = await client.journal.read(wallet)
  if (signed.length === 0 || signal.aborted) return
  const { resume } = await importWithRetry(() => import('./resume.ts'))
  await resume(client, signal)
}

const REORG_PAUSE_MS = 500

/**
 * After what may have been a chain reorg: looks whether it took back a transaction. Called for each topic of the stream, but
 * looks once. Most ledgers are final at once, and then the journal is empty.
 */
export function watchReorgs(client: Client, wallet: string, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async (): Promise<void> => {
    timer = undefined
    const signed = await client.journal.read(wallet)
    if (signal.aborted || !signed.some(({ block }) => block !== undefined)) return
    const { restore } = await importWithRetry(() => import('./resume.ts'))
    await restore(client, signal)
  }
  return () => {
    timer ??= setTimeout(() => void look(), REORG_PAUSE_MS)
  }
}

/** The longest that background work waits for the first screen. */
const FIRST_SCREEN_MS = 4_000

/** Resolves once the first screen is shown and its queries are answered. */
export function whenIdle(router: AppRouter, queries: QueryClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isShown = router.state.resolvedLocation !== undefined
    const check = (): void => {
      if (isShown && queries.isFetching() === 0) end()
    }
    const end = (): void => {
      clearTimeout(timer)
      unsubscribeQueries()
      unsubscribeRouter()
      resolve()
    }
    const timer = setTimeout(end, FIRST_SCREEN_MS)
    const unsubscribeQueries = queries.getQueryCache().subscribe(check)
    const unsubscribeRouter = router.subscribe('onResolved', () => {
      isShown = true
      check()
    })
    signal.addEventListener('abort', end)
  })
}

/** The chunks that the next clicks are likely to need, the likeliest first. A screen comes with its first visit. */
const CHUNKS = [
  () => import('@connex/protocol/api'),
  () => import('../features/transfers/panel/TransferPanel.tsx'),
  () => import('./palette/CommandPalette.tsx'),
  () => import('../ui/table/VirtualRows.tsx'),
  () => import('./navigation/UserMenuPopup.tsx'),
  () => import('../features/transfers/create/CreateTransferDialog.tsx'),
]

/** Imports one chunk after the other, each when the browser is idle, so that no click waits for its code. */
export async function prefetchChunks(signal: AbortSignal): Promise<void> {
  for (const load of CHUNKS) {
    await browserIdle()
    if (signal.aborted) return
    await importWithRetry<unknown>(load).catch(() => undefined)
  }
}

const IDLE_TIMEOUT_MS = 2_000
const FALLBACK_MS = 50

/** Not every browser reports when it is idle. */
const browserIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, FALLBACK_MS)
  })
