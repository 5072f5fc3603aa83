// Waiting for what the event stream reports.
import type { BlockNumber, TxHash } from '@connex/protocol'
import type { Reports } from '../client/client.ts'
import { pause } from './pause.ts'

/** As long as an index takes to report a block on a quiet day. */
const REPORT_MS = 1000

/** Whether a live stream reports it now, or within a second. `await untilReported(reports, hasTransaction(txHash), signal)` */
export async function untilReported(
  reports: Reports,
  isReported: (reports: Reports) => boolean,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!reports.isLive || isReported(reports)) return reports.isLive
  const found = new AbortController()
  const listener = () => (isReported(reports) || !reports.isLive) && found.abort()
  reports.listeners.add(listener)
  const either = signal === undefined ? found.signal : AbortSignal.any([found.signal, signal])
  try {
    await pause(REPORT_MS, either).catch(() => signal?.throwIfAborted())
    return isReported(reports)
  } finally {
    reports.listeners.delete(listener)
  }
}

export const hasTransaction =
  (txHash: TxHash) =>
  ({ txHashes }: Reports): boolean =>
    txHashes.has(txHash)

export const hasBlock =
  (wanted: BlockNumber) =>
  ({ block }: Reports): boolean =>
    block !== undefined && block >= wanted
