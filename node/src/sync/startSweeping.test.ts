import { afterAll, beforeAll, expect, test } from 'vitest'
import { Address, DeliveryDetails, DeliveryId, fingerprintOf, freshSalt } from '@connex/protocol'
import { listAnnouncements } from '../storage/announcements.ts'
import { storeDetails } from '../storage/deliveryDetails.ts'
import type { Database } from '../storage/openDatabase.ts'
import { useNonces } from '../storage/nonces.ts'
import { nowSeconds } from '../storage/queryable.ts'
import { findToken, insertToken } from '../storage/tokens.ts'
import { sweep } from './startSweeping.ts'
import { openTestDatabase } from '../testing/testDatabase.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const tenant = Address.parse(`0x${'11'.repeat(20)}`)
const HOUR = 3600

test('a nonce is kept as long as its request could come again, and no longer', async () => {
  const db = database.kysely
  expect(await useNonces(db, [{ user: tenant, nonce: 'a' }])).toEqual([true])
  await sweep(database)
  expect(await useNonces(db, [{ user: tenant, nonce: 'a' }])).toEqual([false])
  const { expires_at } = await db.selectFrom('nonces').select('expires_at').executeTakeFirstOrThrow()
  expect(expires_at - nowSeconds()).toBeGreaterThanOrEqual(600)
  await db
    .updateTable('nonces')
    .set({ expires_at: nowSeconds() - 1 })
    .execute()
  await sweep(database)
  expect(await db.selectFrom('nonces').selectAll().execute()).toEqual([])
})

test('ended tokens go', async () => {
  const db = database.kysely
  for (const [token_hash, expires_at] of [
    ['live', nowSeconds() + HOUR],
    ['ended', nowSeconds() - 1],
  ] as const)
    await insertToken(db, { token_hash, tenant, user_address: tenant, expires_at })
  await sweep(database)
  expect(await findToken(db, 'live')).toEqual({ tenant, address: tenant })
  expect((await db.selectFrom('tokens').select('token_hash').execute()).map((row) => row.token_hash)).toEqual(
    ['live'],
  )
})

test('announcements are kept for a day, and details without a delivery as well', async () => {
  const db = database.kysely
  const ages = [23 * HOUR, 25 * HOUR]
  for (const age of ages) {
    await db
      .insertInto('announcements')
      .values({
        topic: 'blocks',
        keys: [`${age}`],
        block: 1,
        tx_hashes: [],
        tenants: null,
        created_at: nowSeconds() - age,
      })
      .execute()
    const details = DeliveryDetails.parse({ salt: freshSalt(), description: `${age}` })
    const delivery_id = DeliveryId.parse(freshSalt())
    const fingerprint = fingerprintOf(details)
    await storeDetails(db, { tenant, delivery_id, fingerprint, details, status: 'PENDING', sender: null })
    await db
      .updateTable('delivery_details')
      .set({ stored_at: nowSeconds() - age })
      .where('fingerprint', '=', fingerprint)
      .execute()
  }
  await sweep(database)
  expect((await listAnnouncements(db, { after: 0, limit: 9 })).map(({ keys }) => keys)).toEqual([
    [`${ages[0]}`],
  ])
  const left = await db.selectFrom('delivery_details').select('details').execute()
  expect(left).toMatchObject([{ details: { description: `${ages[0]}` } }])
})
