// So many at once, for each user and in all: one user's reads cannot take the ledger from the others.
import type { Address, ApiErrorCode } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'

export type Bounds = {
  /** At work at once, and waiting behind them. */
  ofUser: { atOnce: number; waiting: number }
  ofAll: { atOnce: number; waiting: number }
  /** Who has not had a turn by then has waited in vain. */
  patienceMs: number
}

export type Turns = {
  /** Does the work in its turn. Throws 'tooManyRequests' where the user waits for too much already, 'busy' where all do. */
  take: <Result>(user: Address, gone: AbortSignal, work: () => Promise<Result>) => Promise<Result>
}

type Line = { numAtWork: number; waiting: Set<() => void> }
type Place = { line: Line; bound: Bounds['ofUser']; refusal: ApiErrorCode }

const AGAIN_SECONDS = '1'

/** `await createTurns(bounds).take(user, gone, () => ledger.call('eth_blockNumber'))` */
export function createTurns({ ofUser, ofAll, patienceMs }: Bounds): Turns {
  const users = new Map<Address, Line>()
  const all: Place = { line: newLine(), bound: ofAll, refusal: 'busy' }

  async function take<Result>(
    user: Address,
    gone: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const line = users.get(user) ?? newLine()
    users.set(user, line)
    const until = AbortSignal.any([gone, AbortSignal.timeout(patienceMs)])
    const own: Place = { line, bound: ofUser, refusal: 'tooManyRequests' }
    try {
      return await inTurn(own, until, () => inTurn(all, until, work))
    } finally {
      if (line.numAtWork === 0) users.delete(user)
    }
  }

  return { take }
}

const newLine = (): Line => ({ numAtWork: 0, waiting: new Set() })

async function inTurn<Result>(
  place: Place,
  until: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const { line, bound } = place
  if (line.numAtWork < bound.atOnce) line.numAtWork += 1
  else await wait(place, until)
  try {
    return await work()
  } finally {
    const [next] = line.waiting
    // The place at work passes on, so that nobody who comes meanwhile takes it.
    if (next === undefined) line.numAtWork -= 1
    else next()
  }
}

function wait({ line: { waiting }, bound, refusal }: Place, until: AbortSignal): Promise<void> {
  const refuse = (code: ApiErrorCode) => new ApiError(code, {}, { headers: { 'retry-after': AGAIN_SECONDS } })
  return new Promise((resolve, reject) => {
    if (waiting.size >= bound.waiting) return reject(refuse(refusal))
    if (until.aborted) return reject(refuse('busy'))
    const leave = () => {
      waiting.delete(enter)
      reject(refuse('busy'))
    }
    function enter() {
      waiting.delete(enter)
      until.removeEventListener('abort', leave)
      resolve()
    }
    waiting.add(enter)
    until.addEventListener('abort', leave, { once: true })
  })
}
