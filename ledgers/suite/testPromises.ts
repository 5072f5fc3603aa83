// The promises as tests: in their order, on one ledger that is started before the first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Network } from '../networks/network.ts'
import { reasonAgainst } from '../promises/promise.ts'
import type { Promised } from '../promises/promise.ts'
import { newWorld } from '../promises/world.ts'
import type { World } from '../promises/world.ts'

/** `testPromises(startEdr, promises)` */
export function testPromises(start: () => Promise<Network>, promises: readonly Promised[]): void {
  let world: World | undefined
  beforeAll(async () => {
    world = newWorld(await start())
  })
  afterAll(async () => {
    await world?.opened?.platform.close()
    await world?.network.stop()
  })
  test.for(promises)('$name', async (promise, { skip }) => {
    if (world === undefined) throw new Error('The ledger is not there.')
    const reason = reasonAgainst(promise, world)
    if (reason !== undefined) skip(reason)
    await expect(promise.prove(world)).resolves.toBeUndefined()
  })
}
