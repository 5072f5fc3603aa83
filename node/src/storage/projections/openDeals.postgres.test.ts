// What transactions at the same moment make of one deal. The embedded database has them one after the other.
import { DeliveryDetails, DeliveryId, ZERO_BYTES32 } from '@connex/protocol'
import type { Fingerprint } from '@connex/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  deskOf,
  drawn,
  leg,
  returned,
  today,
  viewer,
} from '../../../../testkit/src/database/handPortfolios.ts'
import { drawnId, withPortfolios } from '../../../../testkit/src/database/portfolioRows.ts'
import { word } from '../../../../testkit/src/database/deskTransfers.ts'
import { until } from '../../../../testkit/src/machine.ts'
import type { Queryable } from '../engine/database.ts'
import { distributeDeliveryDetails, storeDetails } from '../sharing/deliveryDetails.ts'
import { refreshOpenDeals } from './openDeals.ts'

const idOf = (n: number) => DeliveryId.parse(drawnId({ n }))

const details = DeliveryDetails.parse({ salt: ZERO_BYTES32, description: 'Arrives late' })
const ofReturn = DeliveryDetails.parse({ ...details, openingDeliveryId: idOf(1), deal: {} })

/** Stores the details with the ledger's fingerprint. */
const store = (trx: Queryable, n: number, stored: DeliveryDetails = ofReturn) =>
  storeDetails(trx, {
    tenant: viewer,
    delivery_id: idOf(n),
    fingerprint: word('c0', n) as Fingerprint,
    details: stored,
    status: 'SYNCED',
    sender: null,
  })

/** The other transaction starts before the first one ends, and waits for it if it has to. */
async function besideEachOther(
  db: Queryable,
  [first, last]: ((trx: Queryable) => Promise<unknown>)[],
  other: (trx: Queryable) => Promise<unknown>,
): Promise<void> {
  const otherEnds = Promise.withResolvers<unknown>()
  await db.transaction().execute(async (trx) => {
    await first?.(trx)
    otherEnds.resolve(db.transaction().execute(other))
    await Promise.race([otherEnds.promise, until('the other transaction to wait', () => isAnyWaiting(db))])
    await last?.(trx)
  })
  await otherEnds.promise
}

async function isAnyWaiting(db: Queryable): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows.length > 0
}

/** What the desk has to give back. */
const outstanding = async (db: Queryable): Promise<number[]> =>
  (await db.selectFrom('open_lots').select('rest').execute()).map(({ rest }) => Number(rest))

const giveBack = (n: number, quantity: number) =>
  returned(n, quantity, { legs: [leg(-quantity)], hasDetails: false })

test('two returns of one deal whose details are stored at the same moment both count', () =>
  withPortfolios([deskOf(drawn(1), giveBack(2, 3), giveBack(4, 5))], today, async (db) => {
    expect(await outstanding(db)).toEqual([10])
    await besideEachOther(db, [(trx) => store(trx, 2)], (trx) => store(trx, 4))
    expect(await outstanding(db)).toEqual([2])
  }))

test('a return counts that settles at the moment at which its details are stored', () =>
  withPortfolios([deskOf(drawn(1), giveBack(2, 3))], today, async (db) => {
    await db.updateTable('deliveries').set({ state: 'PENDING' }).where('delivery_id', '=', idOf(2)).execute()
    await besideEachOther(db, [(trx) => store(trx, 2)], async (trx) => {
      await trx
        .updateTable('deliveries')
        .set({ state: 'SETTLED' })
        .where('delivery_id', '=', idOf(2))
        .execute()
      await refreshOpenDeals(trx, [idOf(2)])
    })
    expect(await outstanding(db)).toEqual([7])
  }))

test('a deal whose details are stored for a second time while they are compared with the ledger', () =>
  withPortfolios([deskOf(drawn(1), giveBack(2, 3))], today, async (db) => {
    await db
      .updateTable('delivery_details')
      .set({ status: 'PENDING' })
      .where('delivery_id', '=', idOf(1))
      .execute()
    await besideEachOther(db, [(trx) => store(trx, 2), (trx) => store(trx, 1, details)], (trx) =>
      distributeDeliveryDetails(trx, [idOf(1)], [viewer]),
    )
    expect(await outstanding(db)).toEqual([7])
  }))
