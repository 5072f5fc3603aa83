// Availability, put beside a replay of random portfolios of deals, beside what Holdings shows, and beside lone deals worked by hand.
import type { Address, CallQuery } from '@connex/protocol'
import { availabilityOf, DeliveryId, isUsable, RegistryId } from '@connex/protocol'
import { describe, expect, test } from 'vitest'
import {
  alpen,
  answered,
  baltic,
  certainIn,
  columnIn,
  dayAfter,
  DAYS,
  days,
  deskOf,
  drawn,
  leg,
  returned,
  today,
  viewer,
} from '../../../../../testkit/src/database/handPortfolios.ts'
import { drawnId, registryIdOf, withPortfolios } from '../../../../../testkit/src/database/portfolioRows.ts'
import { PORTFOLIO_REGISTRIES, drawPortfolio } from '../../../../../testkit/src/database/portfolios.ts'
import type { Portfolio } from '../../../../../testkit/src/database/portfolios.ts'
import { replayPortfolio } from '../../../../../testkit/src/database/replayPortfolio.ts'
import type { Course } from '../../../../../testkit/src/database/replayPortfolio.ts'
import { seeded } from '../../../../../testkit/src/random.ts'
import type { Queryable } from '../../engine/database.ts'
import { refreshOpenDeals } from '../../projections/openDeals.ts'
import { rollbackTo } from '../../projections/rollback.ts'
import { listPositions } from '../../queries/positions.ts'
import { dayOf } from '../dueEvents.ts'
import { listAvailability, listAvailabilityFlows } from './listAvailability.ts'

const isDeep = process.env['CONNEX_TESTS'] === 'deep'
const COUNT = isDeep ? 5_000 : 200
/** What happens, in the same order. */
const played = (portfolio: Portfolio, course: Course): number[][] => {
  const replayed = replayPortfolio(portfolio, course, DAYS)
  return PORTFOLIO_REGISTRIES.map(({ index }) => replayed.map((day) => day[index] ?? Number.NaN))
}

async function expectAsPlayed(db: Queryable, portfolio: Portfolio): Promise<void> {
  for (const query of [{}, { asOfBlock: 1 }] as const) {
    const { items } = await listAvailability(db, portfolio.viewer, query)
    for (const course of ['CERTAIN', 'EXPECTED', 'POSSIBLE'] as const)
      expect({ viewer: portfolio.viewer, ...query, course, days: answered(items, course) }).toEqual({
        viewer: portfolio.viewer,
        ...query,
        course,
        days: played(portfolio, course),
      })
  }
}

/** Holdings' rows are accounts; the sum of what they show as available. */
async function shownInHoldings(db: Queryable, owner: Address): Promise<Map<string, bigint>> {
  const page = await listPositions(db, owner, { owner }, { itemsPerPage: 500 })
  const { items } = JSON.parse(page.toJson()) as { items: { registryId: string; available: string }[] }
  const sums = new Map<string, bigint>()
  for (const { registryId, available } of items)
    sums.set(registryId, (sums.get(registryId) ?? 0n) + BigInt(available))
  return sums
}

async function expectHoldings(db: Queryable, viewer: Address): Promise<void> {
  const holdings = await shownInHoldings(db, viewer)
  const { items } = await listAvailability(db, viewer, {})
  expect(items.map(({ registryId }) => registryId)).toEqual(expect.arrayContaining([...holdings.keys()]))
  for (const { registryId, available, days: shown } of items) {
    expect(available).toBe(String(holdings.get(registryId) ?? 0n))
    expect(shown[0]).toEqual({ date: dayOf(), certain: available, expected: available, possible: available })
  }
}

/** What the flows add up to, beside the ladder. */
async function expectFlows(db: Queryable, viewer: Address): Promise<void> {
  const { items } = await listAvailability(db, viewer, {})
  const flows = await listAvailabilityFlows(db, viewer, { itemsPerPage: 500 })
  expect(flows.totalItemCount).toBe(flows.items.length)
  const holdings = items.map(({ registryId, available }) => ({ registry: registryId, available }))
  const found = availabilityOf(
    holdings,
    flows.items.map((flow) => ({ ...flow, registry: flow.registryId })),
    days,
  )
  for (const row of items) expect(found.get(row.registryId)).toEqual(row.days)
}

test(
  `what is certain, expected and possible is what happens, and today is what Holdings shows: ${COUNT} portfolios of deals, day by day`,
  { timeout: isDeep ? 3_600_000 : 240_000 },
  seeded(async (random) => {
    for (let from = 0; from < COUNT; from += 200) {
      const portfolios = Array.from({ length: 200 }, (_, index) => drawPortfolio(random, from + index))
      expect(portfolios).toHaveLength(200)
      await withPortfolios(portfolios, today, async (db) => {
        for (const portfolio of portfolios) {
          await expectAsPlayed(db, portfolio)
          await expectHoldings(db, portfolio.viewer)
        }
        for (const portfolio of portfolios.slice(0, 20)) await expectFlows(db, portfolio.viewer)
      })
    }
  }),
)

const setState = async (db: Queryable, n: number, state: 'CANCELED' | 'SETTLED'): Promise<void> => {
  const id = DeliveryId.parse(drawnId({ n }))
  await db.updateTable('deliveries').set({ state }).where('delivery_id', '=', id).execute()
  await db.updateTable('transfer_views').set({ state }).where('delivery_id', '=', id).execute()
  await refreshOpenDeals(db, [id])
}

test('a day more than a year away is refused', () =>
  withPortfolios([], today, async (db) => {
    await expect(listAvailability(db, viewer, { to: dayAfter(367) })).rejects.toThrow('at most 366 days')
    await expect(listAvailabilityFlows(db, viewer, { to: dayAfter(367) })).rejects.toThrow('at most 366 days')
  }))

test('a repo whose terms are not known moves nothing at its end, and is counted beside the figures', () =>
  withPortfolios(
    [deskOf(drawn(1, { hasDetails: false }), drawn(2, { hasDetails: false }))],
    today,
    async (db) => {
      expect(await listAvailability(db, viewer, {})).toMatchObject({ items: [], withoutTerms: 2 })
      expect((await listAvailability(db, baltic, {})).withoutTerms).toBe(0)
    },
  ))

test('a failed return turns tomorrow red, and the flows name the deals that make it', () => {
  const lent = drawn(1, { end: 0 })
  const back = returned(2, 10, { status: 'CONFIRMED', day: 0 })
  const borrowed = drawn(3, { other: baltic, legs: [leg(10)], end: 1 })
  return withPortfolios([deskOf({ ...lent, legs: [leg(-10)] }, back, borrowed)], today, async (db) => {
    expect(await certainIn(db)).toEqual(['0', '0', '0', '0', '0'])
    await setState(db, 2, 'CANCELED')
    const { items } = await listAvailability(db, viewer, { isShort: true })
    expect(items).toMatchObject([{ registryId: registryIdOf(0), shortFrom: dayAfter(1) }])
    expect(await certainIn(db)).toEqual(['0', '-10', '-10', '-10', '-10'])
    expect(await columnIn(db, 'EXPECTED')).toEqual([0, 0, 0, 0, 0])
    const flows = await listAvailabilityFlows(db, viewer, { to: dayAfter(1) })
    expect(flows.items).toMatchObject([
      {
        kind: 'RETURN',
        certainty: 'EXPECTED',
        quantity: '10',
        date: dayAfter(0),
        deliveryId: drawnId({ n: 1 }),
      },
      { kind: 'RETURN', certainty: 'CERTAIN', quantity: '-10', date: dayAfter(1), counterpartyAddr: baltic },
    ])
  })
})

test('what is overdue from the other side is only possible, and what the desk owes late leaves tomorrow', () =>
  withPortfolios(
    [deskOf(drawn(1, { end: -1, legs: [leg(-10), leg(4, { registry: 1 })] }))],
    today,
    async (db) => {
      const { items } = await listAvailability(db, viewer, { to: dayAfter(1) })
      expect(answered(items, 'EXPECTED').slice(0, 2)).toEqual([
        [0, 0],
        [0, -4],
      ])
      expect(answered(items, 'POSSIBLE').slice(0, 2)).toEqual([
        [0, 10],
        [0, -4],
      ])
    },
  ))

test('an open deal never returns without notice, and on the day of its notice it does', () => {
  const open = drawn(1, { end: undefined, legs: [leg(10)] })
  const notice = returned(2, 0, { legs: [], amendedEnd: 2, status: 'CONFIRMED' })
  return withPortfolios([{ ...deskOf(open, notice), balances: [10, 0, 0, 0] }], today, async (db) => {
    expect(await certainIn(db, { to: dayAfter(300) })).toEqual(Array.from({ length: 301 }, () => '10'))
    await setState(db, 2, 'SETTLED')
    expect(await certainIn(db)).toEqual(['10', '10', '0', '0', '0'])
  })
})

test('one bond that comes and goes on the same day is not a shortage', () => {
  const incoming = drawn(1, { type: 'FOP', status: 'CONFIRMED', day: 2, end: undefined, legs: [leg(10)] })
  return withPortfolios([deskOf(incoming, drawn(2, { legs: [leg(10)], end: 2 }))], today, async (db) => {
    expect(await certainIn(db)).toEqual(['0', '0', '0', '0', '0'])
    expect((await listAvailability(db, viewer, { isShort: true })).items).toEqual([])
  })
})

test('a late proposal holds up what it earmarks, and moves nothing', () => {
  const late = drawn(1, {
    type: 'FOP',
    status: 'LATE',
    day: -2,
    end: undefined,
    legs: [leg(-10, { isEarmarked: true }), leg(5, { registry: 1 })],
  })
  return withPortfolios([deskOf(late)], today, async (db) => {
    expect(await columnIn(db, 'POSSIBLE')).toEqual([0, 0, 0, 0, 0])
    const { items } = await listAvailability(db, viewer, { registryId: RegistryId.parse(registryIdOf(0)) })
    expect(items).toMatchObject([{ heldUp: '10', available: '0' }])
    const flows = await listAvailabilityFlows(db, viewer, {})
    expect(flows.items).toMatchObject([
      { certainty: 'HELD_UP', quantity: '10', isOverdue: true, deliveryId: drawnId({ n: 1 }) },
    ])
  })
})

test('what somebody asks to cancel is not certain to come', () => {
  const incoming = drawn(1, { type: 'FOP', status: 'CONFIRMED', day: 1, end: undefined, legs: [leg(10)] })
  return withPortfolios([deskOf(incoming)], today, async (db) => {
    expect(await certainIn(db)).toEqual(['0', '10', '10', '10', '10'])
    await db
      .insertInto('cancel_votes')
      .values({
        delivery_id: DeliveryId.parse(drawnId(incoming)),
        tenant: alpen,
        reason_fp: drawnId(incoming),
        at: today,
        from_block: 1,
        log_index: 9,
        tx_hash: drawnId(incoming) as never,
      })
      .execute()
    expect(await certainIn(db)).toEqual(['0', '0', '0', '0', '0'])
    expect(await columnIn(db, 'POSSIBLE')).toEqual([0, 10, 10, 10, 10])
  })
})

test('a burn request is earmarked already, and a mint request is expected', () => {
  const burn = drawn(1, {
    type: 'BURN',
    status: 'CONFIRMED',
    legs: [leg(-10, { isEarmarked: true })],
    end: undefined,
  })
  const mint = drawn(2, { type: 'MINT', status: 'CONFIRMED', day: undefined, legs: [leg(7)], end: undefined })
  return withPortfolios([{ ...deskOf(burn, mint), balances: [3, 0, 0, 0] }], today, async (db) => {
    expect(await certainIn(db)).toEqual(['3', '3', '3', '3', '3'])
    expect(await columnIn(db, 'EXPECTED')).toEqual([3, 10, 10, 10, 10])
    expect((await listAvailabilityFlows(db, viewer, {})).items).toMatchObject([
      { kind: 'MINT', quantity: '7' },
    ])
  })
})

test('a suspended registry is named, beside what Holdings shows', () =>
  withPortfolios([{ ...deskOf(), balances: [5, 0, 0, 0] }], today, async (db) => {
    const id = RegistryId.parse(registryIdOf(0))
    const usable = async () => {
      const { items } = await listAvailability(db, viewer, { registryId: id })
      return items.map((row) => ({ isUsable: isUsable(row), available: row.available }))
    }
    expect(await usable()).toEqual([{ isUsable: true, available: '5' }])
    await db.updateTable('registries').set({ state: 'SUSPENDED' }).where('registry_id', '=', id).execute()
    expect(await usable()).toEqual([{ isUsable: false, available: '5' }])
    await expectHoldings(db, viewer)
  }))

test('as of an earlier block, and after a chain reorg to it, a settled return is on its way again', () =>
  withPortfolios(
    [deskOf(drawn(1, { legs: [leg(-10)], end: 3 }), returned(2, 4, { status: 'CONFIRMED', day: 2 }))],
    today,
    async (db) => {
      const before = { certain: await certainIn(db), expected: await columnIn(db, 'EXPECTED') }
      expect(before).toEqual({ certain: ['0', '0', '4', '4', '4'], expected: [0, 0, 4, 10, 10] })
      await settleInBlock2(db, DeliveryId.parse(drawnId({ n: 2 })))
      expect(await columnIn(db, 'EXPECTED')).toEqual([4, 4, 4, 10, 10])
      expect(await certainIn(db, { asOfBlock: 1 })).toEqual(before.certain)
      await db.transaction().execute((trx) => rollbackTo(trx, 1))
      expect(await certainIn(db)).toEqual(before.certain)
      expect(await columnIn(db, 'EXPECTED')).toEqual(before.expected)
    },
  ))

/** With the position that it changes. */
async function settleInBlock2(db: Queryable, id: DeliveryId): Promise<void> {
  for (const table of ['deliveries', 'transfer_views'] as const) {
    const [row] = await db.selectFrom(table).selectAll().where('delivery_id', '=', id).execute()
    await db.updateTable(table).set({ to_block: 2 }).where('delivery_id', '=', id).execute()
    const next = { ...row, state: 'SETTLED', from_block: 2, to_block: null }
    await db
      .insertInto(table)
      .values(next as never)
      .execute()
  }
  const position = { registry_id: RegistryId.parse(registryIdOf(0)), account: '1001' as never }
  const of = db.selectFrom('positions').selectAll().where('account', '=', position.account)
  const row = await of.where('registry_id', '=', position.registry_id).executeTakeFirstOrThrow()
  await db
    .updateTable('positions')
    .set({ to_block: 2 })
    .where('account', '=', position.account)
    .where('registry_id', '=', position.registry_id)
    .execute()
  await db
    .insertInto('positions')
    .values({ ...row, balance: '4' as never, from_block: 2, to_block: null })
    .execute()
  await refreshOpenDeals(db, [id])
}

describe('of a desk with three rows', () => {
  const desk = { ...deskOf(drawn(1, { legs: [leg(10)], end: 2 })), balances: [0, 5, 6, 0] }
  const [first, , third] = PORTFOLIO_REGISTRIES
  const pick = async (query: CallQuery<'availability'>) => {
    const found: string[] = []
    await withPortfolios([desk], today, async (db) => {
      const { items } = await listAvailability(db, viewer, query)
      found.push(...items.map(({ registryId }) => registryId))
    })
    return found
  }

  test.each<[CallQuery<'availability'>, number[]]>([
    [{}, [0, 2, 1]],
    [{ registrarAddr: first?.registrar }, [0, 1]],
    [{ registrarAddr: third?.registrar }, [2]],
    [{ registryId: RegistryId.parse(registryIdOf(1)) }, [1]],
    [{ filter: 'cnx0100' }, [0, 2]],
    [{ isShort: true }, [0]],
    [{ isShort: true, to: dayAfter(1) }, []],
    [{ isShort: false }, [2, 1]],
    [{ itemsPerPage: 1, page: 3 }, [1]],
  ])('%j finds the registries %j', async (query, registries) => {
    expect(await pick(query)).toEqual(registries.map((index) => registryIdOf(index)))
  })

  test('every day of a year comes once, over both changes of summer time, and earlier ones are left out', () =>
    withPortfolios([desk], today, async (db) => {
      const { items, today: first } = await listAvailability(db, viewer, {
        from: dayAfter(1),
        to: dayAfter(366),
      })
      expect(first).toBe(dayOf())
      expect(items[0]?.days.map(({ date }) => date)).toEqual(
        Array.from({ length: 366 }, (_, index) => dayAfter(index + 1)),
      )
      expect(
        (await listAvailability(db, viewer, { from: '2020-01-01', to: dayAfter(0) })).items[0]?.days,
      ).toHaveLength(1)
    }))
})
