import { isDeepStrictEqual } from 'node:util'
import type { CashFlow, DeliveryId } from '@connex/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seedDesk } from '../../../../testkit/src/database/deskRows.ts'
import { DESK } from '../../../../testkit/src/database/deskTransfers.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { seeded } from '../../../../testkit/src/random.ts'
import type { Queryable } from '../engine/database.ts'
import { listTransfers } from '../queries/transfers.ts'
import { loadDealCash } from './dealCash.ts'
import { cashDueOf, loadDueDeals } from './dueDeals.ts'
import { dayOf, listDueEvents } from './dueEvents.ts'

const { viewer } = DESK
const YEARS = { from: '2026-01-01', to: '2028-12-31' }

type Bound = { opening: DeliveryId; event: DeliveryId }

/** A desk whose open repos have an event each, as far as there are deliveries for it. */
const withEvents = (check: (db: Queryable, bound: readonly Bound[]) => Promise<void>) =>
  seeded(async (random) => {
    const { kysely, close } = await openTestDatabase()
    try {
      await seedDesk(kysely, random, 120)
      await check(kysely, await bindEvents(kysely))
    } finally {
      await close()
    }
  })

async function bindEvents(db: Queryable): Promise<Bound[]> {
  const repos = (await dueRepos(db)).toSorted()
  const { items } = await listTransfers(db, viewer, {}, { itemsPerPage: 500 })
  const events = items.filter(
    ({ transferType, isCashOnly, state, detailsStatus, openingDeliveryId }) =>
      transferType === 'FOP' &&
      !isCashOnly &&
      state !== 'CANCELED' &&
      detailsStatus === 'SYNCED' &&
      openingDeliveryId === null,
  )
  const bound: Bound[] = []
  for (const opening of repos) {
    const event = events.pop()?.deliveryId
    if (event === undefined) break
    const deal = { v: 1, event: 'RETURN', lots: [{ legIdx: 0, lot: 'P1' }] }
    await changeDetails(
      db,
      event,
      sql`details || ${JSON.stringify({ openingDeliveryId: opening, deal })}::jsonb`,
    )
    bound.push({ opening, event })
  }
  return bound
}

const dueRepos = async (db: Queryable): Promise<DeliveryId[]> => {
  const { items } = await listDueEvents(db, viewer, { ...YEARS, itemsPerPage: 500 })
  return items.flatMap(({ kind, deliveryId }) => (kind === 'REPURCHASE' ? (deliveryId ?? []) : []))
}

const changeDetails = (db: Queryable, deliveryId: DeliveryId, details: ReturnType<typeof sql>) =>
  db
    .updateTable('delivery_details')
    .set({ details } as never)
    .where('delivery_id', '=', deliveryId)
    .execute()

/** As the calendar does: it folds every deal each time. */
async function foldAll(db: Queryable): Promise<Record<string, CashFlow[]>> {
  const deals = await loadDueDeals(db, viewer, await dueRepos(db), dayOf())
  const payments = [...deals.values()].flatMap((deal) => {
    const due = cashDueOf(deal)
    return due === undefined || deal.terms.endDate === null ? [] : [{ ...due, day: deal.terms.endDate }]
  })
  return byDay(
    payments.map(({ day, payee, currency, amount }) => {
      const [incoming, outgoing] = payee === viewer ? [amount, '0.00'] : ['0.00', amount]
      return [day, { currency, incoming, outgoing }] as const
    }),
  )
}

const remembered = async (db: Queryable): Promise<Record<string, CashFlow[]>> =>
  byDay(
    [...(await loadDealCash(db, viewer, YEARS))].flatMap(([day, flows]) =>
      flows.map((flow) => [day, flow] as const),
    ),
  )

/** In an order of its own, since neither side has one. */
const byDay = (flows: readonly (readonly [string, CashFlow])[]): Record<string, CashFlow[]> =>
  Object.fromEntries(
    [...Map.groupBy(flows, ([day]) => day)].map(([day, of]) => [
      day,
      of
        .map(([, flow]) => flow)
        .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    ]),
  )

test(
  'what repos with events pay is what a fold of each deal says, at first and when it is remembered',
  withEvents(async (db, bound) => {
    expect(bound.length).toBeGreaterThan(0)
    const all = await foldAll(db)
    expect(await remembered(db)).toEqual(all)
    expect(await remembered(db)).toEqual(all)
  }),
)

test(
  'a deal is folded again once one of its deliveries has changed, and not before',
  withEvents(async (db, bound) => {
    const before = await remembered(db)
    // Details never change beneath a fingerprint: only a memory does not notice it.
    for (const { opening } of bound)
      await changeDetails(db, opening, sql`jsonb_set(details, '{repo,rate}', '"77.7"')`)
    // Not every desk owes something that depends on the rate.
    if (isDeepStrictEqual(await foldAll(db), before)) return
    expect(await remembered(db)).toEqual(before)
    await sql`UPDATE deliveries SET created_block = created_block + 1
      WHERE delivery_id = ANY(${bound.map(({ event }) => event)}::text[])`.execute(db)
    const after = await remembered(db)
    expect(after).toEqual(await foldAll(db))
    expect(after).not.toEqual(before)
  }),
)
