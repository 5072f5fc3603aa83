import { Address, DeliveryId } from '@connex/protocol'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import type { Database } from '../engine/openDatabase.ts'
import { refreshOpenDeals } from './openDeals.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const deliveryId = DeliveryId.parse(`0x${'12'.repeat(32)}`)
const tenant = Address.parse(`0x${'ab'.repeat(20)}`)

/** How many statements it costs. */
async function refresh(): Promise<number> {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      statements += 1
      return Promise.resolve(result)
    },
  }
  await refreshOpenDeals(database.kysely.withPlugin(counter), [deliveryId])
  return statements
}

test('a delivery of no deal costs the lock and one statement', async () => {
  expect(await refresh()).toBe(2)
})

test('what a chain reorg has left of a deal is removed with its opening', async () => {
  const asset = { asset_manager: tenant, asset_id: deliveryId, registrar: tenant, counterparty: tenant }
  const lot = {
    tenant,
    delivery_id: deliveryId,
    ...asset,
    transfer_type: 'REPO',
    term_type: 'OPEN',
    notice_days: 0,
    rest: '100',
  }
  await database.kysely
    .insertInto('open_lots')
    .values(lot as never)
    .execute()
  expect(await refresh()).toBeGreaterThan(2)
  expect(await database.kysely.selectFrom('open_lots').selectAll().execute()).toEqual([])
})
