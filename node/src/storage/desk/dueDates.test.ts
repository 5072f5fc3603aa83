// Dates of deals and instruments that need a calendar or a schedule: notice, evergreen ends, coupons, and maturities of what is lent.
import { ZERO_BYTES32 } from '@connex/protocol'
import type { CallQuery, CustomField, DueEvent } from '@connex/protocol'
import { movesNothing } from '@connex/protocol/calendar'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  alpen,
  baltic,
  deskOf,
  drawn,
  leg,
  returned,
  viewer,
} from '../../../../testkit/src/database/handPortfolios.ts'
import { insertAll } from '../../../../testkit/src/database/deskRows.ts'
import { word } from '../../../../testkit/src/database/deskTransfers.ts'
import { drawnId, registryIdOf, withPortfolios } from '../../../../testkit/src/database/portfolioRows.ts'
import type { DrawnDelivery } from '../../../../testkit/src/database/portfolios.ts'
import type { Queryable } from '../engine/database.ts'
import { refreshOpenDeals } from '../projections/openDeals.ts'
import { putTenantRecord } from '../queries/tenantRecords.ts'
import { readDeskSummary } from './deskSummary.ts'
import { listDueEvents } from './dueEvents.ts'

afterEach(() => void vi.useRealTimers())

const idOf = (n: number) => drawnId({ n })
/** The terms of a loan, beside those that all have. */
type Terms = { termType: string; noticeDays: number; endDate?: string }
const repo = { purchaseDate: '2026-11-20', purchasePrice: '1000.00', rate: '3.6', dayCount: 'ACT/360' }
const loanOf = (terms: Terms) => ({
  loan: {
    startDate: '2026-11-20',
    feeRate: '0.5',
    dayCount: 'ACT/360',
    feePrice: 'CONTRACT',
    billing: 'AT_END',
    ...terms,
  },
})
const amendmentOf = (opening: number, amend: object) => ({
  openingDeliveryId: idOf(opening),
  deal: { v: 1, event: 'AMENDMENT', basedOn: ZERO_BYTES32, effectiveDate: '2026-11-23', amend },
})

/** A loan of ten, lent by the desk. */
const lent = (n: number, differing: Partial<DrawnDelivery> = {}) =>
  drawn(n, { type: 'SEC_LEND', end: undefined, legs: [leg(-10)], ...differing })
/** In the order of their numbers. */
const amendment = (n: number, opening: number, differing: Partial<DrawnDelivery> = {}) =>
  drawn(n, { type: 'FOP', opening, end: undefined, legs: [], ...differing })

type Desk = { deliveries: DrawnDelivery[]; details: Record<number, object>; balances?: number[] }

/** At noon of `today`, with these private details in place of the drawn ones. */
async function withDesk(
  today: string,
  { deliveries, details, balances = [0, 0, 0, 0] }: Desk,
  check: (db: Queryable) => Promise<void>,
): Promise<void> {
  const midnight = Date.parse(today) / 1000
  vi.useFakeTimers({ toFake: ['Date'], now: (midnight + 43_200) * 1000 })
  await withPortfolios([{ ...deskOf(...deliveries), balances }], midnight, async (db) => {
    for (const [n, own] of Object.entries(details))
      await sql`UPDATE delivery_details SET details = ${JSON.stringify({ salt: ZERO_BYTES32, description: n, ...own })}::jsonb
        WHERE delivery_id = ${idOf(Number(n))}`.execute(db)
    await refreshOpenDeals(db, Object.keys(details).map((n) => idOf(Number(n))) as never)
    await check(db)
  })
}

const eventsIn = async (db: Queryable, query: CallQuery<'dueEvents'>): Promise<DueEvent[]> =>
  (await listDueEvents(db, viewer, { ...query, itemsPerPage: 500 })).items
/** Without those that each deal and transfer has anyway. */
const KINDS = ['NOTICE', 'EVERGREEN', 'COUPON', 'MATURITY'] as const
const YEARS = { from: '2026-11-01', to: '2028-12-31', kind: [...KINDS] }
const datesIn = async (db: Queryable, query: CallQuery<'dueEvents'> = YEARS) =>
  (await eventsIn(db, query)).map(({ kind, date, deliveryId }) => [kind, date, deliveryId])

describe('a deal has no date of notice', () => {
  const datesOf = async (terms: Terms, more: DrawnDelivery[] = [], details: Record<number, object> = {}) => {
    let dates: unknown
    const own = { deliveries: [lent(1), ...more], details: { 1: loanOf(terms), ...details } }
    await withDesk('2026-11-23', own, async (db) => {
      dates = await datesIn(db)
    })
    return dates
  }
  const extendable = { termType: 'EXTENDABLE', noticeDays: 2, endDate: '2026-12-31' }

  test.each<[string, Terms]>([
    ['fixed', { termType: 'FIXED', noticeDays: 2, endDate: '2026-12-31' }],
    ['open', { termType: 'OPEN', noticeDays: 2 }],
    ['open, and notice was given', { termType: 'OPEN', noticeDays: 2, endDate: '2026-12-31' }],
    ['extendable without days of notice', { ...extendable, noticeDays: 0 }],
    ['extendable, and its end has passed', { ...extendable, endDate: '2026-10-30' }],
    ['evergreen, and notice was given', { termType: 'EVERGREEN', noticeDays: 2, endDate: '2026-12-31' }],
  ])('if it is %s', async (_, terms) => {
    expect(await datesOf(terms)).toEqual([])
  })

  test('once an amendment has set the end of an evergreen one', async () => {
    const terms = { termType: 'EVERGREEN', noticeDays: 2 }
    const details = { 2: amendmentOf(1, { repurchaseDate: '2026-12-31' }) }
    expect(await datesOf(terms, [amendment(2, 1)], details)).toEqual([])
  })

  test('once it is closed', async () => {
    expect(await datesOf(extendable, [returned(2, 10)])).toEqual([])
  })

  test('if its terms are not those of the ledger', () =>
    withDesk(
      '2026-11-23',
      { deliveries: [lent(1, { hasDetails: false })], details: { 1: loanOf(extendable) } },
      async (db) => expect(await datesIn(db)).toEqual([]),
    ))
})

test('the last day of notice is counted over Good Friday and Easter Monday, and nobody is late with it', () =>
  withDesk(
    '2027-03-26',
    {
      deliveries: [lent(1), lent(2)],
      details: {
        1: loanOf({ termType: 'EXTENDABLE', noticeDays: 1, endDate: '2027-03-30' }),
        2: loanOf({ termType: 'EXTENDABLE', noticeDays: 2, endDate: '2027-04-02' }),
      },
    },
    async (db) => {
      const week = {
        from: '2027-03-22',
        to: '2027-03-31',
        overdue: true,
        open: true,
        kind: ['NOTICE' as const],
      }
      const found = await eventsIn(db, week)
      expect(found.map(({ date, deliveryId, isOverdue }) => [date, deliveryId, isOverdue])).toEqual([
        ['2027-03-25', idOf(1), false],
        ['2027-03-31', idOf(2), false],
      ])
      expect(found).toMatchObject([
        { kind: 'NOTICE', transferType: 'SEC_LEND', counterpartyAddr: alpen, incoming: { securities: [] } },
        {},
      ])
      expect(await datesIn(db, { ...week, from: '2027-03-26' })).toEqual([['NOTICE', '2027-03-31', idOf(2)]])
      expect(await datesIn(db, { ...week, to: '2027-03-30' })).toEqual([['NOTICE', '2027-03-25', idOf(1)]])
    },
  ))

test('an evergreen loan ends at the earliest its days of notice from today, over the end of the year', () =>
  withDesk(
    '2026-12-30',
    {
      deliveries: [lent(1), lent(2)],
      details: {
        1: loanOf({ termType: 'EVERGREEN', noticeDays: 2 }),
        2: loanOf({ termType: 'EVERGREEN', noticeDays: 35 }),
      },
    },
    async (db) => {
      expect(await datesIn(db)).toEqual([
        ['EVERGREEN', '2027-01-04', idOf(1)],
        ['EVERGREEN', '2027-02-18', idOf(2)],
      ])
      const all = await eventsIn(db, { from: '2026-12-30', to: '2027-01-04', open: true })
      expect(all.map(({ kind, date, deliveryId }) => [kind, date, deliveryId])).toEqual([
        ['EVERGREEN', '2027-01-04', idOf(1)],
        ['LOAN', null, idOf(1)],
        ['LOAN', null, idOf(2)],
      ])
    },
  ))

test('the last amendments that have settled decide, term by term, and a repo counts by the calendar of its cash', () =>
  withDesk(
    '2026-12-29',
    {
      deliveries: [
        drawn(1),
        amendment(2, 1),
        amendment(3, 1),
        amendment(4, 1, { status: 'PROPOSED' }),
        lent(5),
        amendment(6, 5),
      ],
      details: {
        1: { repo: { ...repo, repurchaseDate: '2027-01-29' }, cashQuantity: '1000.00', cashCurrency: 'USD' },
        2: amendmentOf(1, { termType: 'EXTENDABLE', noticeDays: 9 }),
        3: amendmentOf(1, { repurchaseDate: '2027-01-05', noticeDays: 1 }),
        4: amendmentOf(1, { noticeDays: 5 }),
        5: loanOf({ termType: 'EVERGREEN', noticeDays: 35 }),
        6: amendmentOf(5, { noticeDays: 1 }),
      },
    },
    async (db) => {
      const dates = (notice: string) => [
        ['EVERGREEN', '2026-12-30', idOf(5)],
        ['NOTICE', notice, idOf(1)],
      ]
      expect(await datesIn(db)).toEqual(dates('2027-01-04'))
      const found = await eventsIn(db, { ...YEARS, kind: ['NOTICE', 'EVERGREEN'] })
      expect(found.map(({ calendarCurrency }) => calendarCurrency)).toEqual(['EUR', 'USD'])
      const content = { currency: 'USD', closedDays: [{ date: '2027-01-01' }, { date: '2027-01-04' }] }
      await putTenantRecord(db, viewer, 'TEMPLATE', 'calendar-USD', {
        name: 'USD',
        type: 'CALENDAR',
        content,
      })
      expect(await datesIn(db)).toEqual(dates('2026-12-31'))
    },
  ))

const field = (name: string, value: string): CustomField => ({ name, type: 'text', value })
const halfYearly = [field('couponFrequency', '2'), field('lastCouponDate', '2026-06-30')]

/** What the issuer says of instrument 0; instrument 1 has no details. */
const describeInstrument = (db: Queryable, details: object, fingerprint = word('f0', 0)) =>
  insertAll(db, [
    {
      instrument_details: [
        {
          instrument_id: word('e0', 0),
          fingerprint,
          tenant: viewer,
          details: JSON.stringify({ salt: ZERO_BYTES32, label: 'Bond', issueCurrency: 'EUR', ...details }),
          status: 'SYNCED',
          stored_at: 1,
        },
      ],
    },
  ])
const bond = (maturityDate: string, customFields = halfYearly) => ({ maturityDate, customFields })

const sidesIn = async (db: Queryable, query: CallQuery<'dueEvents'> = YEARS) =>
  (await eventsIn(db, query)).map(({ kind, date, counterpartyAddr, incoming, outgoing }) => [
    kind,
    date,
    counterpartyAddr,
    incoming.securities.map(({ quantity }) => Number(quantity)).join(),
    outgoing.securities.map(({ quantity }) => Number(quantity)).join(),
  ])

/** Of instrument 0 the desk holds 7, and in deals without an end has lent 10 + 5 and received 4; of instrument 1 it has given 3 as collateral. */
const desk: Desk = {
  deliveries: [
    lent(1, { legs: [leg(-10), leg(-3, { registry: 1 })] }),
    drawn(2, { end: undefined, legs: [leg(-5, { registry: 2 })] }),
    drawn(3, { end: undefined, other: baltic, legs: [leg(4)] }),
  ],
  details: {},
  balances: [3, 0, 4, 0],
}

test.each<[string, object]>([
  ['without custom fields', { maturityDate: '2027-12-31' }],
  ['without a maturity date', { customFields: halfYearly }],
  [
    'with a field that cannot be read',
    bond('2027-12-31', [field('couponFrequency', 'two'), ...halfYearly.slice(1)]),
  ],
  ['with fields of other names', bond('2027-12-31', [field('frequency', '2'), field('last', '2026-06-30')])],
  ['with days of two schedules', bond('2027-11-30')],
])('no coupon falls due of an instrument %s', (_, details) =>
  withDesk('2026-11-23', desk, async (db) => {
    await describeInstrument(db, details)
    expect((await eventsIn(db, YEARS)).filter(({ kind }) => kind === 'COUPON')).toEqual([])
  }),
)

test('no coupon and no maturity falls due by details with another fingerprint, or of what was neither held nor dealt in', async () => {
  await withDesk('2026-11-23', desk, async (db) => {
    await describeInstrument(db, bond('2027-12-31'), word('0bad', 0))
    expect(await sidesIn(db)).toEqual([])
  })
  await withDesk('2026-11-23', { deliveries: [], details: {} }, async (db) => {
    await describeInstrument(db, bond('2027-12-31'))
    expect(await sidesIn(db)).toEqual([])
  })
})

test('coupons at the end of a month fall due of what is held, given and received, and maturities of what is held and given', () =>
  withDesk('2026-11-23', desk, async (db) => {
    await describeInstrument(db, bond('2027-06-30'))
    const coupon = (date: string) => [
      ['COUPON', date, alpen, '15', ''],
      ['COUPON', date, baltic, '', '4'],
      ['COUPON', date, null, '7', ''],
    ]
    const matured = [
      ['MATURITY', '2027-06-30', alpen, '15', ''],
      ['MATURITY', '2027-06-30', null, '', '7'],
    ]
    expect(await sidesIn(db)).toEqual([...coupon('2026-12-31'), ...coupon('2027-06-30'), ...matured])
    const first = { ...YEARS, from: '2026-12-31', to: '2026-12-31' }
    expect(await sidesIn(db, first)).toEqual(coupon('2026-12-31'))
    const withBaltic = { ...YEARS, counterpartyAddr: baltic }
    expect(await sidesIn(db, withBaltic)).toEqual(
      [...coupon('2026-12-31'), ...coupon('2027-06-30')].filter(([, , other]) => other === baltic),
    )
    const pages = [1, 2, 3, 4].map((page) => listDueEvents(db, viewer, { ...YEARS, page, itemsPerPage: 2 }))
    const listed = await Promise.all(pages)
    expect(listed.flatMap(({ items }) => items)).toEqual(await eventsIn(db, YEARS))
    expect(listed.map(({ totalItemCount }) => totalItemCount)).toEqual([8, 8, 8, 8])
  }))

test('what comes back before its coupon or its maturity earns no row, and what is late with it does', () => {
  const days = (day: string) => (Date.parse(day) - Date.parse('2026-12-29')) / 86_400_000
  const ending = (n: number, day: string, quantity: number) =>
    drawn(n, { end: days(day), legs: [leg(quantity)] })
  const deliveries = [
    ending(1, '2026-12-30', -1),
    ending(2, '2026-12-31', -2),
    ending(3, '2027-06-29', -4),
    ending(4, '2027-06-30', -8),
    ending(5, '2026-12-28', -16),
  ]
  return withDesk('2026-12-29', { deliveries, details: {} }, async (db) => {
    await describeInstrument(db, bond('2027-06-30'))
    const query = { ...YEARS, kind: ['COUPON', 'MATURITY'] as const }
    expect(await sidesIn(db, { ...query, kind: [...query.kind] })).toEqual([
      ['COUPON', '2026-12-31', alpen, '30', ''],
      ['COUPON', '2027-06-30', alpen, '24', ''],
      ['MATURITY', '2027-06-30', alpen, '24', ''],
    ])
  })
})

test('a suspended registry pays its coupons and matures all the same', () =>
  withDesk('2026-11-23', desk, async (db) => {
    await describeInstrument(db, bond('2026-12-31'))
    await db
      .updateTable('registries')
      .set({ state: 'SUSPENDED' })
      .where('registry_id', '=', registryIdOf(0) as never)
      .execute()
    expect((await sidesIn(db)).map(([kind]) => kind)).toEqual([
      'COUPON',
      'COUPON',
      'COUPON',
      'MATURITY',
      'MATURITY',
    ])
  }))

test('what has matured and has not come back is overdue, and a coupon that has passed is not', () =>
  withDesk('2027-01-04', desk, async (db) => {
    await describeInstrument(db, bond('2026-12-31'))
    const query = { ...YEARS, from: '2027-01-04', overdue: true }
    expect(await sidesIn(db, query)).toEqual([
      ['MATURITY', '2026-12-31', alpen, '15', ''],
      ['MATURITY', '2026-12-31', null, '', '7'],
    ])
    expect((await eventsIn(db, query)).map(({ isOverdue }) => isOverdue)).toEqual([true, true])
    const since = await eventsIn(db, { ...YEARS, from: '2026-12-28', kind: ['COUPON'] })
    expect(since.map(({ isOverdue }) => isOverdue)).toEqual([false, false, false])
  }))

test('an instrument on 29 February falls due in leap years on that day', () =>
  withDesk('2026-11-23', desk, async (db) => {
    await describeInstrument(
      db,
      bond('2028-02-29', [field('couponFrequency', '1'), field('lastCouponDate', '2026-02-28')]),
    )
    const days = (await eventsIn(db, { ...YEARS, kind: ['COUPON'] })).map(({ date }) => date)
    expect([...new Set(days)]).toEqual(['2027-02-28', '2028-02-29'])
  }))

test('Today counts these dates as the calendar lists them, and sums leave out what moves nothing', () =>
  withDesk(
    '2026-12-29',
    {
      ...desk,
      details: { 1: loanOf({ termType: 'EVERGREEN', noticeDays: 2 }), 2: { repo }, 3: { repo } },
    },
    async (db) => {
      await describeInstrument(db, bond('2026-12-31'))
      const range = { from: '2026-12-29', to: '2027-01-05' }
      const { due } = await readDeskSummary(db, viewer, range)
      const events = await eventsIn(db, range)
      const byDay = Map.groupBy(events, ({ date }) => date)
      expect(due.map(({ date, count }) => [date, count])).toEqual(
        [...byDay].map(([date, of]) => [date, of.length]),
      )
      const moved = events.filter((event) => !movesNothing(event)).filter(({ kind }) => kind === 'MATURITY')
      expect(moved.map(({ outgoing }) => outgoing.securities.map(({ quantity }) => quantity))).toEqual([
        ['7'],
      ])
      expect(events.map(({ kind }) => kind)).toContain('EVERGREEN')
    },
  ))
