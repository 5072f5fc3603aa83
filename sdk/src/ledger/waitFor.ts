import { ApiError, ClientError } from '../errors.ts'
import { pause } from '../http/pause.ts'
import type { Session } from '../session.ts'

export type WaitOptions = { signal?: AbortSignal | undefined; waitMs?: number | undefined }

const FIRST_MS = 60
const LONGEST_MS = 1000
const WAIT_MS = 120_000

/** Asks again and again, ever more slowly, and at once when the event stream tells of something new. */
export async function waitFor<Result>(
  session: Session,
  ask: () => Promise<Result | undefined>,
  onTimeout: () => Error,
  { signal, waitMs = WAIT_MS }: WaitOptions,
): Promise<Result> {
  const deadline = Date.now() + waitMs
  for (let delay = FIRST_MS; ; delay = Math.min(LONGEST_MS, delay * 1.5)) {
    const answer = await ask().catch(unlessPassing)
    if (answer !== undefined) return answer
    if (Date.now() >= deadline) throw onTimeout()
    await pauseUntilNews(session, delay, signal)
  }
}

/** What was published is on its way, whether the server answers just now or not. */
function unlessPassing(error: unknown): undefined {
  const isPassing =
    (error instanceof ClientError && ['unreachable', 'timedOut'].includes(error.code)) ||
    (error instanceof ApiError && (error.status >= 500 || error.status === 429))
  if (!isPassing) throw error
}

async function pauseUntilNews(
  session: Session,
  delay: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const news = new AbortController()
  const wake = () => news.abort()
  session.wakers.add(wake)
  try {
    await pause(delay, signal === undefined ? news.signal : AbortSignal.any([news.signal, signal]))
  } catch (error) {
    if (signal?.aborted) throw error
  } finally {
    session.wakers.delete(wake)
  }
}
