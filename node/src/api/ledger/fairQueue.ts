// Limits concurrency for each user and in all: one user's reads cannot take the ledger from the others.
import type { Address, ApiErrorCode } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'

export type Limits = {
  perUser: Limit
  inAll: Limit
  /** Waiting for longer ends with 'busy'. */
  patienceMs: number
}

type Limit = { atOnce: number; waiting: number }

export type FairQueue = {
  /** Does the work in its turn. Throws 'tooManyRequests' if too much of the user waits already, 'busy' if too much of all. */
  run: <Result>(user: Address, gone: AbortSignal, work: () => Promise<Result>) => Promise<Result>
}

type Queue = { numRunning: number; waiting: Set<() => void> }
type Admission = { queue: Queue; limit: Limit; refusal: ApiErrorCode }

const RETRY_SECONDS = '1'

/** `await createFairQueue(limits).run(user, gone, () => ledger.call('eth_blockNumber'))` */
export function createFairQueue({ perUser, inAll, patienceMs }: Limits): FairQueue {
  const queues = new Map<Address, Queue>()
  const all: Admission = { queue: newQueue(), limit: inAll, refusal: 'busy' }

  async function run<Result>(user: Address, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(user) ?? newQueue()
    queues.set(user, queue)
    const until = AbortSignal.any([gone, AbortSignal.timeout(patienceMs)])
    const own: Admission = { queue, limit: perUser, refusal: 'tooManyRequests' }
    try {
      return await runAdmitted(own, until, () => runAdmitted(all, until, work))
    } finally {
      if (queue.numRunning === 0) queues.delete(user)
    }
  }

  return { run }
}

const newQueue = (): Queue => ({ numRunning: 0, waiting: new Set() })

async function runAdmitted<Result>(
  admission: Admission,
  until: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const { queue, limit } = admission
  if (queue.numRunning < limit.atOnce) queue.numRunning += 1
  else await waitFor(admission, until)
  try {
    return await work()
  } finally {
    const [next] = queue.waiting
    // The next in the queue takes over directly, so nobody who arrives meanwhile can overtake.
    if (next === undefined) queue.numRunning -= 1
    else next()
  }
}

function waitFor({ queue: { waiting }, limit, refusal }: Admission, until: AbortSignal): Promise<void> {
  const refuse = (code: ApiErrorCode) => new ApiError(code, {}, { headers: { 'retry-after': RETRY_SECONDS } })
  return new Promise((resolve, reject) => {
    if (waiting.size >= limit.waiting) return reject(refuse(refusal))
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
