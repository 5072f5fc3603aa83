import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, DeliveryDetails, DeliveryId, fingerprintOf, freshSalt } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testkit/src/database/testDatabase.ts'
import { nowSeconds } from './storage/engine/database.ts'
import type { Database } from './storage/engine/openDatabase.ts'
import { listAnnouncements } from './storage/projections/announcements.ts'
import { findToken, insertToken, useNonces } from './storage/queries/credentials.ts'
import { storeDetails } from './storage/sharing/deliveryDetails.ts'
import { insertDocument } from './storage/sharing/documents.ts'
import { localRecord, storePrivateRecords } from './storage/sharing/privateRecords.ts'
import { sweep } from './sweeper.ts'

let database: Database
let documentsDir: string
let isLive = true
const options = () => ({ database, documentsDir, isLive: () => isLive })
beforeAll(async () => {
  database = await openTestDatabase()
  documentsDir = await mkdtemp(join(tmpdir(), 'connex-documents-'))
})
afterAll(async () => {
  await database.close()
  await rm(documentsDir, { recursive: true, force: true })
})

const tenant = Address.parse(`0x${'11'.repeat(20)}`)
const HOUR = 3600

test('a nonce is stored as long as its request could be replayed, and no longer', async () => {
  const db = database.kysely
  expect(await useNonces(db, [{ user: tenant, nonce: 'a' }])).toEqual([true])
  await sweep(options())
  expect(await useNonces(db, [{ user: tenant, nonce: 'a' }])).toEqual([false])
  const { expires_at } = await db.selectFrom('nonces').select('expires_at').executeTakeFirstOrThrow()
  expect(expires_at - nowSeconds()).toBeGreaterThanOrEqual(600)
  await db
    .updateTable('nonces')
    .set({ expires_at: nowSeconds() - 1 })
    .execute()
  await sweep(options())
  expect(await db.selectFrom('nonces').selectAll().execute()).toEqual([])
})

test('ended tokens go', async () => {
  const db = database.kysely
  for (const [token_hash, expires_at] of [
    ['live', nowSeconds() + HOUR],
    ['ended', nowSeconds() - 1],
  ] as const)
    await insertToken(db, { token_hash, tenant, user_address: tenant, expires_at })
  await sweep(options())
  expect(await findToken(db, 'live')).toMatchObject({ tenant, address: tenant })
  expect((await db.selectFrom('tokens').select('token_hash').execute()).map((row) => row.token_hash)).toEqual(
    ['live'],
  )
})

test('announcements are stored for a day, and details without a delivery as well', async () => {
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
  // While the index is behind, the ledger may have it.
  isLive = false
  await sweep(options())
  expect(await db.selectFrom('delivery_details').select('details').execute()).toHaveLength(2)
  isLive = true
  await sweep(options())
  expect((await listAnnouncements(db, { after: 0, limit: 9 })).map(({ keys }) => keys)).toEqual([
    [`${ages[0]}`],
  ])
  const left = await db.selectFrom('delivery_details').select('details').execute()
  expect(left).toMatchObject([{ details: { description: `${ages[0]}` } }])
})

test('private records that the ledger never confirmed are stored for a day, and confirmed ones for good', async () => {
  const db = database.kysely
  for (const [status, age] of [
    ['PENDING', 23],
    ['PENDING', 25],
    ['SYNCED', 25],
  ] as const) {
    const fingerprint = fingerprintOf({ salt: freshSalt() })
    const about = {
      kind: 'REGISTRATION_REASON',
      fingerprint,
      entityId: freshSalt(),
      type: `${status} ${age}`,
    } as const
    const author = { authorTenant: tenant, authorAddress: tenant, proof: undefined }
    await storePrivateRecords(db, [tenant], [{ ...about, ...author, ...localRecord, data: {}, status }])
    await db
      .updateTable('private_records')
      .set({ created_at: nowSeconds() - age * HOUR })
      .where('fingerprint', '=', fingerprint)
      .execute()
  }
  await sweep(options())
  const left = await db.selectFrom('private_records').select('type').orderBy('type').execute()
  expect(left.map(({ type }) => type)).toEqual(['PENDING 23', 'SYNCED 25'])
})

test('files of no document go after an hour; what an upload is just writing, and what a document has, stay', async () => {
  const contentFp = fingerprintOf({ salt: 'stored' })
  const orphanFp = fingerprintOf({ salt: 'orphan' })
  const document = { fingerprint: contentFp, contentFp, name: 'x', mediaType: 'a/b', size: 1, salt: 's' }
  await insertDocument(database.kysely, tenant, { ...document, instrumentId: null })
  const old = ['upload-old', 'document-old', 'orphan-old', contentFp, orphanFp]
  for (const name of [...old, 'upload-new', fingerprintOf({ salt: 'new' })]) {
    await writeFile(join(documentsDir, name), 'x')
    const at = nowSeconds() - (old.includes(name) ? 2 * HOUR : 0)
    await utimes(join(documentsDir, name), at, at)
  }
  await sweep(options())
  expect((await readdir(documentsDir)).sort()).toEqual(
    [contentFp, fingerprintOf({ salt: 'new' }), 'upload-new'].sort(),
  )
})
