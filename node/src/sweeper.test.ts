import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Address,
  DeliveryDetails,
  DeliveryId,
  fingerprintOf,
  freshSalt,
  HexData,
  randomBytes32,
} from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../testkit/src/database/testDatabase.ts'
import { nowSeconds } from './storage/engine/database.ts'
import type { Database } from './storage/engine/openDatabase.ts'
import { listAnnouncements } from './storage/projections/announcements.ts'
import { findToken, insertToken, useNonces } from './storage/queries/credentials.ts'
import { endWorkflow, insertWorkflow } from './storage/queries/workflows.ts'
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

test('expired tokens are deleted', async () => {
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

describe('what a workflow’s calldata names', () => {
  const other = Address.parse(`0x${'22'.repeat(20)}`)
  const createDelivery = (id: DeliveryId, fingerprint: string) =>
    HexData.parse(`0x11223344${id.slice(2)}${fingerprint.slice(2)}${'00'.repeat(64)}`)

  /** Stored 25 hours ago, PENDING. */
  async function storeOld(owner: Address) {
    const db = database.kysely
    const details = DeliveryDetails.parse({ salt: freshSalt(), description: 'awaits approval' })
    const delivery_id = DeliveryId.parse(freshSalt())
    const fingerprint = fingerprintOf(details)
    const stored = {
      tenant: owner,
      delivery_id,
      fingerprint,
      details,
      status: 'PENDING',
      sender: null,
    } as const
    await storeDetails(db, stored)
    const reason = fingerprintOf({ salt: freshSalt() })
    const comment = { fingerprint: reason, entityId: delivery_id, type: 'comment', data: {} }
    const author = { authorTenant: owner, authorAddress: owner, proof: undefined }
    const pending = { ...localRecord, status: 'PENDING' } as const
    await storePrivateRecords(db, [owner], [{ kind: 'DELIVERY_COMMENT', ...comment, ...author, ...pending }])
    const at = nowSeconds() - 25 * HOUR
    await db
      .updateTable('delivery_details')
      .set({ stored_at: at })
      .where('delivery_id', '=', delivery_id)
      .execute()
    await db
      .updateTable('private_records')
      .set({ created_at: at })
      .where('fingerprint', '=', reason)
      .execute()
    return { delivery_id, fingerprint, reason }
  }

  const startWorkflow = async (id: string, calls: { target: Address; data: HexData }[], owner = tenant) =>
    insertWorkflow(database.kysely, owner, {
      workflowId: id,
      entity: 'delivery',
      entityId: 'another delivery',
      action: 'batchTransaction',
      initiatorAddr: owner,
      signaturesRequired: 2,
      batch: { controllerAddr: owner, calls, nonce: randomBytes32(), deadline: nowSeconds(), sender: null },
    })

  const endedAgo = (id: string, seconds: number) =>
    database.kysely
      .updateTable('workflows')
      .set({ updated_at: nowSeconds() - seconds })
      .where('id', '=', id)
      .execute()

  /** Those whose details are there, and whose comment is. */
  const survivors = async () => {
    await sweep(options())
    const details = await database.kysely.selectFrom('delivery_details').select('delivery_id').execute()
    const records = await database.kysely.selectFrom('private_records').select('entity_id').execute()
    return { details: details.map((row) => row.delivery_id), records: records.map((row) => row.entity_id) }
  }

  test('in another tenant’s workflow does not survive the day', async () => {
    const { delivery_id, fingerprint } = await storeOld(tenant)
    await startWorkflow('foreign', [{ target: other, data: createDelivery(delivery_id, fingerprint) }], other)
    const { details, records } = await survivors()
    expect(details).not.toContain(delivery_id)
    expect(records).not.toContain(delivery_id)
  })

  test('as an entity alone does not survive the day', async () => {
    const { delivery_id } = await storeOld(tenant)
    await startWorkflow('entity', [{ target: other, data: HexData.parse('0x11223344') }])
    await database.kysely
      .updateTable('workflows')
      .set({ entity_id: delivery_id })
      .where('id', '=', 'entity')
      .execute()
    expect((await survivors()).details).not.toContain(delivery_id)
  })

  test.each(['PENDING', 'CONFIRMED'] as const)(
    'survives while the workflow is %s, each of 50 calls, and goes a day after it has ended',
    async (state) => {
      const stored = await Promise.all(Array.from({ length: 50 }, () => storeOld(tenant)))
      const calls = stored.map((one) => ({
        target: other,
        data: createDelivery(one.delivery_id, one.fingerprint),
      }))
      await startWorkflow(state, calls)
      const ids = stored.map((one) => one.delivery_id)
      await database.kysely.updateTable('workflows').set({ state }).where('id', '=', state).execute()
      await endedAgo(state, 6 * 24 * HOUR)
      const open = await survivors()
      expect(open.details).toEqual(expect.arrayContaining(ids))
      expect(open.records).toEqual(expect.arrayContaining(ids))

      expect(await endWorkflow(database.kysely, state, { state: 'REJECTED' })).toBe(true)
      await endedAgo(state, 23 * HOUR)
      expect((await survivors()).details).toEqual(expect.arrayContaining(ids))

      await endedAgo(state, 25 * HOUR)
      const ended = await survivors()
      for (const id of ids) {
        expect(ended.details).not.toContain(id)
        expect(ended.records).not.toContain(id)
      }
    },
  )

  test('by its fingerprint survives too, such as the reason of a cancellation', async () => {
    const { delivery_id, reason } = await storeOld(tenant)
    const data = HexData.parse(`0x11223344${'00'.repeat(32)}${reason.slice(2)}`)
    await startWorkflow('reason', [{ target: other, data }])
    const { details, records } = await survivors()
    expect(details).not.toContain(delivery_id)
    expect(records).toContain(delivery_id)
  })
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
