import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../storage/engine/openDatabase.ts'
import { createRandomActor } from '../../../testkit/src/simulation/randomActor.ts'
import type { RandomActor } from '../../../testkit/src/simulation/randomActor.ts'
import { createLedgerFixture } from '../../../testkit/src/ledger/ledgerFixture.ts'
import { compareIndex } from '../../../testkit/src/index/comparison.ts'
import { seeded } from '../../../testkit/src/random.ts'
import type { Random } from '../../../testkit/src/random.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import { until } from '../../../testkit/src/machine.ts'
import type { LedgerFixture } from '../../../testkit/src/ledger/members.ts'
import type { Ledger } from './ledger.ts'
import { LedgerError } from './ledger.ts'
import { openTestDatabase } from '../../../testkit/src/database/testDatabase.ts'

let world: LedgerFixture
let player: RandomActor
let ledger: Ledger

beforeAll(async () => {
  world = await createLedgerFixture()
  player = createRandomActor(world)
  ledger = openTestLedger(world.ledger)
})

afterAll(() => world.ledger.stop())

/** A ledger whose head moves on by some blocks with every look, so that the index takes many steps to it. */
function growing(random: Random, most: number): Ledger {
  let visible = 0
  return {
    ...ledger,
    async head() {
      const head = await ledger.head()
      visible = Math.min(head.number, visible + random.below(most) + 1)
      return (await ledger.findBlock(visible)) ?? head
    },
  }
}

/** A ledger that does not answer now and then. */
function failing(random: Random, inner: Ledger): Ledger & { numFailures: () => number } {
  let numFailures = 0
  function maybeFail(): void {
    if (!random.chance(0.06)) return
    numFailures += 1
    throw new LedgerError('on purpose')
  }
  return {
    ...inner,
    numFailures: () => numFailures,
    async head() {
      maybeFail()
      return inner.head()
    },
    async findBlock(number) {
      maybeFail()
      return inner.findBlock(number)
    },
    async logs(filter) {
      maybeFail()
      const logs = await inner.logs(filter)
      maybeFail()
      return logs
    },
  }
}

/** From here on every so-manieth transaction that moves the cursor fails at its very end, in its commit. */
async function failCommits({ kysely }: Database, every: number): Promise<void> {
  await sql`CREATE SEQUENCE commits`.execute(kysely)
  await sql`
    CREATE FUNCTION fail_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('commits') % ${sql.lit(every)} = 0 THEN RAISE EXCEPTION 'on purpose'; END IF;
      RETURN NULL;
    END $$`.execute(kysely)
  await sql`
    CREATE CONSTRAINT TRIGGER fail_at_commit AFTER INSERT OR UPDATE ON cursor DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION fail_at_commit()`.execute(kysely)
}

async function numCommits({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ last_value: number }>`SELECT last_value FROM commits`.execute(kysely)
  return rows[0]?.last_value ?? 0
}

/** Stops at random moments and starts again, until the index has reached the head. */
async function stopAndGo(random: Random, database: Database, through: Ledger): Promise<number> {
  const { hash } = await ledger.head()
  let numStops = 0
  await until(
    'the head, in spite of all the stops',
    async () => {
      const indexer = await startTestIndexer(world.ledger, { database, ledger: through })
      await sleep(random.below(60))
      await indexer.stop()
      expect(indexer.status().state).toBe('stopped')
      numStops += 1
      const blocks = await database.kysely.selectFrom('blocks').select('hash').execute()
      return blocks.some((block) => block.hash === hash)
    },
    25_000,
  )
  return numStops
}

async function withDatabase(run: (database: Database) => Promise<void>): Promise<void> {
  const database = await openTestDatabase()
  try {
    await run(database)
    const index = await compareIndex(world, database, player.deliveryIds())
    expect(index.actual).toEqual(index.expected)
  } finally {
    await database.close()
  }
}

test(
  'an index that is stopped at any moment and started again loses and repeats nothing',
  seeded(async (random) => {
    await player.act(random, 25)
    await withDatabase(async (database) => {
      expect(await stopAndGo(random, database, growing(random, 12))).toBeGreaterThan(1)
    })
  }),
)

test(
  'commits that fail leave nothing behind, and what they held is written later, once',
  seeded(async (random) => {
    await player.act(random, 10)
    await withDatabase(async (database) => {
      await failCommits(database, 4)
      const indexer = await startTestIndexer(world.ledger, { database, ledger: growing(random, 12) })
      await untilAtHead(ledger, indexer)
      await indexer.stop()
      expect(await numCommits(database)).toBeGreaterThan(4)
    })
  }),
)

test(
  'a ledger that fails at any question delays the index, and changes nothing in it',
  seeded(async (random) => {
    await player.act(random, 10)
    await withDatabase(async (database) => {
      const unsure = failing(random, growing(random, 20))
      const indexer = await startTestIndexer(world.ledger, { database, ledger: unsure })
      await untilAtHead(ledger, indexer)
      await indexer.stop()
      expect(unsure.numFailures()).toBeGreaterThan(0)
    })
  }),
)

test(
  'stops, failures and a chain reorg all at once lose and repeat nothing either',
  seeded(async (random) => {
    await player.act(random, 20)
    await withDatabase(async (database) => {
      await failCommits(database, 5)
      const unsure = failing(random, growing(random, 20))
      await stopAndGo(random, database, unsure)
      await world.ledger.rpc('anvil_setCoinbase', toHex(random.below(2 ** 32), { size: 20 }))
      await world.ledger.rpc('anvil_reorg', random.below(15) + 3, [])
      await player.act(random, 5)
      expect(await stopAndGo(random, database, unsure)).toBeGreaterThan(0)
    })
  }),
)
