import type { Session } from '../session.ts'

/** Runs one after the other what uses this wallet's next nonce; a failure does not stop those behind it. */
export function inTurn<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  const result = session.queue.then(work)
  session.queue = result.catch(() => undefined)
  return result
}
