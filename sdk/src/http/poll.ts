// One request for all who wait for its answer, however many they are.
import type { Client, Session } from '../client/client.ts'
import { pause } from './pause.ts'

/** What one client's waiters want to know again and again. */
export type Question<Answer> = (client: Client, control: { signal: AbortSignal }) => Promise<Answer>

type Poll = {
  numWaiting: number
  requestedAt: number
  delay: number
  /** The answer to the next request; undefined while nobody waits for one. */
  next: { answer: Promise<unknown>; cancel: () => void; hurry: () => void } | undefined
}

const FIRST_MS = 60
const LONGEST_MS = 1000

const polls = new WeakMap<Session, Map<unknown, Poll>>()

/**
 * The answer to the next request, which all of the client's waiters share. Requests come with growing delays; soon again after
 * one with `isNew`, and when the event stream announces a change. Aborting ends this waiting alone.
 *
 * @example
 * await nextAnswer(client, readLatestNonce, { isNew: true })
 */
export async function nextAnswer<Answer>(
  client: Client,
  question: Question<Answer>,
  { isNew, signal }: { isNew: boolean; signal?: AbortSignal | undefined },
): Promise<Answer> {
  signal?.throwIfAborted()
  const poll = pollOf(client.session, question)
  poll.next ??= schedule(client, question, poll)
  const { next } = poll
  if (isNew) next.hurry()
  poll.numWaiting += 1
  try {
    return (await orAborted(next.answer, signal)) as Answer
  } finally {
    poll.numWaiting -= 1
    if (poll.numWaiting === 0) {
      poll.next?.cancel()
      poll.next = undefined
    }
  }
}

function pollOf(session: Session, question: unknown): Poll {
  const ofSession = polls.get(session) ?? new Map<unknown, Poll>()
  polls.set(session, ofSession)
  const poll = ofSession.get(question) ?? {
    numWaiting: 0,
    requestedAt: -Infinity,
    delay: FIRST_MS,
    next: undefined,
  }
  ofSession.set(question, poll)
  return poll
}

function schedule<Answer>(client: Client, question: Question<Answer>, poll: Poll): NonNullable<Poll['next']> {
  const { wakers } = client.session
  const canceling = new AbortController()
  let news = new AbortController()
  const hurry = () => {
    poll.delay = FIRST_MS
    news.abort()
  }
  async function request(): Promise<Answer> {
    wakers.add(hurry)
    try {
      for (let left = leftOf(poll); left > 0; left = leftOf(poll)) {
        news = new AbortController()
        await pause(left, AbortSignal.any([news.signal, canceling.signal])).catch(() => undefined)
        canceling.signal.throwIfAborted()
      }
    } finally {
      wakers.delete(hurry)
      // Whoever waits from now on wants an answer that is newer than this one.
      if (poll.next === next) poll.next = undefined
    }
    poll.requestedAt = Date.now()
    poll.delay = Math.min(LONGEST_MS, poll.delay * 1.5)
    return question(client, { signal: canceling.signal })
  }
  const next = { answer: Promise.resolve().then(request), cancel: () => canceling.abort(), hurry }
  // Nobody may be left to hear of its failure.
  next.answer.catch(() => undefined)
  return next
}

const leftOf = ({ requestedAt, delay }: Poll): number => requestedAt + delay - Date.now()

function orAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
