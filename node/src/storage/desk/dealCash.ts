// What repos with events still pay on their last days. Folding a thousand deals takes a second, so what each pays is remembered until one
// of its deliveries changes.
import { cashOf } from '@connex/protocol'
import type { Address, CashFlow, DeliveryId } from '@connex/protocol'
import { dealOf } from '@connex/protocol/deals'
import type { DeliveryOfDeal } from '@connex/protocol/deals'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { deliveryBy, EVENTS } from '../projections/dealRows.ts'
import { loadDealDeliveries } from './dealDeliveries.ts'
import { HAS_EVENTS, IS_REPO, openDeals } from './deals.ts'
import { cashDueOf } from './dueDeals.ts'
import { dayOf } from './dueEvents.ts'
import { within } from './dueRows.ts'
import type { DueRange } from './dueRows.ts'

/** `day`: the last one of the deal. */
type Payment = { day: string; flow: CashFlow }
/** `version`: the facts that the payment follows from; undefined where nothing is due. */
type Remembered = { version: string; payment: Payment | undefined }

/** The payments of the repos within the range, by day: those that `dueRows` leaves out. */
export async function loadDealCash(
  db: Queryable,
  tenant: Address,
  range: DueRange,
): Promise<Map<string, CashFlow[]>> {
  const remembered = memoryOf(db)
  const keyOf = (id: DeliveryId) => `${tenant} ${id}`
  const due = await findDue(db, tenant, range)
  const changed = due.filter(({ id, version }) => remembered.get(keyOf(id))?.version !== version)
  const folded = await foldDeals(
    db,
    tenant,
    changed.map(({ id }) => id),
  )
  for (const [id, one] of folded) remember(remembered, keyOf(id), one)
  const payments = due.flatMap(({ id }) => (folded.get(id) ?? remembered.get(keyOf(id)))?.payment ?? [])
  const byDay = Map.groupBy(payments, ({ day }) => day)
  return new Map([...byDay].map(([day, of]) => [day, of.map(({ flow }) => flow)]))
}

const FACTS = sql`concat_ws(' ', e.delivery_id, e.private_data_fp, e.state, e.created_block,
  CASE WHEN e.state = 'SETTLED' THEN e.closed_block || ' ' || e.closed_log_index END)`

/** As FACTS says it: the id and the fingerprint bind legs and details. */
const factsOf = ({
  deliveryId,
  privateDataFp,
  deliveryState,
  createdBlock,
  settledAt,
}: DeliveryOfDeal): string =>
  [
    deliveryId,
    privateDataFp,
    deliveryState,
    createdBlock,
    ...(settledAt === null ? [] : [settledAt.block, settledAt.logIdx]),
  ].join(' ')

const versionOf = (facts: readonly string[]): string => facts.toSorted().join()

async function findDue(
  db: Queryable,
  tenant: Address,
  range: DueRange,
): Promise<{ id: DeliveryId; version: string }[]> {
  const { rows } = await sql<{ delivery_id: DeliveryId; facts: string[] }>`
    SELECT h.delivery_id,
      ARRAY(SELECT ${FACTS} FROM ${deliveryBy(sql`h.delivery_id`)} e UNION ALL SELECT ${FACTS} ${EVENTS}) AS facts
    ${openDeals(tenant, within(sql`l.end_day`, range))} AND ${IS_REPO} AND ${HAS_EVENTS}`.execute(db)
  return rows.map(({ delivery_id: id, facts }) => ({ id, version: versionOf(facts) }))
}

const AT_A_TIME = 100

/** With the version of what was read: it may be newer than what was found before. */
async function foldDeals(
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
): Promise<Map<DeliveryId, Remembered>> {
  const folded = new Map<DeliveryId, Remembered>()
  for (let start = 0; start < ids.length; start += AT_A_TIME) {
    const some = await loadDealDeliveries(db, { tenant }, ids.slice(start, start + AT_A_TIME))
    for (const { openingDeliveryId, deliveries } of some)
      folded.set(openingDeliveryId, {
        version: versionOf(deliveries.map(factsOf)),
        payment: paymentOf(tenant, deliveries),
      })
  }
  return folded
}

function paymentOf(tenant: Address, [opening, ...events]: readonly DeliveryOfDeal[]): Payment | undefined {
  if (opening === undefined) return undefined
  const deal = dealOf(opening, events, dayOf())
  const day = deal.terms.endDate
  const due = cashDueOf(deal)
  if (day === null || due === undefined) return undefined
  const { payee, currency, amount } = due
  const side = payee === tenant ? 'incoming' : 'outgoing'
  return { day, flow: { currency, incoming: cashOf(0n), outgoing: cashOf(0n), [side]: amount } }
}

// Each database has a memory of its own: a test may have another delivery with the same id.
const memories = new WeakMap<Queryable, Map<string, Remembered>>()
const MOST_REMEMBERED = 20_000

function memoryOf(db: Queryable): Map<string, Remembered> {
  const known = memories.get(db)
  if (known !== undefined) return known
  const memory = new Map<string, Remembered>()
  memories.set(db, memory)
  return memory
}

/** Forgets the one that was remembered first, where there are too many. */
function remember(memory: Map<string, Remembered>, key: string, one: Remembered): void {
  memory.delete(key)
  memory.set(key, one)
  const [first] = memory.keys()
  if (memory.size > MOST_REMEMBERED && first !== undefined) memory.delete(first)
}
