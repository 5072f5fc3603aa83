// The ends of deals in the calendar, beside those that the availability ladder counts: both follow the deal's present terms.
import { DeliveryId, Quantity, ZERO_ADDRESS } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { drawnId, withPortfolios } from '../../../../testkit/src/database/portfolioRows.ts'
import { PORTFOLIO_PARTIES, drawPortfolio } from '../../../../testkit/src/database/portfolios.ts'
import type { DrawnDelivery, Portfolio } from '../../../../testkit/src/database/portfolios.ts'
import { seeded } from '../../../../testkit/src/random.ts'
import type { Queryable } from '../engine/database.ts'
import { listAvailabilityFlows } from './availability/listAvailability.ts'
import { listCounterparties } from './counterparties.ts'
import { loadDealCash } from './dealCash.ts'
import { readDeskSummary } from './deskSummary.ts'
import { dayOf, listDueEvents } from './dueEvents.ts'
import { dueRows } from './dueRows.ts'
import type { DueRow } from './dueRows.ts'

const DAY_S = 86_400
const today = Math.floor(Date.parse(dayOf()) / 1000)
const dayAfter = (days: number) => dayOf(today + days * DAY_S)
const YEAR = { from: dayAfter(-30), to: dayAfter(366), open: true }

/** The end of each open deal, by its opening, as the calendar has it. */
async function endsInCalendar(db: Queryable, viewer: Address): Promise<Record<string, string | null>> {
  const { rows } = await sql<DueRow>`
    SELECT * FROM ${dueRows(viewer, YEAR, { today: dayOf(), notices: [], coupons: [] })} r WHERE r.kind IN ('REPURCHASE', 'LOAN')`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ delivery_id: id, day }) => [id ?? '', day]))
}

/** The same as the ladder has it, of the deals that move something on their last days. */
async function endsInLadder(db: Queryable, viewer: Address): Promise<Record<string, string>> {
  const query = { to: YEAR.to, itemsPerPage: 500 }
  const { items } = await listAvailabilityFlows(db, viewer, query)
  return Object.fromEntries(
    items
      .filter(({ kind, state }) => kind === 'RETURN' && state === 'SETTLED')
      .map(({ deliveryId, date }) => [deliveryId, date]),
  )
}

test(
  'the calendar has every end that the ladder counts, on the same day: 40 portfolios with loans and amendments',
  { timeout: 120_000 },
  seeded(async (random) => {
    const portfolios = Array.from({ length: 40 }, (_, index) => drawPortfolio(random, index))
    await withPortfolios(portfolios, today, async (db) => {
      let count = 0
      for (const { viewer } of portfolios) {
        const [calendar, ladder] = [await endsInCalendar(db, viewer), await endsInLadder(db, viewer)]
        expect({ viewer, ...calendar }).toMatchObject({ viewer, ...ladder })
        count += Object.keys(ladder).length
      }
      expect(count).toBeGreaterThan(40)
    })
  }),
)

const [other] = PORTFOLIO_PARTIES as [Address]
const viewer = drawPortfolio(
  { below: () => 0, pick: ([first]) => first as never, chance: () => false },
  0,
).viewer

/** A settled deal, in which ten have come in. */
const opening = (n: number, type: 'REPO' | 'SEC_LEND', end: number | undefined): DrawnDelivery => ({
  n,
  type,
  status: 'SETTLED',
  day: -3,
  other,
  legs: [{ registry: 0, isIncoming: true, quantity: 10, isEarmarked: false }],
  opening: undefined,
  end,
  amendedEnd: undefined,
  hasDetails: true,
})
/** An amendment that moves the end of a deal, or takes it away. */
const amendment = (n: number, of: number, amendedEnd: number | null): DrawnDelivery => ({
  ...opening(n, 'REPO', undefined),
  type: 'FOP',
  legs: [],
  opening: of,
  amendedEnd,
})
/** A return of everything that an older client created: without fields of deals. */
const closing = (n: number, of: number, day: number): DrawnDelivery => ({
  ...opening(n, 'REPO', undefined),
  type: 'FOP',
  status: 'CONFIRMED',
  day,
  legs: [{ registry: 0, isIncoming: false, quantity: 10, isEarmarked: true }],
  opening: of,
})

/** Adds what the drawn details leave out. */
const complete = async (db: Queryable): Promise<void> => {
  const repo = { purchaseDate: dayAfter(-3), purchasePrice: '1000.00', rate: '3.6', dayCount: 'ACT/360' }
  const event = { v: 1, event: 'AMENDMENT', basedOn: drawnId({ n: 0 }), effectiveDate: dayAfter(0) }
  await sql`UPDATE delivery_details SET details = CASE
    WHEN details ? 'repo' THEN details || jsonb_build_object('repo', ${JSON.stringify(repo)}::jsonb || (details -> 'repo'))
    WHEN details #> '{deal,amend}' IS NOT NULL
      THEN details || jsonb_build_object('deal', ${JSON.stringify(event)}::jsonb || (details -> 'deal'))
    ELSE details - 'deal' END`.execute(db)
}

/** Adds the payment against which an opening moves its securities. */
const payFor = async (db: Queryable, n: number): Promise<void> => {
  const id = DeliveryId.parse(drawnId({ n }))
  const first = await db
    .selectFrom('legs')
    .selectAll()
    .where('delivery_id', '=', id)
    .executeTakeFirstOrThrow()
  const { sender, receiver } = first
  const parties = { sender: receiver, receiver: sender, registrar: ZERO_ADDRESS }
  const cash = {
    leg_type: 'EXTERNAL',
    asset_manager: ZERO_ADDRESS,
    quantity: Quantity.parse('100000'),
  } as const
  await db
    .insertInto('legs')
    .values({ ...first, ...parties, ...cash, leg_idx: 1, log_index: 1 })
    .execute()
  await sql`UPDATE delivery_details SET details = details || '{"cashQuantity": "1000.00", "cashCurrency": "EUR"}'
    WHERE delivery_id = ${id}`.execute(db)
}

const deskOf = (...deliveries: DrawnDelivery[]): Portfolio => ({
  viewer,
  balances: [10, 0, 0, 0],
  deliveries,
  recalls: [],
})
const withDesk = (deliveries: readonly DrawnDelivery[], check: (db: Queryable) => Promise<void>) =>
  withPortfolios([deskOf(...deliveries)], today, async (db) => {
    await complete(db)
    await check(db)
  })

const idOf = (n: number) => drawnId({ n })
const dueIn = async (db: Queryable, range: { from: string; to: string; open?: boolean; overdue?: boolean }) =>
  (await listDueEvents(db, viewer, { ...range, itemsPerPage: 500 })).items.map(
    ({ kind, date, isOverdue, deliveryId }) => [kind, date, isOverdue, deliveryId],
  )

test('a loan falls due on the last day of its terms, and without one it is open', () =>
  withDesk([opening(1, 'SEC_LEND', 2), opening(2, 'SEC_LEND', undefined)], async (db) => {
    const range = { from: dayAfter(0), to: dayAfter(2) }
    expect(await dueIn(db, range)).toEqual([['LOAN', dayAfter(2), false, idOf(1)]])
    expect(await dueIn(db, { ...range, to: dayAfter(1) })).toEqual([])
    expect(await dueIn(db, { ...range, open: true })).toEqual([
      ['LOAN', dayAfter(2), false, idOf(1)],
      ['LOAN', null, false, idOf(2)],
    ])
  }))

test('an amendment moves the end of a repo and of a loan, also one that was overdue, or takes it away', () =>
  withDesk(
    [
      opening(1, 'REPO', 2),
      amendment(2, 1, 9),
      opening(3, 'SEC_LEND', -2),
      amendment(4, 3, 8),
      opening(5, 'REPO', -1),
      amendment(6, 5, null),
      opening(7, 'SEC_LEND', undefined),
      amendment(8, 7, -1),
    ],
    async (db) => {
      const range = { from: dayAfter(0), to: dayAfter(10), overdue: true }
      expect(await dueIn(db, { ...range, open: true })).toEqual([
        ['LOAN', dayAfter(-1), true, idOf(7)],
        ['LOAN', dayAfter(8), false, idOf(3)],
        ['REPURCHASE', dayAfter(9), false, idOf(1)],
        ['REPURCHASE', null, false, idOf(5)],
      ])
      expect(await dueIn(db, { ...range, to: dayAfter(2) })).toEqual([['LOAN', dayAfter(-1), true, idOf(7)]])
    },
  ))

test('Today counts each end on its day, and overdue deals of a counterparty are those that are late now', () =>
  withDesk(
    [
      opening(1, 'SEC_LEND', -2),
      opening(2, 'SEC_LEND', 1),
      opening(3, 'REPO', -1),
      amendment(4, 3, 1),
      opening(5, 'REPO', -1),
      opening(6, 'SEC_LEND', undefined),
    ],
    async (db) => {
      const { overdue, due } = await readDeskSummary(db, viewer, { from: dayAfter(0), to: dayAfter(5) })
      expect([overdue, due.map(({ date, count }) => [date, count])]).toEqual([2, [[dayAfter(1), 2]]])
      const { items } = await listCounterparties(db, viewer, {}, {})
      expect(items).toMatchObject([{ openDeals: 5, overdueDeals: 2 }])
    },
  ))

test('what a repo pays at an amended end belongs to the range in which it ends now', () =>
  withDesk([opening(1, 'REPO', 2), amendment(2, 1, 9)], async (db) => {
    await payFor(db, 1)
    const daysIn = async (from: number, to: number) => [
      ...(await loadDealCash(db, viewer, { from: dayAfter(from), to: dayAfter(to) })).keys(),
    ]
    expect(await daysIn(0, 5)).toEqual([])
    expect(await daysIn(6, 10)).toEqual([dayAfter(9)])
  }))

test('the closing of a deal with an end falls due with the deal, and that of an open one on its value date', () =>
  withDesk(
    [
      opening(1, 'SEC_LEND', 3),
      closing(2, 1, 2),
      opening(3, 'SEC_LEND', undefined),
      closing(4, 3, 2),
      opening(5, 'REPO', undefined),
      amendment(6, 5, 4),
      closing(7, 5, 2),
    ],
    async (db) => {
      const due = await dueIn(db, { from: dayAfter(0), to: dayAfter(10) })
      expect(due).toEqual([
        ['VALUE_DATE', dayAfter(2), false, idOf(4)],
        ['LOAN', dayAfter(3), false, idOf(1)],
        ['REPURCHASE', dayAfter(4), false, idOf(5)],
      ])
    },
  ))
