// How long a desk waits for its answers among 100,000 transfers of its own, and among 20,000 open deals, on both databases.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Address, DeliveryId, RegistryId } from '@connex/protocol'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../node/src/common/config.ts'
import {
  listAvailability,
  listAvailabilityFlows,
} from '../node/src/storage/desk/availability/listAvailability.ts'
import { listCounterparties } from '../node/src/storage/desk/counterparties.ts'
import { listDeals } from '../node/src/storage/desk/dealDeliveries.ts'
import { listDealRequests } from '../node/src/storage/desk/dealRequests.ts'
import { readDeskSummary } from '../node/src/storage/desk/deskSummary.ts'
import { dayOf, listDueEvents } from '../node/src/storage/desk/dueEvents.ts'
import { sumTransfers } from '../node/src/storage/desk/transferTotals.ts'
import type { Queryable } from '../node/src/storage/engine/database.ts'
import { openDatabase } from '../node/src/storage/engine/openDatabase.ts'
import { sumPositions } from '../node/src/storage/queries/positions.ts'
import { unansweredMessages } from '../node/src/storage/sharing/dealMessages.ts'
import { listPrivateRecords } from '../node/src/storage/sharing/privateRecords.ts'
import { startPostgres } from '../testkit/src/database/postgres.ts'
import { seedDeskYear } from './market/deskYear.ts'
import { seedOpenDeals } from './market/openDeals.ts'
import { atMost, quantile } from './measure.ts'
import type { Gate } from './measure.ts'

const COUNT = 100_000
/** Of twenty, the 95th percentile would be the slowest one. */
const ROUNDS = 40
const DAY_S = 86_400
const now = Math.floor(Date.now() / 1000)
const viewer = Address.parse(`0x${'1'.repeat(40)}`)
const registrar = Address.parse(`0x${'3'.repeat(40)}`)
const nextDays = (count: number) => ({ from: dayOf(now), to: dayOf(now + count * DAY_S) })

/** Each call with what a screen asks of it, and the milliseconds that its 95th percentile may take. */
type Questions = Readonly<Record<string, { limit: number; ask: (db: Queryable) => Promise<unknown> }>>

const questions: Questions = {
  deskSummaryMs: {
    limit: 300,
    ask: (db) => readDeskSummary(db, viewer, { ...nextDays(10), since: now - DAY_S }),
  },
  dueEventsMs: {
    limit: 500,
    ask: (db) => listDueEvents(db, viewer, { ...nextDays(42), overdue: true, open: true }),
  },
  positionTotalsMs: { limit: 300, ask: (db) => sumPositions(db, viewer, { owner: viewer }, {}) },
  counterpartiesMs: { limit: 1_500, ask: (db) => listCounterparties(db, viewer, {}, {}) },
  transferTotalsMs: { limit: 1_500, ask: (db) => sumTransfers(db, viewer, {}, {}) },
}

const NUM_DEALS = 20_000
/** Of one deal with a return. */
const openingDeliveryId = DeliveryId.parse(`0x${(7).toString(16).padStart(64, '0')}`)
const registryId = RegistryId.parse(`0x${(917_504 + 7).toString(16).padStart(64, '0')}`)

const openRequests = { kinds: ['DEAL_MESSAGE'], condition: unansweredMessages(true) } as const

/** Over 200 instruments, 31 days and 20,000 deals that are open or under way. */
const questionsOfDeals: Questions = {
  deskSummaryMs: {
    limit: 300,
    ask: (db) => readDeskSummary(db, viewer, { ...nextDays(10), since: now - DAY_S }),
  },
  availabilityMs: { limit: 300, ask: (db) => listAvailability(db, viewer, { itemsPerPage: 500 }) },
  availabilityFlowsMs: {
    limit: 300,
    ask: (db) => listAvailabilityFlows(db, viewer, { registryId, itemsPerPage: 500 }),
  },
  dealRequestsMs: {
    limit: 300,
    ask: (db) => listDealRequests(db, viewer, { party: 'YOU', itemsPerPage: 100 }, dayOf()),
  },
  openRequestsMs: {
    limit: 300,
    ask: (db) => listPrivateRecords(db, viewer, openRequests, { itemsPerPage: 100 }),
  },
  dueEventsMs: {
    limit: 300,
    ask: (db) => listDueEvents(db, viewer, { ...nextDays(42), overdue: true, open: true }),
  },
  oneDealMs: {
    limit: 50,
    ask: (db) => listDeals(db, viewer, { openingDeliveryIds: [openingDeliveryId] }),
  },
}

type Answers = Record<string, Gate>

type Seeding = { questions: Questions; seed: (db: Queryable) => Promise<void> }
type OnBoth = Record<'onPglite' | 'onPostgres', Answers>

const onBoth = async (seeding: Seeding): Promise<OnBoth> => ({
  onPglite: await onPglite(seeding),
  onPostgres: await onPostgres(seeding),
})

export const desk = (): Promise<OnBoth> =>
  onBoth({ questions, seed: (db) => seedDeskYear(db, { viewer, registrar, count: COUNT, now }) })

export const openDeals = (): Promise<OnBoth> =>
  onBoth({
    questions: questionsOfDeals,
    seed: (db) => seedOpenDeals(db, { viewer, registrar, count: NUM_DEALS, now }),
  })

async function onPglite(seeding: Seeding): Promise<Answers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'connex-bench-'))
  try {
    return await answersFrom({ dataDir }, seeding)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function onPostgres(seeding: Seeding): Promise<Answers> {
  const postgres = await startPostgres('shared_buffers=512MB')
  try {
    const name = `desk_${randomUUID().replaceAll('-', '')}`
    const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return await answersFrom({ databaseUrl: postgres.urlOf(name) }, seeding)
  } finally {
    await postgres.remove()
  }
}

async function answersFrom(location: Config['database'], seeding: Seeding): Promise<Answers> {
  const { kysely, close, refreshStatistics } = await openDatabase(location)
  try {
    await seeding.seed(kysely)
    // Within a minute PostgreSQL does so itself, and for PGlite the sweeper.
    if ('databaseUrl' in location) await sql`ANALYZE`.execute(kysely)
    else await refreshStatistics()
    const answers: Answers = {}
    for (const [name, { limit, ask }] of Object.entries(seeding.questions)) {
      const times = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now()
        await ask(kysely)
        times.push(performance.now() - began)
      }
      answers[name] = atMost(limit, quantile(times, 0.95))
    }
    return answers
  } finally {
    await close()
  }
}
