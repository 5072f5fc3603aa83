/** Waits; rejects with the signal's reason when aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(asError(signal.reason))
      return
    }
    const onAbort = () => {
      clearTimeout(timer)
      reject(asError(signal?.reason))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError')

/** 200, 400, 800 … up to the maximum, each shortened at random so that clients do not come back all at once. */
export const retryPause = (attempt: number, maximum = 30_000): number =>
  Math.min(maximum, 200 * 2 ** attempt) * (0.5 + Math.random() / 2)
