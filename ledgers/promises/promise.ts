// A promise of the product, to be tried on any ledger.
import type { Ability } from '../networks/network.ts'
import type { World } from './world.ts'

export type Promised = {
  name: string
  /** What not every ledger can do. */
  needs?: Ability
  /** Throws where the promise does not hold. */
  prove: (world: World) => Promise<void>
}

/** Why this promise cannot be tried on this ledger; undefined where it can. `reasonAgainst(promise, world)` */
export function reasonAgainst({ needs }: Promised, { network }: Pick<World, 'network'>): string | undefined {
  const ability = needs === undefined ? undefined : network[needs]
  return ability === undefined || typeof ability === 'function' ? undefined : ability.reason
}
