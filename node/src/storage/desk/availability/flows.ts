// What changes a tenant's availability: one row for what a pending delivery, or the end of a deal, moves of one instrument at one
// custodian. protocol's entities/availability.ts says what counts when.
import { isDigital, PENDING_STATES } from '@connex/protocol'
import type { Address, CallQuery, DeliveryId, FlowKind, RegistryId, Seconds } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from '../../projections/validAt.ts'
import { isLeg, listed, openingOf } from '../../projections/dealRows.ts'
import { endOf, openLots } from '../../projections/openDeals.ts'
import { agreedRecalls, recalledByDay } from './agreedRecalls.ts'
import { isoDayOf } from '../dueRows.ts'

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

/** Whose availability, and when: today is a UTC day, the block's if there is one, and `at` is its time. */
export type Moment = { tenant: Address; block: number | undefined; at: Seconds | undefined; today: string }

export type RegistryFilters = Pick<
  CallQuery<'availability'>,
  'registryManagerAddr' | 'registrarAddr' | 'registryId' | 'instrumentId'
>

const IS_DIGITAL = isLeg('l', isDigital)
const IS_PENDING = sql`v.state IN ${listed(PENDING_STATES)}`
const MAY_OPEN = sql`v.transfer_type IN ('REPO', 'SEC_LEND')`

/** A derived table of every flow, one row each. */
export const availabilityFlows = (moment: Moment, filters: RegistryFilters): RawBuilder<FlowRow> =>
  withFlows(
    moment,
    filters,
    sql`SELECT p.registry_manager, p.registrar, p.registry_id, f.*
      FROM flow f JOIN place p ON p.place = f.place`,
  )

/** A derived table of what changes each registry, as `day certain expected possible held-up`, joined by commas. */
export const sumsOfFlows = (
  moment: Moment,
  filters: RegistryFilters,
  last: string,
): RawBuilder<Pick<FlowRow, 'registry_manager' | 'registrar' | 'registry_id'> & { flows: string }> =>
  withFlows(
    moment,
    filters,
    sql`SELECT p.registry_manager, p.registrar, p.registry_id, s.flows
      FROM (
        SELECT d.place, string_agg(concat_ws(' ', d.day, d.certain, d.expected, d.possible, d.held_up), ',') AS flows
        FROM (
          SELECT f.place, greatest(f.day, ${moment.today}) AS day, sum(f.certain) AS certain, sum(f.expected) AS expected,
            sum(f.possible) AS possible, sum(f.held_up) AS held_up
          FROM flow f WHERE f.day <= ${last} GROUP BY 1, 2) d
        GROUP BY d.place) s
      JOIN place p ON p.place = s.place`,
  )

/**
 * Selects from `flow` and `place`. A desk may have tens of thousands of deals: registries and transfers are numbered first, since ids
 * of 66 characters take longer to sort than all the rest.
 */
const withFlows = <Row>(moment: Moment, filters: RegistryFilters, select: Sql): RawBuilder<Row> =>
  sql<Row>`(
    WITH place AS MATERIALIZED (${places(moment, filters)}),
      pending AS MATERIALIZED (${pending(moment)}),
      recall AS MATERIALIZED (${agreedRecalls(moment)}),
      recalled AS MATERIALIZED (${recalledByDay(moment)}),
      lot AS MATERIALIZED (${lots(moment)}),
      leg AS MATERIALIZED (${legs(moment)}),
      flow AS NOT MATERIALIZED (${deliveries} UNION ALL ${returns(moment)} UNION ALL ${recalls(moment)})
    ${select})`

const places = ({ block }: Moment, filters: RegistryFilters): Sql => sql`
  SELECT (row_number() OVER ())::int4 AS place, r.registry_manager, r.registrar, r.registry_id
  FROM registries r WHERE ${validAt('r', block)} AND ${isWithin(filters)}`

const isWithin = ({ registryManagerAddr, registrarAddr, registryId, instrumentId }: RegistryFilters): Sql => {
  const conditions: (Sql | undefined)[] = [
    sql`true`,
    registryManagerAddr && sql`r.registry_manager = ${registryManagerAddr}`,
    registrarAddr && sql`r.registrar = ${registrarAddr}`,
    registryId && sql`r.registry_id = ${registryId}`,
    instrumentId && sql`r.instrument_id = ${instrumentId}`,
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
      ${endOf('h')} AS end_day
    FROM (SELECT * FROM transfer_views v WHERE v.viewer = ${tenant} AND ${validAt('v', block)} AND ${IS_PENDING} OFFSET 0) v
    LEFT JOIN delivery_details h ON h.tenant = ${tenant} AND h.delivery_id = v.delivery_id AND h.status = 'SYNCED'`
}

/** Of rows that are only added: whether a row was there at the block. */
const isKnown = (table: string, block: number | undefined): Sql =>
  block === undefined ? sql`true` : sql`${sql.ref(`${table}.from_block`)} <= ${block}`

/**
 * What is outstanding of the open deals, and whether a pending transfer names their opening. What the tenant issues or ends as
 * registrar is not its own.
 */
const lots = ({ tenant, block }: Moment): Sql => sql`
  SELECT o.delivery_id, o.counterparty, o.end_day, p.place, CASE WHEN o.registrar = ${tenant} THEN 0 ELSE o.rest END AS rest,
    o.delivery_id IN (SELECT n.opening FROM pending n WHERE n.opening IS NOT NULL) AS is_changing,
    o.delivery_id IN (SELECT c.deal FROM recalled c) AS is_recalled
  FROM ${openLots(tenant, block)} o
  LEFT JOIN place p ON p.registry_manager = o.asset_manager AND p.registry_id = o.asset_id AND p.registrar = o.registrar`

/** What of a leg `l` comes in or goes out. What a registrar issues or ends is not its own. */
const movedBy = (party: 'sender' | 'receiver', tenant: Address): Sql => sql`
  CASE WHEN ${sql.ref(`l.${party}`)} = ${tenant} AND l.registrar <> ${tenant} THEN l.quantity ELSE 0 END`

/**
 * What each pending transfer moves of each instrument, and of which deal: the one that it opens, or whose opening it names. Where
 * somebody else names it, the transfer is none of the deal.
 */
const legs = ({ tenant, block }: Moment): Sql => {
  const other = sql`CASE WHEN l.sender = ${tenant} THEN l.receiver ELSE l.sender END`
  return sql`
    SELECT n.pending, n.class, p.place, CASE WHEN n.is_opening THEN n.delivery_id ELSE d.delivery_id END AS deal,
      CASE WHEN n.is_opening THEN n.end_day ELSE d.end_day END AS end_day, coalesce(d.is_recalled, false) AS is_recalled,
      ${movedBy('receiver', tenant)} AS incoming, ${movedBy('sender', tenant)} AS outgoing,
      CASE WHEN l.sender <> ${tenant} THEN false ELSE ${isConfirmedBySender(block)} END AS is_earmarked
    FROM pending n
    JOIN legs l ON l.delivery_id = n.delivery_id
    JOIN place p ON p.registry_manager = l.asset_manager AND p.registry_id = l.asset_id AND p.registrar = l.registrar
    LEFT JOIN (SELECT DISTINCT delivery_id, counterparty, end_day, is_recalled FROM lot WHERE is_changing) d
      ON d.delivery_id = n.opening AND d.counterparty = ${other}
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
const returns = (moment: Moment): Sql => sql`
  SELECT e.place, 'RETURN', e.end_day, e.deal, e.owed, e.expected, e.possible - e.owed - e.expected, 0
  FROM (
    SELECT n.place, n.deal, n.end_day, ${atTheEnd(moment)}
    FROM (${ends((of) => sql`${of}.end_day IS NOT NULL AND NOT ${of}.is_recalled`)}) n) e`

/** Everything that has moved; columns of a row of `ends`. */
const REST = sql`(n.base + n.proposed)`
const atTheEnd = ({ today }: Moment): Sql => sql`
  -greatest(n.base - n.earmarked, 0) AS owed,
  CASE WHEN n.end_day < ${today} THEN 0 ELSE greatest(-n.base, 0) END AS expected,
  CASE WHEN ${REST} > 0 THEN -greatest(${REST} - n.held_up, 0) ELSE -${REST} END AS possible`

/**
 * Of a deal with agreed recalls, a part goes back on the day of each of them and the remainder at the end. Together the recalls before the
 * end move no more than what would go back then; a later one moves nothing. Each day has what it adds to the days before.
 */
const recalls = (moment: Moment): Sql => {
  const added = (column: string) =>
    sql`${sql.ref(`x.${column}`)} - coalesce(lag(${sql.ref(`x.${column}`)}) OVER later, 0)`
  const sumOf = (column: string) => sql`sum(${sql.ref(`d.${column}`)}) OVER earlier`
  return sql`
    SELECT e.place, e.kind, e.day, e.deal, e.owed, e.expected, e.possible - e.owed - e.expected, 0
    FROM (
      SELECT x.place, x.kind, x.day, x.deal, ${added('owed')} AS owed, ${added('expected')} AS expected,
        ${added('possible')} AS possible
      FROM (
        SELECT n.place, n.deal, d.kind, d.day,
          CASE d.kind WHEN 'RETURN' THEN z.owed
            ELSE -greatest(least(${sumOf('owed')}, n.base) - n.earmarked, 0) END AS owed,
          CASE d.kind WHEN 'RETURN' THEN z.expected
            ELSE greatest(least(${sumOf('expected')}, -n.base), 0) END AS expected,
          CASE WHEN d.kind = 'RETURN' THEN z.possible
            WHEN ${REST} > 0 THEN -greatest(least(${sumOf('possibly_owed')}, ${REST}) - n.held_up, 0)
            ELSE least(${sumOf('possible')}, -${REST}) END AS possible
        FROM (${ends((of) => sql`${of}.is_recalled`)}) n
        CROSS JOIN LATERAL (SELECT ${atTheEnd(moment)}) z
        CROSS JOIN LATERAL (
          SELECT 'RECALL' AS kind, c.day, c.owed, c.possibly_owed, c.expected, c.possible FROM recalled c
          WHERE c.deal = n.deal AND c.place = n.place AND (n.end_day IS NULL OR c.day < n.end_day)
          UNION ALL SELECT 'RETURN', n.end_day, 0, 0, 0, 0 WHERE n.end_day IS NOT NULL) d
        WINDOW earlier AS (PARTITION BY n.deal, n.place ORDER BY d.day)) x
      WINDOW later AS (PARTITION BY x.deal, x.place ORDER BY x.day)) e`
}

/**
 * What each deal moves of each instrument. `base`: by its settled and confirmed deliveries, above zero if the tenant must give
 * back. `earmarked`: what has left for proposals already, `held_up` for late ones. `only`: a condition on lots and legs.
 */
const ends = (only: (of: Sql) => Sql): Sql => {
  const either = (condition: Sql, quantity: Sql) => sql`CASE WHEN ${condition} THEN ${quantity} ELSE 0 END`
  const change = sql`l.incoming - l.outgoing`
  const lotsThat = (condition: Sql) => sql`
    SELECT o.delivery_id AS deal, o.place, o.end_day, o.rest AS base, 0 AS proposed, 0 AS earmarked, 0 AS held_up
    FROM lot o WHERE ${condition} AND o.place IS NOT NULL AND ${only(sql`o`)}`
  // Most deals have nothing pending; their lots take no grouping.
  return sql`
    ${lotsThat(sql`NOT o.is_changing`)}
    UNION ALL SELECT m.deal, m.place, m.end_day, sum(m.base), sum(m.proposed), sum(m.earmarked), sum(m.held_up)
    FROM (
      ${lotsThat(sql`o.is_changing`)}
      UNION ALL SELECT l.deal, l.place, l.end_day, ${either(sql`l.class = 'CONFIRMED'`, change)},
        ${either(sql`l.class = 'PROPOSED'`, change)},
        ${either(sql`l.is_earmarked AND l.class <> 'CONFIRMED'`, sql`l.outgoing`)},
        ${either(sql`l.is_earmarked AND l.class = 'LATE'`, sql`l.outgoing`)}
      FROM leg l WHERE l.deal IS NOT NULL AND ${only(sql`l`)}) m
    GROUP BY m.deal, m.place, m.end_day`
}
