// Two hundred kills in a row, each at whatever moment.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../storage/engine/openDatabase.ts'
import { compareIndex } from '../../../testkit/src/index/comparison.ts'
import type { Comparison } from '../../../testkit/src/index/comparison.ts'
import { createRandomActor } from '../../../testkit/src/simulation/randomActor.ts'
import type { RandomActor } from '../../../testkit/src/simulation/randomActor.ts'
import { createLedgerFixture } from '../../../testkit/src/ledger/ledgerFixture.ts'
import { createRandom } from '../../../testkit/src/random.ts'
import { startIndexerProcess } from '../../../testkit/src/index/indexerProcess.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import type { LedgerFixture } from '../../../testkit/src/ledger/members.ts'

const random = createRandom(5)
let world: LedgerFixture
let player: RandomActor
let dataDir: string

beforeAll(async () => {
  world = await createLedgerFixture({ isStrict: true })
  player = createRandomActor(world)
  dataDir = await mkdtemp(join(tmpdir(), 'connex-killed-'))
}, 300_000)
afterAll(async () => {
  await world.ledger.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () =>
  startIndexerProcess({
    dataDir,
    ledgerRpcUrl: world.ledger.rpcUrl,
    chainId: world.ledger.chainId,
    platformManager: Address.parse(world.ledger.deployment.contracts.PlatformManager),
    startBlock: 0,
    hostedTenants: [],
    lagMs: 200,
  })

async function compared(): Promise<Comparison> {
  const indexer = await startTestIndexer(world.ledger, { database: await openDatabase({ dataDir }) })
  try {
    await untilAtHead(openTestLedger(world.ledger), indexer)
    return await compareIndex(world, indexer.database, player.deliveryIds())
  } finally {
    await indexer.close()
  }
}

test('SRV-06 killed two hundred times, the indexer catches up', async () => {
  for (let round = 0; round < 200; round++) {
    await player.act(random, 2)
    const running = start()
    if (random.chance(0.6)) await running.ready
    await new Promise((done) => setTimeout(done, random.below(500)))
    await running.kill()
    if (round % 20 !== 19) continue
    const index = await compared()
    expect(index.actual).toEqual(index.expected)
  }
}, 3_600_000)
