// What of each instrument will be available at each custodian, day by day, and the flows that make it so.
import { availabilityOf, foreignText, shortFrom } from '@connex/protocol'
import type {
  Address,
  Availability,
  AvailabilityFlow,
  CallAnswer,
  CallQuery,
  DeliveryDetails,
  FlowCertainty,
  InstrumentId,
  Page,
  Quantity,
  RegistryFlow,
  RegistryState,
  SignedQuantity,
  TransferState,
  TransferType,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../engine/database.ts'
import { blockAt, UnknownMoment } from '../../lists/asOf.ts'
import { validAt } from '../../projections/validAt.ts'
import { offsetOf } from '../../lists/page.ts'
import { instrumentTerms } from '../../lists/units.ts'
import type { InstrumentTerms } from '../../lists/units.ts'
import { positionSources } from '../../queries/positionSources.ts'
import { availabilityFlows, sumsOfFlows } from './flows.ts'
import type { FlowRow, Moment } from './flows.ts'
import { syncedBy } from '../deals.ts'
import { dayOf } from '../dueEvents.ts'

type Sql = RawBuilder<unknown>

const DAY_S = 86_400
const DAYS = 30
const MOST_DAYS = 366

/** By instrument and custodian. */
export async function listAvailability(
  db: Queryable,
  tenant: Address,
  query: CallQuery<'availability'>,
): Promise<CallAnswer<'availability'>> {
  const moment = await momentOf(db, tenant, query)
  const days = daysTo(moment.today, query.to)
  const { rows, withoutTerms } = await readRows(db, moment, query, days.at(-1) ?? moment.today)
  const flows = rows.flatMap((row) => row.flows)
  const availability = availabilityOf(rows, flows, days)
  const isShown = (date: string) => date >= (query.from ?? '') && date <= (query.to ?? '9')
  const all = rows
    .map((row) =>
      buildRow(
        row,
        (availability.get(row.registry) ?? []).filter(({ date }) => isShown(date)),
      ),
    )
    .filter((row) => isWanted(row, query))
  const { limit, offset } = offsetOf(query)
  const items = all.slice(offset, offset + limit)
  return {
    items,
    pageItemCount: items.length,
    totalItemCount: all.length,
    today: moment.today,
    withoutTerms,
  }
}

/** The earliest first, up to a day. */
export async function listAvailabilityFlows(
  db: Queryable,
  tenant: Address,
  query: CallQuery<'availabilityFlows'>,
): Promise<Page<AvailabilityFlow>> {
  const moment = await momentOf(db, tenant, query)
  const { limit, offset } = offsetOf(query)
  const { rows } = await sql<ListedFlow & { total: number }>`
    WITH listed AS MATERIALIZED (
      SELECT f.*, c.certainty, c.quantity FROM ${availabilityFlows(moment, query)} f
      CROSS JOIN LATERAL (VALUES ('CERTAIN', f.certain), ('EXPECTED', f.expected), ('POSSIBLE', f.possible), ('HELD_UP', f.held_up))
        c (certainty, quantity)
      WHERE f.day <= ${daysTo(moment.today, query.to).at(-1)} AND c.quantity <> 0),
    paged AS MATERIALIZED (
      SELECT * FROM listed ORDER BY day, delivery_id, registry_id, registry_manager, certainty LIMIT ${limit} OFFSET ${offset})
    SELECT p.kind, p.certainty, p.day, p.quantity::text AS quantity, p.delivery_id, p.registry_manager, p.registrar,
      p.registry_id, v.transfer_type, v.state, v.counterparty, h.details, c.total
    FROM (SELECT count(*)::int8 AS total FROM listed) c
    LEFT JOIN paged p ON true
    LEFT JOIN transfer_views v ON v.viewer = ${tenant} AND v.delivery_id = p.delivery_id AND ${validAt('v', moment.block)}
    LEFT JOIN LATERAL ${syncedBy(tenant, sql`p.delivery_id`)} h ON true
    ORDER BY p.day, p.delivery_id, p.registry_id, p.registry_manager, p.certainty`.execute(db)
  // Of a page without flows there is one row, which has the count alone.
  const items = rows.filter(isRow).map((row) => buildFlow(row, moment))
  return { items, pageItemCount: items.length, totalItemCount: rows[0]?.total ?? 0 }
}

/** A moment of the past has its own today. */
async function momentOf(
  db: Queryable,
  tenant: Address,
  query: Pick<CallQuery<'availability'>, 'asOfBlock' | 'asOfTime'>,
): Promise<Moment> {
  const block = await blockAt(db, query)
  if (block === undefined) return { tenant, block, at: undefined, today: dayOf() }
  if (query.asOfTime !== undefined) return { tenant, block, at: query.asOfTime, today: dayOf(query.asOfTime) }
  const last = await db
    .selectFrom('blocks')
    .select('timestamp')
    .where('number', '<=', block)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { tenant, block, at: last?.timestamp ?? 0, today: dayOf(last?.timestamp) }
}

/** `daysTo('2026-11-25', '2026-11-27')` → ['2026-11-25', '2026-11-26', '2026-11-27'] */
function daysTo(today: string, to: string | undefined): string[] {
  const first = Date.parse(today) / 1000
  const count = to === undefined ? DAYS : Math.max(0, Date.parse(to) / 1000 - first) / DAY_S
  if (count > MOST_DAYS) throw new UnknownMoment('to', `at most ${MOST_DAYS} days after ${today}`)
  return Array.from({ length: count + 1 }, (_, index) => dayOf(first + index * DAY_S))
}

type StoredRow = Pick<FlowRow, 'registry_manager' | 'registrar' | 'registry_id'> &
  Pick<InstrumentTerms, 'label' | 'unit' | 'decimals'> & {
    instrument_id: InstrumentId | null
    identifier: string | null
    state: RegistryState | null
    available: Quantity
    /** See `sumsOfFlows`. */
    flows: string | null
  }

type ReadRow = Omit<StoredRow, 'flows'> & { registry: string; flows: readonly RegistryFlow[] }

/** One statement, so that what is held and what changes it are of the same block. */
async function readRows(
  db: Queryable,
  moment: Moment,
  query: CallQuery<'availability'>,
  last: string,
): Promise<{ rows: ReadRow[]; withoutTerms: number }> {
  const { rows } = await sql<StoredRow & { without_terms: number }>`
    SELECT u.without_terms, r.* FROM (${unknownTerms(moment)}) u LEFT JOIN (
      WITH flow AS MATERIALIZED (SELECT * FROM ${sumsOfFlows(moment, query, last)} f), held AS MATERIALIZED (${held(moment, query)})
      SELECT k.registry_manager, k.registrar, k.registry_id, t.instrument_id, t.identifier, t.label, g.state,
        coalesce(t.unit, 'NOMINAL') AS unit, coalesce(t.decimals, 0) AS decimals, k.available::text AS available, k.flows
      FROM (
        SELECT coalesce(h.registry_manager, f.registry_manager) AS registry_manager,
          coalesce(h.registrar, f.registrar) AS registrar, coalesce(h.registry_id, f.registry_id) AS registry_id,
          h.instrument_id, coalesce(h.available, 0) AS available, f.flows
        FROM held h FULL JOIN flow f ON f.registry_manager = h.registry_manager AND f.registrar = h.registrar
          AND f.registry_id = h.registry_id) k
      LEFT JOIN ${registriesOf('k', moment)} ON true
      LEFT JOIN ${instrumentTerms(moment.block)} t ON t.instrument_id = coalesce(k.instrument_id, g.instrument_id)
      WHERE ${isOfInstrument(query, sql`t.instrument_id`)}
    ) r ON true
    ORDER BY r.identifier, r.registry_manager, r.registrar, r.registry_id`.execute(db)
  return {
    // Without an instrument there is one row, which has the count alone.
    rows: rows.filter(isRow).map((row) => {
      const registry = keyOf(row)
      return { ...row, registry, flows: flowsOf(registry, row.flows) }
    }),
    withoutTerms: rows[0]?.without_terms ?? 0,
  }
}

const isRow = (row: { registry_id: string | null }): boolean => row.registry_id !== null

const keyOf = (row: Pick<FlowRow, 'registry_manager' | 'registrar' | 'registry_id'>): string =>
  `${row.registry_manager}.${row.registrar}.${row.registry_id}`

/** The registry `g` of a row. */
const registriesOf = (row: string, { block }: Moment): Sql => sql`LATERAL (
  SELECT x.instrument_id, x.state FROM registries x
  WHERE x.registry_manager = ${sql.ref(`${row}.registry_manager`)} AND x.registry_id = ${sql.ref(`${row}.registry_id`)}
    AND ${validAt('x', block)}) g`

const isOfInstrument = ({ instrumentId }: Pick<CallQuery<'availability'>, 'instrumentId'>, id: Sql): Sql =>
  instrumentId === undefined ? sql`true` : sql`${id} = ${instrumentId}`

/** The same sources as of Holdings, so that the two always agree. */
const held = ({ tenant, block }: Moment, query: CallQuery<'availability'>): Sql => {
  const { registryManagerAddr, registrarAddr, registryId } = query
  const filters = { registryManagerAddr, registrarAddr, registryId, owner: tenant }
  return sql`SELECT s.registry_manager, s.registrar, s.registry_id, s.instrument_id, s.balance - s.earmarked AS available
    FROM ${positionSources(tenant, { ...filters, aggregationType: 'owner' }, block)} s`
}

/** Repos and loans of the tenant whose details are missing or not the ledger's. */
const unknownTerms = ({ tenant, block }: Moment): Sql => sql`
  SELECT count(*)::int8 AS without_terms FROM transfer_views v
  WHERE v.viewer = ${tenant} AND ${validAt('v', block)} AND v.transfer_type IN ('REPO', 'SEC_LEND')
    AND v.state <> 'CANCELED' AND ${tenant} IN (v.sender, v.receiver)
    AND NOT EXISTS (SELECT 1 FROM delivery_details h
      WHERE h.tenant = ${tenant} AND h.delivery_id = v.delivery_id AND h.status = 'SYNCED')`

const CERTAINTIES = ['CERTAIN', 'EXPECTED', 'POSSIBLE', 'HELD_UP'] as const

const flowsOf = (registry: string, flows: string | null): RegistryFlow[] =>
  flows === null
    ? []
    : flows.split(',').flatMap((text) => {
        const [date = '', ...quantities] = text.split(' ')
        return CERTAINTIES.flatMap((certainty, index) => {
          const quantity = quantities[index] ?? '0'
          return quantity === '0' ? [] : [{ registry, date, certainty, quantity }]
        })
      })

const isWanted = (row: Availability, { isShort, filter = '' }: CallQuery<'availability'>): boolean => {
  const text = filter.trim().toLowerCase()
  return (
    (isShort === undefined || isShort === (row.shortFrom !== null)) &&
    [row.identifier, row.label].some((shown) => (shown ?? '').toLowerCase().includes(text))
  )
}

function buildRow(row: ReadRow, days: Availability['days']): Availability {
  const heldUp = row.flows.filter(({ certainty }) => certainty === 'HELD_UP')
  return {
    registryManagerAddr: row.registry_manager,
    registrarAddr: row.registrar,
    registryId: row.registry_id,
    instrumentId: row.instrument_id,
    identifier: row.identifier,
    label: row.label,
    unit: row.unit,
    decimals: row.decimals,
    registryState: row.state,
    available: row.available,
    heldUp: heldUp.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n).toString() as Quantity,
    days,
    shortFrom: shortFrom(days),
  }
}

type ListedFlow = Omit<FlowRow, 'certain' | 'expected' | 'possible' | 'held_up'> & {
  certainty: FlowCertainty
  quantity: string
  transfer_type: TransferType
  state: TransferState
  counterparty: Address
  details: DeliveryDetails | null
}

const buildFlow = (row: ListedFlow, { today }: Moment): AvailabilityFlow => ({
  registryManagerAddr: row.registry_manager,
  registrarAddr: row.registrar,
  registryId: row.registry_id,
  kind: row.kind,
  certainty: row.certainty,
  date: row.day,
  isOverdue: row.day < today,
  quantity: row.quantity as SignedQuantity,
  deliveryId: row.delivery_id,
  transferType: row.transfer_type,
  state: row.state,
  counterpartyAddr: row.counterparty,
  description: foreignText(row.details?.description),
})
