// The script of a dedicated worker that only counts: browsers slow the timers of a hidden page to one a minute, but not a
// worker's.

/** The interval of each tab's heartbeat to the vault. */
const BEAT_MS = 10_000

const port = globalThis as unknown as { postMessage(message: string): void }

setInterval(() => port.postMessage('beat'), BEAT_MS)
