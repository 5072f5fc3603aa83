// Pushes that somebody changes at the moment at which a process takes what is due: the embedded database has no such moment.
import { Address } from '@connex/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { nowSeconds } from '../engine/database.ts'
import type { Database } from '../engine/openDatabase.ts'
import { retryOperations, takeDue } from './outbox.ts'
import { recordUnreachable } from './unreachablePeers.ts'

const SENDER = Address.parse(`0x${'a'.repeat(40)}`)
const AWAY = Address.parse(`0x${'b'.repeat(40)}`)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A failed push to a server that did not answer, whose next probe is due. */
async function failPush(): Promise<number> {
  const due = nowSeconds() - 1
  const { rows } = await sql<{ id: number }>`
    INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    VALUES ('COMMENT', '1', '0x', '0x', ${SENDER}, ${AWAY}, 'REQUEST_FAILED', 1, ${due}, 0, 0)
    RETURNING id`.execute(database.kysely)
  await recordUnreachable(database.kysely, AWAY)
  await database.kysely.updateTable('unreachable_peers').set({ next_probe_at: due }).execute()
  return rows[0]!.id
}

test('L5: a push that a user retries while its server is to be probed is sent once the retry is stored', async () => {
  const id = await failPush()
  const retried = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  const retry = database.kysely.transaction().execute(async (trx) => {
    expect(await retryOperations(trx, SENDER, [id])).toBe(1)
    retried.resolve()
    await stored.promise
  })
  await retried.promise
  expect(await takeDue(database.kysely, 64)).toEqual([])
  stored.resolve()
  await retry
  expect(await takeDue(database.kysely, 64)).toMatchObject([{ id }])
})
