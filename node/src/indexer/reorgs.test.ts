import { toHex } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandomActor } from '../../../testkit/src/simulation/randomActor.ts'
import type { RandomActor, SentTransaction } from '../../../testkit/src/simulation/randomActor.ts'
import { createLedgerFixture } from '../../../testkit/src/ledger/ledgerFixture.ts'
import { compareIndex, compareIndexAt } from '../../../testkit/src/index/comparison.ts'
import type { Comparison } from '../../../testkit/src/index/comparison.ts'
import { resend, shuffled } from '../../../testkit/src/simulation/simulation.ts'
import { seeded } from '../../../testkit/src/random.ts'
import type { Random } from '../../../testkit/src/random.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import type { TestIndexer } from '../../../testkit/src/index/testIndexer.ts'
import { until } from '../../../testkit/src/machine.ts'
import { listBlocks, readCursor } from '../storage/projections/cursor.ts'
import { openTestDatabase } from '../../../testkit/src/database/testDatabase.ts'
import type { LedgerFixture } from '../../../testkit/src/ledger/members.ts'
import type { Ledger } from './ledger.ts'

let world: LedgerFixture
let ledger: Ledger
let player: RandomActor
let live: TestIndexer

beforeAll(async () => {
  world = await createLedgerFixture()
  ledger = openTestLedger(world.ledger)
  player = createRandomActor(world)
  live = await startTestIndexer(world.ledger)
})

afterAll(async () => {
  await live.close()
  await world.ledger.stop()
})

const rpc = (method: string, ...params: unknown[]) => world.ledger.rpc(method, ...params)
const mine = (numBlocks: number) => rpc('anvil_mine', toHex(numBlocks))

/** From here on blocks are other ones than before, even where they hold the same. */
const changeMiner = (random: Random) => rpc('anvil_setCoinbase', toHex(random.below(2 ** 32), { size: 20 }))

async function compared(): Promise<Comparison> {
  await untilAtHead(ledger, live)
  return compareIndex(world, live.database, player.deliveryIds())
}

/** How many blocks to take back until the last event that is final is among them. */
async function depthOfFinalEvent({ database }: TestIndexer): Promise<number> {
  const cursor = await readCursor(database.kysely)
  if (cursor === undefined) throw new Error('nothing is indexed')
  const stored = await listBlocks(database.kysely, 0)
  const last = stored.findLast(({ number }) => number <= cursor.finalized_block)
  if (last === undefined) throw new Error('no event is final')
  return cursor.block_number - last.number + 1
}

/** Plays, goes back behind what was played, and gives what was sent meanwhile. */
async function playAndRevert(random: Random, numActions: number): Promise<SentTransaction[]> {
  const before = (await rpc('evm_snapshot')) as Hex
  player.takeSent()
  await player.act(random, numActions)
  await untilAtHead(ledger, live)
  await rpc('evm_revert', before)
  await changeMiner(random)
  return player.takeSent()
}

test.for([1, 3, 20])(
  'SRV-01 a chain reorg of %i blocks leaves nothing behind of what it took back',
  async (depth) =>
    seeded(async (random) => {
      await player.act(random, 12 + depth)
      await untilAtHead(ledger, live)
      const head = await ledger.head()
      await changeMiner(random)
      await rpc('anvil_reorg', depth, [])
      expect((await ledger.head()).hash).not.toBe(head.hash)
      await player.act(random, random.below(6))
      const index = await compared()
      expect(index.actual).toEqual(index.expected)
    })(),
)

test(
  'SRV-01 a shorter chain with other transactions replaces what was there',
  seeded(async (random) => {
    await playAndRevert(random, 20)
    await player.act(random, 4)
    const index = await compared()
    expect(index.actual).toEqual(index.expected)
  }),
)

test(
  'SRV-01 the same transactions in another order are indexed in that order',
  seeded(async (random) => {
    await player.act(random, 6)
    await resend(world, shuffled(random, await playAndRevert(random, 20)))
    const index = await compared()
    expect(index.actual).toEqual(index.expected)
  }),
)

test(
  'SRV-01 the same transactions in fewer blocks are indexed as of those blocks',
  seeded(async (random) => {
    await player.act(random, 6)
    await resend(world, await playAndRevert(random, 20), 5)
    const index = await compared()
    expect(index.actual).toEqual(index.expected)
  }),
)

test(
  'SRV-01 a transaction that the new chain drops is gone, and with it what only it made possible',
  seeded(async (random) => {
    await player.act(random, 6)
    const sent = await playAndRevert(random, 20)
    const { by } = random.pick(sent)
    const dropped = sent.findLast((one) => one.by === by)
    await resend(
      world,
      sent.filter((one) => one !== dropped),
    )
    const index = await compared()
    expect(index.actual).toEqual(index.expected)
  }),
)

test(
  'chain reorgs one after another, while the index still reads, are followed as well',
  seeded(async (random) => {
    for (let round = 0; round < 8; round++) {
      await player.act(random, 6)
      await changeMiner(random)
      await rpc('anvil_reorg', random.below(10) + 1, [])
    }
    await player.act(random, 3)
    const index = await compared()
    expect(index.actual).toEqual(index.expected)
  }),
)

test(
  'SRV-02 a chain reorg while a batch is being written takes it back afterwards',
  seeded(async (random) => {
    const database = await openTestDatabase()
    const updates = new WeakSet<object>()
    let whileWriting: (() => Promise<void>) | undefined
    const kysely = database.kysely.withPlugin({
      transformQuery({ node, queryId }) {
        // The cursor's: everything else is written before it.
        if (node.kind === 'UpdateQueryNode') updates.add(queryId)
        return node
      },
      async transformResult({ result, queryId }) {
        if (!updates.has(queryId)) return result
        const act = whileWriting
        whileWriting = undefined
        await act?.()
        return result
      },
    })
    const slow = await startTestIndexer(world.ledger, { database: { ...database, kysely } })
    try {
      for (let round = 0; round < 4; round++) {
        await untilAtHead(ledger, slow)
        const { number } = await ledger.head()
        const [played, reorganised] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        whileWriting = async () => {
          await played.promise
          await changeMiner(random)
          await rpc('anvil_reorg', (await ledger.head()).number - number, [])
          reorganised.resolve()
        }
        await player.act(random, 4)
        played.resolve()
        await reorganised.promise
      }
      await player.act(random, 2)
      await untilAtHead(ledger, slow)
      const index = await compareIndex(world, database, player.deliveryIds())
      expect(index.actual).toEqual(index.expected)
    } finally {
      await slow.close()
    }
  }),
)

test(
  'SRV-04 two chain reorgs of which the second comes before the first is followed are followed as one',
  seeded(async (random) => {
    let looking = Promise.resolve()
    const patient = await startTestIndexer(world.ledger, {
      ledger: { ...ledger, head: () => looking.then(() => ledger.head()) },
    })
    try {
      await player.act(random, 8)
      await untilAtHead(ledger, patient)
      const { promise, resolve } = Promise.withResolvers<void>()
      looking = promise
      for (const depth of [3, 7]) {
        await changeMiner(random)
        await rpc('anvil_reorg', depth, [])
        await player.act(random, 3)
      }
      resolve()
      await untilAtHead(ledger, patient)
      const index = await compareIndex(world, patient.database, player.deliveryIds())
      expect(index.actual).toEqual(index.expected)
    } finally {
      await patient.close()
    }
  }),
)

test(
  'a read as of an earlier block gives what was true then',
  seeded(async (random) => {
    const first = (await ledger.head()).number
    await player.act(random, 30)
    await untilAtHead(ledger, live)
    const { number: last } = await ledger.head()
    for (const block of [first + random.below(last - first), last - 1]) {
      const index = await compareIndexAt(world, live.database, block)
      expect(index.actual).toEqual(index.expected)
    }
  }),
)

test(
  'SRV-03 a chain reorg that takes back a final event halts the index, and leaves it as it was',
  seeded(async (random) => {
    const careful = await startTestIndexer(world.ledger, { finalityDepth: 5 })
    try {
      await player.act(random, 20)
      await mine(1)
      await untilAtHead(ledger, careful)
      const { indexedBlock } = careful.status()
      await changeMiner(random)
      await rpc('anvil_reorg', await depthOfFinalEvent(careful), [])
      await until('the halt', () => Promise.resolve(careful.status().state === 'halted'))
      expect(careful.status().indexedBlock).toBe(indexedBlock)
      expect(careful.status().error).toContain('but was final up to')
    } finally {
      await careful.close()
    }
  }),
)

test(
  'a short chain reorg is followed though the last event is long final',
  seeded(async (random) => {
    const careful = await startTestIndexer(world.ledger, { finalityDepth: 5 })
    try {
      await player.act(random, 3)
      for (let block = 0; block < 12; block++) {
        await mine(1)
        await untilAtHead(ledger, careful)
      }
      await changeMiner(random)
      await rpc('anvil_reorg', 2, [])
      await player.act(random, 3)
      await untilAtHead(ledger, careful)
      const index = await compared()
      expect(index.actual).toEqual(index.expected)
    } finally {
      await careful.close()
    }
  }),
)
