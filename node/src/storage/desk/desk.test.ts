// What a desk is answered, beside what its lists say: every sum and every date is found again in TypeScript.
import {
  cashSideOf,
  DEFAULT_CURRENCY,
  DeliveryDetails,
  DueKind,
  isReturnable,
  isWaitingFor,
  PENDING_STATES,
  repurchasePrice,
} from '@connex/protocol'
import type { CashFlow, CallQuery, Paging, Transfer, TransferAsset, Unit, UnitSum } from '@connex/protocol'
import { expect, test } from 'vitest'
import { seedDesk } from '../../../../testkit/src/database/deskRows.ts'
import { DESK } from '../../../../testkit/src/database/deskTransfers.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { seeded } from '../../../../testkit/src/random.ts'
import type { Queryable } from '../engine/database.ts'
import { refreshOpenDeals } from '../projections/openDeals.ts'
import { rollbackTo } from '../projections/rollback.ts'
import { listPositions, sumPositions } from '../queries/positions.ts'
import { listTransfers } from '../queries/transfers.ts'
import { storeDetails } from '../sharing/deliveryDetails.ts'
import { listCounterparties } from './counterparties.ts'
import { readDeskSummary } from './deskSummary.ts'
import { dayOf, listDueEvents } from './dueEvents.ts'
import { sumTransfers } from './transferTotals.ts'

const { viewer, today } = DESK
const COUNT = 120
const RANGE = { from: dayOf(today - 86_400), to: dayOf(today + 2 * 86_400) }

const withDesk = (
  check: (db: Queryable, random: Parameters<Parameters<typeof seeded>[0]>[0]) => Promise<void>,
) =>
  seeded(async (random) => {
    const { kysely, close } = await openTestDatabase()
    try {
      await seedDesk(kysely, random, COUNT)
      await check(kysely, random)
    } finally {
      await close()
    }
  })

async function allTransfers(
  db: Queryable,
  filters: CallQuery<'transfers'> = {},
  paging: Paging = {},
): Promise<Transfer[]> {
  const items: Transfer[] = []
  for (let page = 1; ; page += 1) {
    const found = await listTransfers(db, viewer, filters, { ...paging, page, itemsPerPage: 50 })
    items.push(...found.items)
    if (items.length >= found.totalItemCount) return items
  }
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const amountOf = (sum: bigint): string => {
  const digits = sum.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function unitSums(
  assets: readonly (Pick<TransferAsset, 'unit' | 'decimals' | 'quantity'> | null)[],
): UnitSum[] {
  const known = assets.filter((asset) => asset !== null)
  return [...new Set(known.map(({ unit }) => unit))].toSorted().map((unit) => {
    const same = known.filter((asset) => asset.unit === unit)
    const decimals = Math.max(...same.map((asset) => asset.decimals))
    const sum = same.reduce(
      (all, one) => all + BigInt(one.quantity) * 10n ** BigInt(decimals - one.decimals),
      0n,
    )
    return { unit, decimals, quantity: String(sum) as UnitSum['quantity'] }
  })
}

type Flow = { currency: CashFlow['currency'] | null; amount: string; isIncoming: boolean }

function cashFlows(flows: readonly Flow[]): CashFlow[] {
  const named = flows.map((flow) => ({ ...flow, currency: flow.currency ?? DEFAULT_CURRENCY }))
  const sum = (currency: string, isIncoming: boolean) =>
    amountOf(
      named
        .filter((flow) => flow.currency === currency && flow.isIncoming === isIncoming)
        .reduce((all, { amount }) => all + cents(amount), 0n),
    )
  return [...new Set(named.map(({ currency }) => currency))].toSorted().map((currency) => ({
    currency,
    incoming: sum(currency, true),
    outgoing: sum(currency, false),
  }))
}

/** A repo's cash goes against its first leg; a payment is the first leg itself. */
const cashOf = (transfer: Transfer): Flow[] =>
  transfer.cashQuantity === null
    ? []
    : [
        {
          currency: transfer.cashCurrency,
          amount: transfer.cashQuantity,
          isIncoming: cashSideOf(transfer) === 'receive',
        },
      ]

const isPending = ({ state }: Transfer) => PENDING_STATES.includes(state)
const hasMatched = ({ detailsStatus }: Transfer) => detailsStatus === 'SYNCED'

/** Settled, and of some asset more has moved one way than the other. */
const openDeals = (all: readonly Transfer[]): Transfer[] =>
  all.filter(
    (one) =>
      one.state === 'SETTLED' &&
      isReturnable(one.transferType) &&
      hasMatched(one) &&
      one.openingDeliveryId === null &&
      outstandingOf(one, all).some((quantity) => quantity !== 0n),
  )

/** By asset, above zero where the desk has it to get back. */
function outstandingOf(opening: Transfer, all: readonly Transfer[]): bigint[] {
  const moved = all
    .filter(({ openingDeliveryId, state }) => openingDeliveryId === opening.deliveryId && state === 'SETTLED')
    .filter(({ counterpartyAddr }) => counterpartyAddr === opening.counterpartyAddr)
    .concat(opening)
    .flatMap(({ legs }) => legs)
    .filter(({ legType }) => legType !== 'EXTERNAL')
  return [...Map.groupBy(moved, ({ assetId }) => assetId).values()].map((legs) =>
    legs.reduce((sum, { sender, quantity }) => sum + (sender === viewer ? 1n : -1n) * BigInt(quantity), 0n),
  )
}

/** The kinds and days of what falls due, as `kind day id`. */
function expectedDue(all: readonly Transfer[]): string[] {
  const open = openDeals(all)
  const pending = all.filter(isPending)
  const isOpening = ({ repo, openingDeliveryId }: Transfer) => repo !== null && openingDeliveryId === null
  const closesDated = ({ openingDeliveryId }: Transfer) =>
    open.some(
      ({ deliveryId, repo }) => deliveryId === openingDeliveryId && repo?.repurchaseDate !== undefined,
    )
  return [
    ...pending
      .filter((one) => one.valueDate > 0 && !isOpening(one) && !closesDated(one))
      .map(({ deliveryId, valueDate }) => `VALUE_DATE ${dayOf(valueDate)} ${deliveryId}`),
    ...pending.filter(isOpening).map(({ deliveryId, repo }) => `OPENING ${repo?.purchaseDate} ${deliveryId}`),
    ...pending.map(({ deliveryId, expiresAt }) => `TRANSFER_EXPIRY ${dayOf(expiresAt)} ${deliveryId}`),
    ...open.map(({ deliveryId, repo, transferType }) =>
      transferType === 'REPO'
        ? `REPURCHASE ${repo?.repurchaseDate ?? null} ${deliveryId}`
        : `LOAN null ${deliveryId}`,
    ),
    'MATURITY 2026-11-26 null',
  ]
}

const NONE = { securities: [], cash: null }
const EVERYTHING = { from: '2026-01-01', to: '2027-12-31', open: true }

test(
  'each pending transfer and its expiry, each repo, loan and maturity falls due once, and nothing by details that are not its own',
  withDesk(async (db) => {
    const all = await allTransfers(db)
    const { items, totalItemCount } = await listDueEvents(db, viewer, { ...EVERYTHING, itemsPerPage: 500 })
    const due = items.map(({ kind, date, deliveryId }) => `${kind} ${date} ${deliveryId}`)
    expect(due.toSorted()).toEqual(expectedDue(all).toSorted())
    expect(totalItemCount).toBe(due.length)
    const overdue = await listDueEvents(db, viewer, { ...RANGE, overdue: true, itemsPerPage: 500 })
    expect(
      overdue.items.map(({ kind, date, deliveryId }) => `${kind} ${date} ${deliveryId}`).toSorted(),
    ).toEqual(
      expectedDue(all)
        .filter((event) => (event.split(' ')[1] ?? '') <= RANGE.to)
        .toSorted(),
    )
    const dates = items.map(({ date }) => date ?? '9')
    expect(dates).toEqual(dates.toSorted())
    const counterpartyAddr = items.find((event) => event.counterpartyAddr !== null)?.counterpartyAddr
    const ofOne = { ...EVERYTHING, counterpartyAddr: counterpartyAddr!, itemsPerPage: 500 }
    expect((await listDueEvents(db, viewer, ofOne)).items).toEqual(
      items.filter((event) => event.counterpartyAddr === counterpartyAddr),
    )
    for (const kind of DueKind.options) {
      const own = await listDueEvents(db, viewer, { ...EVERYTHING, kind: [kind], itemsPerPage: 500 })
      expect(own.items).toEqual(items.filter((event) => event.kind === kind))
    }
    const pages = [1, 2, 3].map((page) => listDueEvents(db, viewer, { ...EVERYTHING, page, itemsPerPage: 7 }))
    expect((await Promise.all(pages)).flatMap((page) => page.items)).toEqual(items.slice(0, 21))
    for (const event of items) {
      if (event.kind === 'TRANSFER_EXPIRY') expect([event.incoming, event.outgoing]).toEqual([NONE, NONE])
      const transfer = all.find(({ deliveryId }) => deliveryId === event.deliveryId)
      if (event.kind !== 'REPURCHASE' || transfer?.repo?.repurchaseDate === undefined) continue
      const price = repurchasePrice(transfer.repo)
      const isIncoming = (transfer.direction === 'RECEIVE') !== (price?.startsWith('-') === true)
      expect(event[isIncoming ? 'incoming' : 'outgoing'].cash?.amount).toBe(price?.replace('-', ''))
      expect(event[isIncoming ? 'outgoing' : 'incoming'].cash).toBeNull()
    }
  }),
)

test(
  'the summary counts what the lists show: whom transfers wait for, what falls due with its cash, and what has changed',
  withDesk(async (db) => {
    const all = await allTransfers(db)
    const since = today - 2 * 86_400
    const summary = await readDeskSummary(db, viewer, { ...RANGE, since })
    const waiting = new Map<string, number>()
    for (const one of all.filter(isPending)) {
      const key = isWaitingFor(one, viewer)
        ? 'YOU null'
        : one.state === 'PENDING_COUNTERPARTY'
          ? `COUNTERPARTY ${one.counterpartyAddr}`
          : `CUSTODIAN ${one.registrarAddr}`
      waiting.set(key, (waiting.get(key) ?? 0) + 1)
    }
    expect(new Map(summary.waiting.map(({ party, tenant, count }) => [`${party} ${tenant}`, count]))).toEqual(
      waiting,
    )

    const { items } = await listDueEvents(db, viewer, { ...RANGE, overdue: true, itemsPerPage: 500 })
    const isBefore = ({ date }: { date: string | null }) => date !== null && date < RANGE.from
    expect(summary.overdue).toBe(items.filter(isBefore).length)
    const byDay = Map.groupBy(
      items.filter((event) => !isBefore(event)),
      ({ date }) => date,
    )
    const days = [...byDay].map(([date, events]) => ({
      date,
      count: events.length,
      cash: cashFlows(
        events.flatMap(({ incoming, outgoing }) => [
          ...(incoming.cash === null ? [] : [{ ...incoming.cash, isIncoming: true }]),
          ...(outgoing.cash === null ? [] : [{ ...outgoing.cash, isIncoming: false }]),
        ]),
      ),
    }))
    expect(summary.due).toEqual(days)

    const ended = (state: Transfer['state']) =>
      all.filter((one) => one.state === state && (one.closedAt ?? 0) >= since)
    const received = all.filter(({ creator, createdAt }) => creator !== viewer && createdAt >= since)
    const lastOf = (steps: readonly { at: number }[]) => Math.max(0, ...steps.map(({ at }) => at))
    const stepsOf = ({ confirmations, cancelVotes }: Transfer) => [...confirmations, ...cancelVotes]
    const updated = all.filter(
      (one) =>
        isPending(one) &&
        !received.includes(one) &&
        lastOf(stepsOf(one).filter(({ tenant }) => tenant !== viewer)) >= since,
    )
    expect(updated.length).toBeGreaterThan(0)
    expect(summary.changes).toMatchObject({
      settled: { count: ended('SETTLED').length },
      canceled: { count: ended('CANCELED').length },
      received: { count: received.length },
      updated: { count: updated.length },
      lastAt: Math.max(
        ...[...ended('SETTLED'), ...ended('CANCELED')].map(({ closedAt }) => closedAt ?? 0),
        ...received.map(({ createdAt }) => createdAt),
        ...updated.map((one) => lastOf([{ at: one.createdAt }, ...stepsOf(one)])),
      ),
    })
    const newest = summary.changes?.settled.newest ?? []
    expect(newest).toHaveLength(Math.min(20, ended('SETTLED').length))
    expect(ended('SETTLED').map(({ deliveryId }) => deliveryId)).toEqual(expect.arrayContaining(newest))
  }),
)

test(
  'the totals are the sums over all pages of the list, whatever it is filtered by',
  withDesk(async (db, random) => {
    const filters: CallQuery<'transfers'>[] = [
      {},
      { waiting: true },
      { state: ['SETTLED'] },
      { transferType: ['REPO'], direction: 'DELIVER' },
      { asOfBlock: undefined, registrarAddr: DESK.registrar },
    ]
    const pagings: Paging[] = [{}, { filter: 'Baltic' }, { where: ['deliverQuantity:at-least:100'] }]
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const [query, paging] = [random.pick(filters), random.pick(pagings)]
      const listed = await allTransfers(db, query, paging)
      expect(await sumTransfers(db, viewer, query, paging)).toEqual({
        delivered: unitSums(listed.map(({ deliver }) => deliver)),
        received: unitSums(listed.map(({ receive }) => receive)),
        cash: cashFlows(listed.flatMap(cashOf)),
      })
    }
    const { items } = JSON.parse((await listPositions(db, viewer, {}, { itemsPerPage: 500 })).toJson()) as {
      items: (Pick<TransferAsset, 'unit' | 'decimals' | 'quantity'> & { earmarked: UnitSum['quantity'] })[]
    }
    const totals = await sumPositions(db, viewer, {}, {})
    expect(totals.map(({ unit, decimals, quantity }) => ({ unit, decimals, quantity }))).toEqual(
      unitSums(items),
    )
    const earmarked = unitSums(items.map((item) => ({ ...item, quantity: item.earmarked })))
    expect(totals.map((total) => total.earmarked)).toEqual(earmarked.map(({ quantity }) => quantity))
    for (const total of totals) {
      expect(BigInt(total.available)).toBe(BigInt(total.quantity) - BigInt(total.earmarked))
      expect(total.accounts).toBe(2)
      expect(total.positions).toBe(items.filter(({ unit }) => unit === total.unit).length)
    }
    expect(new Set(totals.map(({ unit }) => unit))).toEqual(new Set<Unit>(['EUR', 'USD', 'UNITS', 'NOMINAL']))
  }),
)

test(
  'counterparties have what the list says of them, since a moment or at all',
  withDesk(async (db) => {
    const all = await allTransfers(db)
    for (const since of [undefined, today - 86_400]) {
      const { items } = await listCounterparties(db, viewer, { since }, {})
      expect(items.map(({ name }) => name)).toEqual(['Baltic Trust Bank', 'Rhône Capital'])
      for (const item of items) {
        const own = all.filter(({ counterpartyAddr }) => counterpartyAddr === item.counterpartyAddr)
        const ended = own.filter(({ closedAt }) => since === undefined || (closedAt ?? 0) >= since)
        const settled = ended.filter(({ state }) => state === 'SETTLED')
        const open = openDeals(own)
        expect(item).toMatchObject({
          pending: own.filter(isPending).length,
          settled: settled.length,
          canceled: ended.filter(({ state }) => state === 'CANCELED').length,
          openDeals: open.length,
          overdueDeals: open.filter(({ repo }) => (repo?.repurchaseDate ?? '9') < dayOf()).length,
          delivered: unitSums(settled.map(({ deliver }) => deliver)),
          received: unitSums(settled.map(({ receive }) => receive)),
          cash: cashFlows(settled.flatMap(cashOf)),
        })
      }
    }
    const found = await listCounterparties(db, viewer, {}, { filter: 'rhône', sortBy: 'pending' })
    expect(found.items.map(({ name }) => name)).toEqual(['Rhône Capital'])
  }),
)

test(
  'a repo of which the details arrive after its settlement is open',
  withDesk(async (db) => {
    const [deal] = openDeals(await allTransfers(db)).filter(({ transferType }) => transferType === 'REPO')
    if (deal === undefined) throw new Error('the desk has no open repo')
    const isDue = async () => {
      const { items } = await listDueEvents(db, viewer, { ...EVERYTHING, itemsPerPage: 500 })
      return items.some(({ kind, deliveryId }) => kind === 'REPURCHASE' && deliveryId === deal.deliveryId)
    }
    const own = db
      .deleteFrom('delivery_details')
      .where('tenant', '=', viewer)
      .where('delivery_id', '=', deal.deliveryId)
    const { fingerprint, details, status, sender } = await own.returningAll().executeTakeFirstOrThrow()
    await refreshOpenDeals(db, [deal.deliveryId])
    expect(await isDue()).toBe(false)
    const stored = { fingerprint, details: DeliveryDetails.parse(details), status, sender }
    await storeDetails(db, { tenant: viewer, delivery_id: deal.deliveryId, ...stored })
    expect(await isDue()).toBe(true)
  }),
)

test(
  'a chain reorg takes a closing back, and the deal is open again',
  withDesk(async (db) => {
    const before = openDeals(await allTransfers(db))
    await db.transaction().execute((trx) => rollbackTo(trx, COUNT / 2))
    const left = await allTransfers(db)
    const { items } = await listDueEvents(db, viewer, { ...EVERYTHING, overdue: true, itemsPerPage: 500 })
    const open = items.filter(({ kind }) => kind === 'REPURCHASE' || kind === 'LOAN')
    const ids = (of: readonly { deliveryId: string | null }[]) =>
      new Set(of.map(({ deliveryId }) => deliveryId))
    expect(ids(open)).toEqual(ids(openDeals(left)))
    expect(open).toHaveLength(openDeals(left).length)
    expect(before.length).toBeGreaterThan(0)
  }),
)
