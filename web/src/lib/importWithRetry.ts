const TRIES = 4
const PAUSE_MS = 1_500

/** When the network is back, or a moment later: who is offline waits for as long as that takes. */
const untilWorthRetrying = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, PAUSE_MS)
    else window.addEventListener('online', () => resolve(), { once: true })
  })

/** Styles that did not come are not asked for again by whoever asked first: their places are filled anew. */
function refetchStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (hasFailed(link)) link.replaceWith(link.cloneNode())
}

function hasFailed({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    // What failed to come counts as foreign, and may not be looked into.
    return true
  }
}

/** Fetches a part of this client, and tries again where the network failed: a lost line must not cost the session. */
export async function importWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt >= TRIES) throw error
      await untilWorthRetrying()
      refetchStyles()
    }
  }
}

/** What a promise gives, or a TimeoutError where it takes longer: `await within(5_000, registering)`. The promise itself
 * goes on; what it gives later is dropped. */
export async function withTimeout<Given>(limitMs: number, promise: Promise<Given>): Promise<Given> {
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
