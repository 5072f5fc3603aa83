// A tenant's positions; a registrar also sees those of others in its own registries.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Paging, PositionSum, PositionTotal, Unit } from '@connex/protocol'
import { blockAt } from '../lists/asOf.ts'
import { validAt } from '../projections/validAt.ts'
import { shownQuantity } from '../lists/conditions.ts'
import { countAll, narrow } from '../lists/page.ts'
import type { PageRules } from '../lists/page.ts'
import { sumByUnit, sumScaled, UNIT } from '../lists/units.ts'
import { positionSources, registriesOf } from './positionSources.ts'
import type { PositionFilters, PositionRow } from './positionSources.ts'
import type { Queryable } from '../engine/database.ts'
import { fieldsOf, jsonPage } from '../lists/jsonPage.ts'
import type { JsonPage } from '../lists/jsonPage.ts'

const rules: PageRules = {
  sorts: {
    identifier: 'identifier',
    label: 'label',
    custodian: 'registrar_name',
    registrarAddr: 'registrarAddr',
    account: 'account',
    owner: 'owner',
    quantity: 'quantity',
    earmarked: 'earmarked',
    available: 'available',
    redeemable: 'redeemable',
  },
  quantities: {
    quantity: shownQuantity('quantity', 'decimals'),
    earmarked: shownQuantity('earmarked', 'decimals'),
    available: shownQuantity('available', 'decimals'),
    redeemable: shownQuantity('redeemable', 'decimals'),
  },
  defaultSort: 'identifier',
  search: ['identifier', 'label', 'registrar_name', 'account'],
  unique: ['account', 'registryManagerAddr', 'registryId', 'owner', 'custodyChainId'],
  nullable: ['label', 'registrar_name', 'account', 'owner'],
}

/** Sums first, then filters by the sums. */
export async function listPositions(
  db: Queryable,
  tenant: PositionRow['owner'] & string,
  filters: PositionFilters,
  paging: Paging,
): Promise<JsonPage<PositionSum>> {
  const block = await blockAt(db, filters)
  const whole = () => selectPositions(db, positionSources(tenant, filters, block), filters, block)
  return jsonPage(
    isRegistryByRegistry(filters, paging) ? selectByRegistry(db, tenant, filters, paging.sortOrder) : whole(),
    fields,
    paging,
    rules,
    {
      db,
      key: isIndexed(filters) ? JSON.stringify(['positions', tenant, filters]) : undefined,
      count: () => countAll(whole()),
    },
  )
}

type TotalRow = {
  unit: Unit
  decimals: number
  quantity: string
  earmarked: string
  positions: number
}

/** The sums over all pages of the list, by unit. */
export async function sumPositions(
  db: Queryable,
  tenant: PositionRow['owner'] & string,
  filters: PositionFilters,
  paging: Paging,
): Promise<PositionTotal[]> {
  const block = await blockAt(db, filters)
  const listed = narrow(
    selectPositions(db, positionSources(tenant, filters, block), filters, block),
    paging,
    rules,
  )
  const { rows } = await sql<TotalRow & { accounts: number | null }>`
    WITH listed AS MATERIALIZED (${listed})
    SELECT unit, decimals, sum(quantity)::text AS quantity, sum(earmarked)::text AS earmarked,
      count(*)::int8 AS positions, NULL::int8 AS accounts
    FROM listed GROUP BY unit, decimals
    UNION ALL
    SELECT unit, 0, '0', '0', 0, count(DISTINCT ("registryManagerAddr", "registrarAddr", owner, account))::int8
    FROM listed WHERE account IS NOT NULL GROUP BY unit`.execute(db)
  return sumByUnit(rows).map((sum) => {
    const parts = rows.filter(({ unit }) => unit === sum.unit)
    const earmarked = sumScaled(
      parts.map(({ decimals, earmarked: quantity }) => ({ decimals, quantity })),
      sum.decimals,
    )
    return {
      ...sum,
      earmarked,
      available: (BigInt(sum.quantity) - BigInt(earmarked)).toString() as typeof earmarked,
      positions: parts.reduce((count, { positions }) => count + positions, 0),
      accounts: parts.find(({ accounts }) => accounts !== null)?.accounts ?? 0,
    }
  })
}

/** Whether the list is in its default order and not searched, so that it can be read one registry after the other. */
const isRegistryByRegistry = (
  { aggregationType = 'account', asOfBlock, asOfTime }: PositionFilters,
  { sortBy = rules.defaultSort, filter = '', where = [] }: Paging,
): boolean =>
  sortBy === 'identifier' &&
  aggregationType === 'account' &&
  asOfBlock === undefined &&
  asOfTime === undefined &&
  filter.trim() === '' &&
  where.length === 0

/** Whether the result depends on the index alone, and not on the tenant's names of its accounts. */
const isIndexed = ({ asOfTime, accountCategory, accountInternalIdentifier }: PositionFilters): boolean =>
  [asOfTime, accountCategory, accountInternalIdentifier].every((filter) => filter === undefined)

type Sql = RawBuilder<unknown>
type Row = PositionSum & { registrar_name: string | null }

const fields = fieldsOf<PositionSum>({
  registryManagerAddr: 'asIs',
  registrarAddr: 'asIs',
  registryId: 'asIs',
  instrumentId: 'asIs',
  identifier: 'asIs',
  label: 'asIs',
  owner: 'asIs',
  account: 'decimal',
  custodyChainId: 'asIs',
  quantity: 'decimal',
  earmarked: 'decimal',
  available: 'decimal',
  redeemable: 'decimal',
  decimals: 'asIs',
  unit: 'asIs',
})

/** The columns have the answer's names, so that sorting and searching use the same ones. */
const columnsOf = (identifier: Sql, label: Sql, decimals: Sql, unit: Sql, registrarName: Sql) => sql`
  p.registry_manager AS "registryManagerAddr", p.registrar AS "registrarAddr", p.registry_id AS "registryId",
  p.instrument_id AS "instrumentId", ${identifier} AS identifier, ${label} AS label, p.owner, p.account,
  p.custody_chain_id AS "custodyChainId", p.balance AS quantity, p.earmarked, p.balance - p.earmarked AS available,
  p.redeemable, ${decimals} AS decimals, ${unit} AS unit, ${registrarName} AS registrar_name`

const labelOf = sql`n.details->>'label'`

function selectPositions(
  db: Queryable,
  sources: RawBuilder<PositionRow>,
  filters: PositionFilters,
  block: number | undefined,
) {
  const visible = sql<Row>`(
    SELECT ${columnsOf(sql`i.identifier`, labelOf, sql`i.decimals`, UNIT, sql`t.name`)}
    FROM ${sources} p
    JOIN instruments i ON i.instrument_id = p.instrument_id AND ${validAt('i', block)}
    LEFT JOIN instrument_details n ON n.instrument_id = i.instrument_id AND n.fingerprint = i.private_data_fp
    LEFT JOIN tenants t ON t.address = p.registrar AND ${validAt('t', block)}
    WHERE ${matchesFilters(filters, sql`i.asset_class`)})`
  return db.selectFrom(visible.as<'visible'>(sql.ref('visible'))).selectAll()
}

/**
 * The same, one registry after the other by their instruments' identifiers: a page is found without reading the rows after
 * it.
 */
function selectByRegistry(
  db: Queryable,
  tenant: PositionRow['owner'] & string,
  filters: PositionFilters,
  direction: Paging['sortOrder'],
) {
  const visible = sql<Row>`(
    SELECT ${columnsOf(sql`r.identifier`, sql`r.label`, sql`r.decimals`, sql`r.unit`, sql`r.registrar_name`)}
    FROM (
      SELECT g.*, i.identifier, i.decimals, i.asset_class, ${labelOf} AS label, ${UNIT} AS unit, t.name AS registrar_name
      FROM ${registriesOf(tenant)} g
      JOIN instruments i ON i.instrument_id = g.instrument_id AND ${validAt('i')}
      LEFT JOIN instrument_details n ON n.instrument_id = i.instrument_id AND n.fingerprint = i.private_data_fp
      LEFT JOIN tenants t ON t.address = g.registrar AND ${validAt('t')}
      ORDER BY i.identifier ${direction === 'desc' ? sql`DESC` : sql`ASC`}
    ) r CROSS JOIN LATERAL ${positionSources(tenant, filters, undefined, true)} p
    WHERE ${matchesFilters(filters, sql`r.asset_class`)})`
  return db.selectFrom(visible.as<'visible'>(sql.ref('visible'))).selectAll()
}

function matchesFilters(
  { assetClass, excludeEarmarked, isRedeemable }: PositionFilters,
  assetClassOf: Sql,
): Sql {
  const conditions: Sql[] = [sql`true`]
  if (assetClass !== undefined) conditions.push(sql`${assetClassOf} = ${assetClass}`)
  if (excludeEarmarked === true) conditions.push(sql`p.balance > p.earmarked`)
  if (isRedeemable !== undefined)
    conditions.push(isRedeemable ? sql`p.redeemable > 0` : sql`p.redeemable = 0`)
  return sql.join(conditions, sql` AND `)
}
