// The script of a dedicated worker that only counts: the timers of a hidden page are held back to one a minute, a
// worker's are not.
import { BEAT_MS } from './beatInterval.ts'

const port = globalThis as unknown as { postMessage(message: string): void }

setInterval(() => port.postMessage('beat'), BEAT_MS)
