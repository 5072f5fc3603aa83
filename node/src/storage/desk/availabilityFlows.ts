// What changes a tenant's availability: one row for what a pending delivery, or the end of a deal, moves of one instrument at one
// custodian. protocol's entities/availability.ts says what counts when.
import { isDigital, LegType, PENDING_STATES } from '@connex/protocol'
import type { Address, CallQuery, DeliveryId, FlowKind, RegistryId } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from '../lists/asOf.ts'
import { openingOf } from '../projections/openDeals.ts'
import { isoDayOf } from './dueRows.ts'

type Sql = RawBuilder<unknown>

export type FlowRow = {
  registry_manager: Address
  registrar: Address
  registry_id: RegistryId
  kind: FlowKind
  day: string
  delivery_id: DeliveryId
  /** What it changes by each certainty, above zero if it comes in; all of them may be zero. */
  certain: string
  expected: string
  possible: string
  held_up: string
}

/** Whose availability, and when: today is a UTC day, the block's if there is one. */
export type Moment = { tenant: Address; block: number | undefined; today: string }

export type RegistryFilters = Pick<
  CallQuery<'availability'>,
  'registryManagerAddr' | 'registrarAddr' | 'registryId' | 'instrumentId'
>

const listed = (texts: readonly string[]): Sql => sql`(${sql.join(texts.map((text) => sql.lit(text)))})`

const IS_DIGITAL = sql`l.leg_type IN ${listed(LegType.options.filter((legType) => isDigital({ legType })))}`
const IS_PENDING = sql`v.state IN ${listed(PENDING_STATES)}`
const MAY_OPEN = sql`v.transfer_type IN ('REPO', 'SEC_LEND')`

/** The end that the details `h` of an opening name. */
const END = sql`coalesce(h.details #>> '{repo,repurchaseDate}', h.details #>> '{loan,endDate}')`

/** A derived table of every flow, one row each. */
export const availabilityFlows = (moment: Moment, filters: RegistryFilters): RawBuilder<FlowRow> =>
  withFlows(
    moment,
    sql`SELECT p.registry_manager, p.registrar, p.registry_id, f.*
      FROM flow f JOIN place p ON p.place = f.place WHERE ${isWithin(filters)}`,
  )

/** A derived table of what changes each registry, as `day certain expected possible held-up`, joined by commas. */
export const sumsOfFlows = (
  moment: Moment,
  filters: RegistryFilters,
  last: string,
): RawBuilder<Pick<FlowRow, 'registry_manager' | 'registrar' | 'registry_id'> & { flows: string }> =>
  withFlows(
    moment,
    sql`SELECT p.registry_manager, p.registrar, p.registry_id, s.flows
      FROM (
        SELECT d.place, string_agg(concat_ws(' ', d.day, d.certain, d.expected, d.possible, d.held_up), ',') AS flows
        FROM (
          SELECT f.place, greatest(f.day, ${moment.today}) AS day, sum(f.certain) AS certain, sum(f.expected) AS expected,
            sum(f.possible) AS possible, sum(f.held_up) AS held_up
          FROM flow f WHERE f.day <= ${last} GROUP BY 1, 2) d
        GROUP BY d.place) s
      JOIN place p ON p.place = s.place WHERE ${isWithin(filters)}`,
  )

/**
 * Selects from `flow` and `place`. A desk may have tens of thousands of deals: registries, transfers and deals are numbered first,
 * since ids of 66 characters take longer to sort than all the rest.
 */
const withFlows = <Row>(moment: Moment, select: Sql): RawBuilder<Row> =>
  sql<Row>`(
    WITH place AS MATERIALIZED (${places(moment)}),
      pending AS MATERIALIZED (${pending(moment)}),
      deal AS MATERIALIZED (${deals(moment)}),
      event AS MATERIALIZED (${settledEvents(moment)}),
      leg AS MATERIALIZED (${legs(moment)}),
      flow AS NOT MATERIALIZED (${deliveries} UNION ALL ${returns(moment)})
    ${select})`

const places = ({ block }: Moment): Sql => sql`
  SELECT (row_number() OVER ())::int4 AS place, r.registry_manager, r.registrar, r.registry_id, r.instrument_id
  FROM registries r WHERE ${validAt('r', block)}`

const isWithin = ({ registryManagerAddr, registrarAddr, registryId, instrumentId }: RegistryFilters): Sql => {
  const conditions: (Sql | undefined)[] = [
    sql`true`,
    registryManagerAddr && sql`p.registry_manager = ${registryManagerAddr}`,
    registrarAddr && sql`p.registrar = ${registrarAddr}`,
    registryId && sql`p.registry_id = ${registryId}`,
    instrumentId && sql`p.instrument_id = ${instrumentId}`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` AND `,
  )
}

/**
 * The tenant's pending transfers. CONFIRMED: every investor has confirmed, and nobody asks to cancel. LATE: proposed, and its value
 * date has passed, or where it has none its 90 days.
 */
const pending = ({ tenant, block, today }: Moment): Sql => {
  const isConfirmed = sql`v.state = 'PENDING_CUSTODIAN' AND NOT EXISTS (
    SELECT 1 FROM cancel_votes c WHERE c.delivery_id = v.delivery_id AND ${isKnown('c', block)})`
  return sql`
    SELECT (row_number() OVER ())::int4 AS pending, v.delivery_id, v.transfer_type, coalesce(${isoDayOf(sql`v.value_date`)}, ${today}) AS day,
      CASE WHEN ${isConfirmed} THEN 'CONFIRMED'
        WHEN coalesce(v.value_date, v.expires_at) < ${Date.parse(today) / 1000} THEN 'LATE' ELSE 'PROPOSED' END AS class,
      ${openingOf('h')} AS opening, ${MAY_OPEN} AND h.details IS NOT NULL AND ${openingOf('h')} IS NULL AS is_opening,
      ${END} AS end_day
    FROM (SELECT * FROM transfer_views v WHERE v.viewer = ${tenant} AND ${validAt('v', block)} AND ${IS_PENDING} OFFSET 0) v
    LEFT JOIN delivery_details h ON h.tenant = ${tenant} AND h.delivery_id = v.delivery_id AND h.status = 'SYNCED'`
}

/** Of rows that are only added: whether a row was there at the block. */
const isKnown = (table: string, block: number | undefined): Sql =>
  block === undefined ? sql`true` : sql`${sql.ref(`${table}.from_block`)} <= ${block}`

/** The openings of deals: those that have settled and are open, and pending ones, which have numbers below zero. */
const deals = ({ tenant, block }: Moment): Sql => sql`
  SELECT (row_number() OVER ())::int4 AS deal, h.delivery_id, ${END} AS end_day, true AS is_settled
  FROM delivery_details h ${
    // Whether a deal is open is stored of the present alone. A closed one moves nothing, it only takes time.
    block === undefined
      ? sql`WHERE h.is_open_deal`
      : sql`JOIN transfer_views v ON v.viewer = ${tenant} AND v.delivery_id = h.delivery_id AND ${validAt('v', block)}
          WHERE ${MAY_OPEN} AND v.state = 'SETTLED' AND ${openingOf('h')} IS NULL`
  } AND h.tenant = ${tenant} AND h.status = 'SYNCED'
  UNION ALL SELECT -pending, delivery_id, end_day, false FROM pending WHERE is_opening`

/** The other party of a deal with an opening. */
const counterpartyOf = (opening: Sql, { tenant, block }: Moment): Sql => sql`(
  SELECT o.counterparty FROM transfer_views o
  WHERE o.viewer = ${tenant} AND o.delivery_id = ${opening} AND ${validAt('o', block)})`

/** The settled deliveries that name a deal's opening. */
const settledEvents = (moment: Moment): Sql => sql`
  SELECT q.delivery_id, d.deal, e.closed_block, e.closed_log_index, q.details #> '{deal,amend}' AS amend,
    ${counterpartyOf(sql`d.delivery_id`, moment)} AS counterparty
  FROM deal d
  JOIN delivery_details q ON q.tenant = ${moment.tenant} AND ${openingOf('q')} = d.delivery_id AND q.status = 'SYNCED'
  JOIN deliveries e ON e.delivery_id = q.delivery_id AND ${validAt('e', moment.block)}
  WHERE d.is_settled AND e.state = 'SETTLED'`

/** What of a leg `l` comes in or goes out. What a registrar issues or ends is not its own. */
const movedBy = (party: 'sender' | 'receiver', tenant: Address): Sql => sql`
  CASE WHEN ${sql.ref(`l.${party}`)} = ${tenant} AND l.registrar <> ${tenant} THEN l.quantity ELSE 0 END`

/**
 * What each delivery moves of each instrument: of a deal, of a pending transfer, or of both. Where somebody else names the
 * opening, it is not an event of the deal.
 */
const legs = (moment: Moment): Sql => {
  const { tenant, block } = moment
  const other = sql`CASE WHEN l.sender = ${tenant} THEN l.receiver ELSE l.sender END`
  return sql`
    SELECT CASE WHEN m.counterparty IS NULL OR m.counterparty = ${other} THEN m.deal END AS deal, m.pending, m.class, p.place,
      ${movedBy('receiver', tenant)} AS incoming, ${movedBy('sender', tenant)} AS outgoing,
      CASE WHEN m.pending IS NULL OR l.sender <> ${tenant} THEN false ELSE ${isConfirmedBySender(block)} END AS is_earmarked
    FROM (
      SELECT delivery_id, deal, NULL::int4 AS pending, 'SETTLED' AS class, NULL AS counterparty FROM deal WHERE is_settled
      UNION ALL SELECT delivery_id, deal, NULL, 'SETTLED', counterparty FROM event
      UNION ALL SELECT delivery_id, CASE WHEN is_opening THEN -pending END, pending, class, NULL FROM pending WHERE opening IS NULL
      UNION ALL SELECT n.delivery_id, d.deal, n.pending, n.class, ${counterpartyOf(sql`d.delivery_id`, moment)}
      FROM pending n LEFT JOIN deal d ON d.delivery_id = n.opening AND d.is_settled WHERE n.opening IS NOT NULL) m
    JOIN legs l ON l.delivery_id = m.delivery_id
    JOIN place p ON p.registry_manager = l.asset_manager AND p.registry_id = l.asset_id AND p.registrar = l.registrar
    WHERE ${IS_DIGITAL} AND ${tenant} IN (l.sender, l.receiver)`
}

/** A sender's confirmation earmarks; the last one counts. */
const isConfirmedBySender = (block: number | undefined): Sql => sql`coalesce((
  SELECT NOT c.is_withdrawn FROM confirmations c
  WHERE c.delivery_id = l.delivery_id AND c.leg_idx = l.leg_idx AND c.role = 'sender' AND ${isKnown('c', block)}
  ORDER BY c.from_block DESC, c.log_index DESC LIMIT 1), false)`

/** What a sender has confirmed is earmarked, so it has left what is available; only where it is late it is named again. */
const deliveries = sql`
  SELECT l.place, CASE WHEN n.transfer_type = 'MINT' THEN 'MINT' ELSE 'DELIVERY' END AS kind, n.day, n.delivery_id,
    CASE WHEN l.class <> 'CONFIRMED' THEN 0 ELSE
      CASE WHEN n.transfer_type = 'MINT' THEN 0 ELSE l.incoming END - CASE WHEN l.is_earmarked THEN 0 ELSE l.outgoing END
    END AS certain,
    CASE WHEN l.class = 'CONFIRMED' AND n.transfer_type = 'MINT' THEN l.incoming ELSE 0 END AS expected,
    CASE WHEN l.class <> 'PROPOSED' THEN 0 ELSE l.incoming - CASE WHEN l.is_earmarked THEN 0 ELSE l.outgoing END
    END AS possible,
    CASE WHEN l.class = 'LATE' AND l.is_earmarked THEN l.outgoing ELSE 0 END AS held_up
  FROM leg l JOIN pending n ON n.pending = l.pending`

/**
 * On the last day of a deal everything goes back that has moved by then. What the other side owes is expected on time; once it is
 * overdue nobody knows when it comes.
 */
const returns = (moment: Moment): Sql => {
  const rest = sql`n.base + n.proposed`
  return sql`
    SELECT e.place, 'RETURN', e.end_day, e.delivery_id, e.owed, e.expected, e.possible - e.owed - e.expected, 0
    FROM (
      SELECT n.place, d.delivery_id, d.end_day, -greatest(n.base - n.earmarked, 0) AS owed,
        CASE WHEN d.end_day < ${moment.today} THEN 0 ELSE greatest(-n.base, 0) END AS expected,
        CASE WHEN ${rest} > 0 THEN -greatest(${rest} - n.held_up, 0) ELSE -(${rest}) END AS possible
      FROM (${ends(moment)}) n JOIN (${dealsWithEnds(moment)}) d ON d.deal = n.deal
      WHERE (n.is_open OR NOT d.is_settled) AND d.end_day IS NOT NULL) e`
}

/**
 * What each deal has moved of each instrument. `base`: by its settled and confirmed deliveries, above zero if the tenant must give
 * back. `earmarked`: what has left for proposals already, `held_up` for late ones.
 */
const ends = ({ block }: Moment): Sql => {
  const sum = (quantity: Sql, condition: Sql) =>
    sql`coalesce(sum(${quantity}) FILTER (WHERE ${condition}), 0)`
  const change = sql`l.incoming - l.outgoing`
  // Of a closed deal nothing goes back. Of the present `deal` has none.
  const isOpen =
    block === undefined
      ? sql`true`
      : sql`bool_or(${sum(change, sql`l.class = 'SETTLED'`)} <> 0) OVER (PARTITION BY l.deal)`
  return sql`
    SELECT l.deal, l.place, ${isOpen} AS is_open,
      ${sum(change, sql`l.class IN ('SETTLED', 'CONFIRMED')`)} AS base,
      ${sum(change, sql`l.class = 'PROPOSED'`)} AS proposed,
      ${sum(sql`l.outgoing`, sql`l.is_earmarked AND l.class <> 'CONFIRMED'`)} AS earmarked,
      ${sum(sql`l.outgoing`, sql`l.is_earmarked AND l.class = 'LATE'`)} AS held_up
    FROM leg l WHERE l.deal IS NOT NULL
    GROUP BY l.deal, l.place`
}

/** An amendment with the deal's other party may move the end, or take it away; the last one counts. */
const dealsWithEnds = ({ tenant, block }: Moment): Sql => sql`
  SELECT d.deal, d.delivery_id, d.is_settled, CASE WHEN a.deal IS NULL THEN d.end_day ELSE a.end_day END COLLATE "C" AS end_day
  FROM deal d
  LEFT JOIN (
    SELECT DISTINCT ON (e.deal) e.deal, e.amend ->> 'repurchaseDate' AS end_day
    FROM event e
    JOIN transfer_views v ON v.viewer = ${tenant} AND v.delivery_id = e.delivery_id AND ${validAt('v', block)}
      AND v.counterparty = e.counterparty
    WHERE e.amend ? 'repurchaseDate'
    ORDER BY e.deal, e.closed_block DESC, e.closed_log_index DESC) a ON a.deal = d.deal`
