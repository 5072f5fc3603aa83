// The process ends without a word, at places that are named and at whatever moment; the next one goes on from what is written.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address } from '@connex/protocol'
import { sql } from 'kysely'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../storage/engine/openDatabase.ts'
import { compareIndex } from '../../../testkit/src/index/comparison.ts'
import type { Comparison } from '../../../testkit/src/index/comparison.ts'
import { createRandomActor } from '../../../testkit/src/simulation/randomActor.ts'
import type { RandomActor } from '../../../testkit/src/simulation/randomActor.ts'
import { createLedgerFixture } from '../../../testkit/src/ledger/ledgerFixture.ts'
import { createRandom } from '../../../testkit/src/random.ts'
import { startIndexerProcess } from '../../../testkit/src/index/indexerProcess.ts'
import type { DieAt } from '../../../testkit/src/index/indexerProcess.ts'
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

const start = (dieAt?: DieAt) =>
  startIndexerProcess({
    dataDir,
    ...(dieAt === undefined ? {} : { dieAt }),
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

/** As an older version left it: without early logs. */
async function leaveByOlder(): Promise<void> {
  const { kysely, close } = await openDatabase({ dataDir })
  await sql`DELETE FROM early_logs`.execute(kysely)
  await sql`UPDATE cursor SET early_logs_from = block_number + 1`.execute(kysely)
  await close()
}

const POINTS: readonly { where: string; dieAt: DieAt; isUndone?: boolean; isOlder?: boolean }[] = [
  { where: 'during the migration', dieAt: { sql: 'create table', nth: 3 } },
  { where: 'with logs that are not written yet', dieAt: { after: 'fetch' } },
  { where: 'in the middle of a transaction', dieAt: { sql: 'update "cursor"' } },
  { where: 'after a commit, before its announcement', dieAt: { after: 'commit' } },
  { where: 'while it undoes what was taken back', dieAt: { sql: 'DELETE FROM', nth: 9 }, isUndone: true },
  { where: 'while it reads its past', dieAt: { sql: 'into "early_logs"' }, isOlder: true },
]

test.each(POINTS)(
  'SRV-05 killed $where: the next process loses and repeats nothing',
  async ({ dieAt, isUndone = false, isOlder = false }) => {
    if (isOlder) await leaveByOlder()
    if (isUndone) {
      await compared()
      await world.ledger.rpc('anvil_setCoinbase', toHex(9, { size: 20 }))
      await world.ledger.rpc('anvil_reorg', 6, [])
    }
    await player.act(random, 6)
    expect(await start(dieAt).ended).toBe('SIGKILL')
    const index = await compared()
    expect(index.actual).toEqual(index.expected)
  },
  300_000,
)

test('SRV-06 killed repeatedly at any moment, the indexer catches up', async () => {
  for (let round = 0; round < 4; round++) {
    await player.act(random, 3)
    const running = start()
    if (round % 2 === 0) await running.ready
    await new Promise((done) => setTimeout(done, random.below(300)))
    await running.kill()
  }
  const index = await compared()
  expect(index.actual).toEqual(index.expected)
}, 300_000)
