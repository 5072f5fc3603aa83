const TRIES = 4
const PAUSE_MS = 1_500

/** Resolves after a moment, or while the browser is offline, once it is online again. */
const untilWorthRetrying = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, PAUSE_MS)
    else window.addEventListener('online', () => resolve(), { once: true })
  })

/** A chunk of this client that could not be fetched. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

let isAway = (): boolean => false

/** Imports go on trying for as long as this holds. `tryWhileAway(() => readLive() === 'offline')` */
export function tryWhileAway(check: () => boolean): void {
  isAway = check
}

/**
 * Imports a chunk of this client, and tries again if the network failed: a lost connection must not end the session, and a server that
 * restarts must not end a page. While the server is away, no try counts.
 */
export async function importWithRetry<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let failures = 0
  for (;;) {
    try {
      return await load()
    } catch (error) {
      failures = isAway() ? 0 : failures + 1
      if (failures >= TRIES) throw new ChunkError('', { cause: error })
      await untilWorthRetrying()
    }
  }
}

/**
 * The promise's result, or a TimeoutError if it takes longer. The promise itself continues, and its late result is dropped.
 * `await withTimeout(5_000, registering)`
 */
export async function withTimeout<Result>(limitMs: number, promise: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('This took too long.', 'TimeoutError')), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
