import { fetchPart } from '../lib/fetchPart.ts'

/** What the next clicks are likely to want, the likeliest first. A screen comes with its own first visit, and not before. */
const PARTS = [
  () => import('@connex/protocol/api'),
  () => import('../features/transfers/panel/TransferPanel.tsx'),
  () => import('./palette/CommandPalette.tsx'),
  () => import('../ui/table/VirtualRows.tsx'),
  () => import('../ui/menu/MenuPopup.tsx'),
  () => import('../features/transfers/create/CreateTransferDialog.tsx'),
]

/** One after the other, each when the browser has nothing else to do, so that no click has to wait for its code. */
export async function fetchAhead(signal: AbortSignal): Promise<void> {
  for (const part of PARTS) {
    await untilIdle()
    if (signal.aborted) return
    await fetchPart<unknown>(part).catch(() => undefined)
  }
}

const IDLE_TIMEOUT_MS = 2_000
const LITTLE_MS = 50

/** Not every browser can say when it is idle. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, LITTLE_MS)
  })
