// Who takes which push when, while one server does not answer and another one does.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { Address } from '@connex/protocol'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { expediteProbes, recordAnswer, recordUnreachable, takeProbes } from './unreachablePeers.ts'
import type { Database } from '../engine/openDatabase.ts'
import { nextDue, saveResult, takeDue } from './outbox.ts'
import { nowSeconds } from '../engine/database.ts'
import {
  EARLY_WAIT_SECONDS,
  LEASE_SECONDS,
  LONGEST_PEER_WAIT_SECONDS,
  LONGEST_WAIT_SECONDS,
  retryDelay,
} from './retryDelay.ts'

const AWAY = Address.parse(`0x${'a'.repeat(40)}`)
const THERE = Address.parse(`0x${'b'.repeat(40)}`)
const NUM_WAITING = 10_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => sql`TRUNCATE outbox, unreachable_peers`.execute(database.kysely))

const addPushes = (destination: Address, count: number, dueAt = nowSeconds() - 1) =>
  sql`INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    SELECT 'COMMENT', n::text, ${String(dueAt)} || n, '0x', '0x', ${destination}, 'PENDING', 0, ${dueAt}::int8, 0, 0
    FROM generate_series(1, ${count}::int) AS n`.execute(database.kysely)

/** The server has failed, and its next try is due. */
async function goAway(times = 1): Promise<void> {
  for (let failure = 0; failure < times; failure += 1) await recordUnreachable(database.kysely, AWAY)
  await database.kysely
    .updateTable('unreachable_peers')
    .set({ next_probe_at: nowSeconds() - 1 })
    .execute()
}

const takeAtOnce = async (numProcesses: number) => {
  const taken = await Promise.all(Array.from({ length: numProcesses }, () => takeDue(database.kysely, 64)))
  return taken.flat()
}

test('SRV-18 ten thousand pushes to an unreachable server cost one try at a time, in any number of processes', async () => {
  await addPushes(AWAY, NUM_WAITING)
  await goAway()
  expect(await takeAtOnce(4)).toHaveLength(1)
  // A try is under way: nobody makes another, not even where the server calls.
  expect(await expediteProbes(database.kysely, [AWAY])).toBe(false)
  expect(await takeAtOnce(4)).toEqual([])
  expect(await nextDue(database.kysely)).toBeGreaterThan(nowSeconds() + LEASE_SECONDS - 10)

  await addPushes(THERE, 2)
  expect(await takeAtOnce(4)).toHaveLength(2)
})

test('L5: the next probe of an unreachable server comes within 20 seconds, or at once when the server calls', async () => {
  await addPushes(AWAY, 1)
  await goAway(12)
  await recordUnreachable(database.kysely, AWAY)
  const dueAt = (await nextDue(database.kysely)) ?? Infinity
  expect(dueAt).toBeGreaterThanOrEqual(nowSeconds() + LONGEST_PEER_WAIT_SECONDS / 2 - 1)
  expect(dueAt).toBeLessThanOrEqual(nowSeconds() + 20)
  expect(await takeDue(database.kysely, 64)).toEqual([])
  expect(await expediteProbes(database.kysely, [THERE])).toBe(false)
  expect(await expediteProbes(database.kysely, [AWAY])).toBe(true)
  expect(await takeDue(database.kysely, 64)).toHaveLength(1)
})

test('L5: the first answer makes all pushes to a server due, but a refused one keeps its own wait', async () => {
  const refusedUntil = nowSeconds() + LONGEST_WAIT_SECONDS - 10
  await addPushes(AWAY, 100)
  await addPushes(AWAY, 1, refusedUntil)
  await goAway(12)
  await recordAnswer(database.kysely, AWAY)
  expect(await takeDue(database.kysely, 1_000)).toHaveLength(100)
  const left = await database.kysely
    .selectFrom('outbox')
    .select('next_attempt_at')
    .where('next_attempt_at', '=', refusedUntil)
    .execute()
  expect(left).toHaveLength(1)
})

test('L5: a push that always fails goes behind the others', async () => {
  await addPushes(AWAY, 3)
  const [failing] = await takeDue(database.kysely, 1)
  await saveResult(database.kysely, failing?.id ?? 0, {
    status: 'REQUEST_FAILED',
    lastError: 'The server cannot be reached.',
    nextAttemptAt: nowSeconds() - 10,
  })
  await goAway()
  const [probe] = await takeDue(database.kysely, 64)
  expect(probe?.id).not.toBe(failing?.id)
  await recordAnswer(database.kysely, AWAY)
  expect((await takeDue(database.kysely, 64)).at(-1)?.id).toBe(failing?.id)
})

test('L5: an unreachable server without due pushes is not probed', async () => {
  await goAway()
  expect(await takeProbes(database.kysely, [])).toEqual([])
  await addPushes(AWAY, 1, nowSeconds() + 60)
  expect(await takeProbes(database.kysely, [])).toEqual([])
  expect(await nextDue(database.kysely)).toBeGreaterThan(nowSeconds() + 50)
})

test('no wait and no lease is longer than the longest wait, and a lease is longer than any wait for a probe', () => {
  expect(Math.max(EARLY_WAIT_SECONDS, LONGEST_PEER_WAIT_SECONDS, LEASE_SECONDS)).toBeLessThanOrEqual(
    LONGEST_WAIT_SECONDS,
  )
  expect(LEASE_SECONDS).toBeGreaterThan(LONGEST_PEER_WAIT_SECONDS)
})

test('L5: the longest wait is not due at once; only a clock that was set back makes a wait longer, and it is due', async () => {
  const waits = Array.from({ length: 200 }, () => retryDelay(1_000, LONGEST_WAIT_SECONDS))
  await addPushes(THERE, 1, nowSeconds() + Math.max(...waits))
  expect(await takeDue(database.kysely, 64)).toEqual([])
  await addPushes(THERE, 1, nowSeconds() + LONGEST_WAIT_SECONDS + 60)
  expect(await takeDue(database.kysely, 64)).toHaveLength(1)
})
