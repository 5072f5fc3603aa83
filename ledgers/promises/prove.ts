// Tries promises on a ledger, one after the other, and notes how each ended.
import type { Network } from '../networks/network.ts'
import { reasonAgainst } from './promise.ts'
import type { Promised } from './promise.ts'
import { newWorld } from './world.ts'

/** `cannot`: the ledger has nothing to try it with. `reason`: why it is not `held`. */
export type Proved = {
  promise: string
  outcome: 'held' | 'broken' | 'cannot'
  seconds: number
  reason?: string
}

/**
 * Tries each, whatever became of those before it. Ends the platform's server, not the ledger.
 *
 * @example
 * const proved = await prove(network, promises, (one) => console.log(one.promise, one.outcome))
 */
export async function prove(
  network: Network,
  promises: readonly Promised[],
  onProved: (proved: Proved) => void,
): Promise<Proved[]> {
  const world = newWorld(network)
  const all: Proved[] = []
  try {
    for (const promise of promises) {
      const reason = reasonAgainst(promise, world)
      const proved =
        reason === undefined
          ? await tryOut(promise.name, () => promise.prove(world))
          : { promise: promise.name, outcome: 'cannot' as const, seconds: 0, reason }
      onProved(proved)
      all.push(proved)
    }
  } finally {
    await world.opened?.platform.close()
  }
  return all
}

async function tryOut(promise: string, work: () => Promise<void>): Promise<Proved> {
  const started = performance.now()
  const reason = await work().then(() => undefined, String)
  const seconds = Math.round((performance.now() - started) / 1000)
  return reason === undefined
    ? { promise, outcome: 'held', seconds }
    : { promise, outcome: 'broken', seconds, reason }
}
