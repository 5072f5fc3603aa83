const TRIES = 4
const PAUSE_MS = 1_500

/** When the network is back, or a moment later: who is offline waits for as long as that takes. */
const whenWorthIt = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, PAUSE_MS)
    else window.addEventListener('online', () => resolve(), { once: true })
  })

/** Fetches a part of this client, and tries again where the network failed: a lost line must not cost the session. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt >= TRIES) throw error
      await whenWorthIt()
    }
  }
}
