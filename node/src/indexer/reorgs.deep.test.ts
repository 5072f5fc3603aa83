// Chain reorgs as deep as nobody hopes to see.
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareIndex } from '../../../testkit/src/index/comparison.ts'
import { createRandomActor } from '../../../testkit/src/simulation/randomActor.ts'
import { createLedgerFixture } from '../../../testkit/src/ledger/ledgerFixture.ts'
import { createRandom } from '../../../testkit/src/random.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import type { LedgerFixture } from '../../../testkit/src/ledger/members.ts'

let world: LedgerFixture

beforeAll(async () => {
  world = await createLedgerFixture()
}, 300_000)
afterAll(() => world.ledger.stop())

test.each([64, 500])(
  'SRV-01 a chain reorg of %i blocks leaves nothing behind of what it took back',
  async (depth) => {
    const random = createRandom(depth)
    const player = createRandomActor(world)
    const ledger = openTestLedger(world.ledger)
    const live = await startTestIndexer(world.ledger)
    try {
      // Anvil's own reorg loses the contracts' code where it goes back so far; a copy does not.
      const before = await world.ledger.rpc('evm_snapshot')
      const { number } = await ledger.head()
      await player.act(random, depth)
      await untilAtHead(ledger, live)
      const numPlayed = (await ledger.head()).number - number
      expect(numPlayed).toBeGreaterThanOrEqual(depth)
      await world.ledger.rpc('evm_revert', before)
      await world.ledger.rpc('anvil_setCoinbase', toHex(depth, { size: 20 }))
      await world.ledger.rpc('anvil_mine', toHex(numPlayed))
      await player.act(random, 10)
      await untilAtHead(ledger, live)
      const index = await compareIndex(world, live.database, player.deliveryIds())
      expect(index.actual).toEqual(index.expected)
    } finally {
      await live.close()
    }
  },
  1_800_000,
)
