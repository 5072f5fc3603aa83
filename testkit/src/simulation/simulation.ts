// A server's index lives through what happens to servers: business and chain reorgs on its ledger, a ledger that is away, a
// database that is closed and opened, processes that are killed, private data that comes twice, late or wrong. Afterwards
// it says what one says that has read the ledger for the first time, and what the contracts answer themselves.
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Address } from '@connex/protocol'
import { toHex } from 'viem'
import type { Hex } from 'viem'
import { openDatabase } from '../../../node/src/storage/engine/openDatabase.ts'
import { createDataDir, openTestDatabase } from '../database/testDatabase.ts'
import { compareIndex } from '../index/comparison.ts'
import type { Comparison } from '../index/comparison.ts'
import { startIndexerProcess } from '../index/indexerProcess.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../index/testIndexer.ts'
import type { TestIndexer } from '../index/testIndexer.ts'
import { createLedgerFixture } from '../ledger/ledgerFixture.ts'
import type { LedgerFixture } from '../ledger/members.ts'
import { startLedgerProxy } from '../ledger/ledgerProxy.ts'
import type { LedgerProxy } from '../ledger/ledgerProxy.ts'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { compareDetails, pushDetails } from './details.ts'
import { createRandomActor } from './randomActor.ts'
import type { RandomActor, SentTransaction } from './randomActor.ts'

export type Simulation = {
  /** The same seed lives through the same. */
  run: (seed: number) => Promise<Comparison>
  stop: () => Promise<void>
}

const EVENTS = [
  'reorg',
  'reorg',
  'replay',
  'drop',
  'outage',
  'restart',
  'kill',
  'push',
  'push',
  'push',
] as const

/**
 * On one ledger: it remembers every chain that it ever had, and forgets its beginnings when they are too many. Going back to
 * one of them then leaves it without any contract, after ten seeds once and after twenty always.
 */
const TOGETHER = 6

/** Seed after seed: `const index = await simulation.run(7)`, then `expect(index.actual).toEqual(index.expected)`. */
export function startSimulation(): Simulation {
  let numRuns = 0
  let current: Simulation | undefined
  const stop = async () => {
    await current?.stop()
    current = undefined
  }
  return {
    async run(seed) {
      if (numRuns++ % TOGETHER === 0) await stop()
      current ??= await openSimulation()
      return current.run(seed)
    },
    stop,
  }
}

async function openSimulation(): Promise<Simulation> {
  const world = await createLedgerFixture({ isStrict: true })
  const proxy = await startLedgerProxy(world.ledger.rpcUrl)
  const reference = await openTestDatabase()
  const ledger = openTestLedger(world.ledger)
  const hostedTenants = world.banks.slice(0, 2).map(({ tenant }) => Address.parse(tenant))
  const first = (await ledger.head()).number
  let base = (await world.ledger.rpc('evm_snapshot')) as Hex
  const index = await openLiveIndex(world, proxy.url, hostedTenants)
  const untilFollowed = () => untilAtHead(ledger, index.current())

  async function run(seed: number): Promise<Comparison> {
    const random = createRandom(seed)
    await startOver(seed)
    const player = createRandomActor(world)
    for (let step = 0; step < 5; step++) {
      await player.act(random, random.below(6) + 2)
      await disturb(random, random.pick(EVENTS), player)
    }
    proxy.intercept = undefined
    await untilFollowed()
    const { database } = index.current()
    await pushDetails(random, world, database, player, 1)
    const compared = await compareIndex(world, database, player.deliveryIds(), reference)
    return merged(compared, await compareDetails(database, world, hostedTenants, player))
  }

  /** Back to where nothing was played; the index follows, as it does any chain reorg. */
  async function startOver(seed: number): Promise<void> {
    proxy.intercept = undefined
    await world.ledger.rpc('evm_revert', base)
    base = (await world.ledger.rpc('evm_snapshot')) as Hex
    await changeMiner(world, createRandom(seed))
    await world.ledger.rpc('anvil_mine', '0x1')
    await untilFollowed()
    for (const table of ['delivery_details', 'outbox'] as const)
      await index.current().database.kysely.deleteFrom(table).execute()
  }

  async function disturb(random: Random, event: (typeof EVENTS)[number], player: RandomActor): Promise<void> {
    if (event === 'push') return pushDetails(random, world, index.current().database, player, 0.6)
    if (event === 'restart') return index.restart()
    if (event === 'kill') return index.kill(random, player)
    if (event === 'outage') return cutOff(proxy, random, player)
    // What the world was made of stays: the ledger could not go back to it otherwise.
    if (event === 'reorg') return reorganize(world, random, (await ledger.head()).number - first)
    return replay(world, random, player, { isDropping: event === 'drop', untilFollowed })
  }

  return {
    run,
    async stop() {
      await index.close()
      await reference.close()
      await proxy.close()
      await world.ledger.stop()
      await index.remove()
    },
  }
}

const merged = (first: Comparison, second: Comparison): Comparison => ({
  actual: { ...first.actual, ...second.actual },
  expected: { ...first.expected, ...second.expected },
})

/** An index that is closed and opened, or killed at work, on the same database. */
async function openLiveIndex(world: LedgerFixture, url: string, hostedTenants: Address[]) {
  const dataDir = await createDataDir()
  const through = openTestLedger({ rpcUrl: url, chainId: world.ledger.chainId })
  let live = await open()

  async function open(): Promise<TestIndexer> {
    const database = await openDatabase({ dataDir })
    return startTestIndexer(world.ledger, { database, ledger: through, hostedTenants })
  }

  return {
    current: () => live,
    close: () => live.close(),
    remove: () => rm(dataDir, { recursive: true, force: true }),
    async restart(): Promise<void> {
      await live.close()
      live = await open()
    },
    /** The index continues in a process of its own, which is killed while it works; then it comes back here. */
    async kill(random: Random, player: RandomActor): Promise<void> {
      await live.close()
      const process = startIndexerProcess({
        dataDir,
        ledgerRpcUrl: url,
        chainId: world.ledger.chainId,
        platformManager: Address.parse(world.ledger.deployment.contracts.PlatformManager),
        startBlock: 0,
        hostedTenants,
        lagMs: 200,
      })
      if (random.chance(0.8)) await process.ready
      await player.act(random, 3)
      await sleep(random.below(60))
      await process.kill()
      live = await open()
    },
  }
}

/** The ledger is away from the index for a while. */
async function cutOff(proxy: LedgerProxy, random: Random, player: RandomActor): Promise<void> {
  proxy.intercept = () => random.pick(['cut', { status: 503, text: 'away' }] as const)
  await player.act(random, 2)
  proxy.intercept = undefined
}

async function reorganize(world: LedgerFixture, random: Random, most: number): Promise<void> {
  await changeMiner(world, random)
  await world.ledger.rpc('anvil_reorg', Math.min(random.below(12) + 1, most), [])
}

/** The same transactions on another chain, in another order, or without one sender's last. */
async function replay(
  world: LedgerFixture,
  random: Random,
  player: RandomActor,
  { isDropping, untilFollowed }: { isDropping: boolean; untilFollowed: () => Promise<void> },
): Promise<void> {
  await changeMiner(world, random)
  const before = (await world.ledger.rpc('evm_snapshot')) as Hex
  player.takeSent()
  await player.act(random, 6)
  if (random.chance(0.7)) await untilFollowed()
  await world.ledger.rpc('evm_revert', before)
  await changeMiner(world, random)
  const sent = player.takeSent()
  const { by } = sent[0] ?? {}
  const last = isDropping ? sent.findLast((one) => one.by === by) : undefined
  const resent = shuffled(
    random,
    sent.filter((one) => one !== last),
  )
  await resend(world, resent, random.below(4) + 1)
}

/** From here on blocks are other ones than before, even where they hold the same. */
const changeMiner = ({ ledger }: LedgerFixture, random: Random) =>
  ledger.rpc('anvil_setCoinbase', toHex(random.below(2 ** 32), { size: 20 }))

// The same transactions on another chain.

/** Another order, in which each sender's own transactions stay in theirs. */
export function shuffled(random: Random, sent: readonly SentTransaction[]): SentTransaction[] {
  const rest = [...sent]
  const order: SentTransaction[] = []
  while (rest.length > 0) {
    const { by } = random.pick(rest)
    order.push(
      ...rest.splice(
        rest.findIndex((one) => one.by === by),
        1,
      ),
    )
  }
  return order
}

/** So many of them in each block. */
export async function resend(
  { ledger }: LedgerFixture,
  sent: readonly SentTransaction[],
  numTogether = 1,
): Promise<void> {
  for (let index = 0; index < sent.length; index += numTogether) {
    for (const { raw } of sent.slice(index, index + numTogether))
      await ledger.rpc('eth_sendRawTransaction', raw)
    await ledger.rpc('anvil_mine', '0x1')
  }
}
