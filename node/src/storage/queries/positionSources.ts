// The sources of positions: accounts, custody chains, and entries whose private details the tenant has.
import { ZERO_ADDRESS } from '@connex/protocol'
import type {
  AccountNumber,
  Address,
  Bytes32,
  CallQuery,
  InstrumentId,
  PositionAggregationType,
  PositionQueryType,
  Quantity,
  RegistryId,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from '../projections/validAt.ts'

export type PositionFilters = CallQuery<'positions'>

export type PositionRow = {
  registry_manager: Address
  registry_id: RegistryId
  registrar: Address
  instrument_id: InstrumentId
  owner: Address | null
  account: AccountNumber | null
  custody_chain_id: Bytes32 | null
  balance: Quantity
  earmarked: Quantity
  redeemable: Quantity
}

type Sql = RawBuilder<unknown>

/** A derived table of `PositionRow`s from every source, summed up by the aggregation; `within` narrows it to the registry `r`. */
export function positionSources(
  tenant: Address,
  query: PositionFilters,
  block: number | undefined,
  within = false,
): RawBuilder<PositionRow> {
  const filters = { ...query, within }
  const { queryType = 'all', aggregationType = 'account', custodyChainId } = filters
  const isOf = (type: PositionQueryType) => queryType === 'all' || queryType === type
  const isByChain = aggregationType === 'chain' || custodyChainId !== undefined || queryType === 'chains'
  const sources: Sql[] = []
  // `positions` includes the sums over custody chains.
  if (isOf('accounts') && custodyChainId === undefined)
    sources.push(fromAccounts(tenant, filters, block, isByChain || queryType === 'accounts'))
  if (isOf('chains') && isByChain) sources.push(fromChains(tenant, filters, block))
  if (isOf('entries') && custodyChainId === undefined) sources.push(fromEntries(tenant, filters, block))
  const all = sources.length === 0 ? NOTHING : sql.join(sources, sql` UNION ALL `)
  // Over one chain alone each account has one row.
  const isOnce = isByChain ? custodyChainId !== undefined : true
  const isSummed = aggregationType === 'account' ? !isOnce : aggregationType !== 'chain'
  return isSummed ? summed(all, aggregationType) : sql<PositionRow>`(${all})`
}

const NOTHING = sql`SELECT registry_manager, registry_id, registrar, instrument_id, owner, account, NULL::text AS custody_chain_id,
  balance, earmarked, 0::numeric AS redeemable FROM positions WHERE false`

/** The quantity marked for redemption; in a registry that is being exported, marks are for export. */
const redeemableIn = (block: number | undefined, chain: Sql): Sql => sql`COALESCE((
  SELECT sum(m.quantity) FROM marks m
  JOIN registries r ON r.registry_manager = m.registry_manager AND r.registry_id = m.registry_id
    AND ${validAt('r', block)} AND r.state <> 'EXPORTING'
  WHERE m.registry_manager = p.registry_manager AND m.registry_id = p.registry_id AND m.owner = p.owner
    AND m.account = p.account AND ${chain} AND ${validAt('m', block)}), 0)`

type SourceScope = PositionFilters & { within: boolean }

const fromAccounts = (
  tenant: Address,
  filters: SourceScope,
  block: number | undefined,
  isWithoutChains: boolean,
) =>
  sql`SELECT p.registry_manager, p.registry_id, p.registrar, p.instrument_id, p.owner, p.account, NULL::text AS custody_chain_id,
      p.balance, p.earmarked, ${redeemableIn(block, sql`true`)} AS redeemable
    FROM positions p
    WHERE ${visible(tenant, filters, block, sql`p.account`)} AND p.balance > 0 ${
      isWithoutChains
        ? sql`AND NOT EXISTS (SELECT 1 FROM custody_chains c WHERE c.registry_manager = p.registry_manager
            AND c.registry_id = p.registry_id)`
        : sql``
    }`

const fromChains = (tenant: Address, filters: SourceScope, block: number | undefined) =>
  sql`SELECT p.registry_manager, p.registry_id, p.registrar, p.instrument_id, p.owner, p.account, p.custody_chain_id::text,
      p.balance, p.earmarked, ${redeemableIn(block, sql`m.custody_chain_id = p.custody_chain_id`)} AS redeemable
    FROM chain_positions p
    WHERE ${visible(tenant, filters, block, sql`p.account`)} AND p.balance > 0
      AND ${filters.custodyChainId === undefined ? sql`true` : sql`p.custody_chain_id = ${filters.custodyChainId}`}`

/** An entry's quantity is in its private details, if they have the ledger's owner. */
const fromEntries = (tenant: Address, filters: SourceScope, block: number | undefined) => {
  const quantity = sql`(x.data->>'quantity')::numeric`
  return sql`SELECT p.registry_manager, p.registry_id, p.registrar, p.instrument_id, p.owner,
      (x.data->>'account')::numeric AS account, NULL::text AS custody_chain_id, sum(${quantity}) AS balance,
      COALESCE(sum(${quantity}) FILTER (WHERE p.earmarked_by <> ${ZERO_ADDRESS}), 0) AS earmarked,
      COALESCE(sum(${quantity}) FILTER (WHERE p.entry_type = 'REDEEMABLE'), 0) AS redeemable
    FROM entries p
    JOIN private_records x ON x.tenant = ${tenant} AND x.kind = 'ENTRY' AND x.fingerprint = p.fingerprint
      AND x.type = p.owner
    WHERE ${visible(tenant, filters, block, sql`(x.data->>'account')::numeric`)}
      AND p.entry_type IN ('ISSUED', 'REDEEMABLE', 'EXPORTING')
    GROUP BY p.registry_manager, p.registry_id, p.registrar, p.instrument_id, p.owner, x.data->>'account'`
}

const WITHIN = sql`p.registry_manager = r.registry_manager AND p.registrar = r.registrar AND p.registry_id = r.registry_id`

function visible(tenant: Address, filters: SourceScope, block: number | undefined, account: Sql): Sql {
  const isNamed = (column: 'category' | 'internal_identifier', name: string) =>
    sql`EXISTS (SELECT 1 FROM account_names n WHERE n.tenant = ${tenant} AND n.tenant = p.owner
      AND n.registry_manager = p.registry_manager AND n.registrar = p.registrar AND n.account = ${account}
      AND ${sql.ref(`n.${column}`)} = ${name})`
  const { registryManagerAddr, registrarAddr, registryId, owner, accountsFilter } = filters
  const { accountCategory, accountInternalIdentifier } = filters
  const conditions: (Sql | undefined)[] = [
    sql`(p.owner = ${tenant} OR p.registrar = ${tenant})`,
    validAt('p', block),
    filters.within ? WITHIN : undefined,
    registryManagerAddr && sql`p.registry_manager = ${registryManagerAddr}`,
    registrarAddr && sql`p.registrar = ${registrarAddr}`,
    registryId && sql`p.registry_id = ${registryId}`,
    owner && sql`p.owner = ${owner}`,
    filters.account && sql`${account} = ${filters.account}::numeric`,
    accountsFilter === 'owned' ? sql`p.owner = ${tenant}` : undefined,
    accountsFilter === 'shared' ? sql`p.owner <> ${tenant}` : undefined,
    accountCategory === undefined ? undefined : isNamed('category', accountCategory),
    accountInternalIdentifier === undefined
      ? undefined
      : isNamed('internal_identifier', accountInternalIdentifier),
  ]
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` AND `,
  )
}

/** Sums over an owner's accounts, or over all owners; columns that differ between them become null. */
function summed(all: Sql, aggregationType: PositionAggregationType): RawBuilder<PositionRow> {
  const isByOwner = aggregationType !== 'registry'
  const isByAccount = aggregationType === 'account'
  return sql<PositionRow>`(
    SELECT s.registry_manager, s.registry_id, s.registrar, s.instrument_id,
      ${isByOwner ? sql`s.owner` : sql`NULL::text`} AS owner,
      ${isByAccount ? sql`s.account` : sql`NULL::numeric`} AS account, NULL::text AS custody_chain_id,
      sum(s.balance) AS balance, sum(s.earmarked) AS earmarked, sum(s.redeemable) AS redeemable
    FROM (${all}) s
    GROUP BY s.registry_manager, s.registry_id, s.registrar, s.instrument_id
      ${isByOwner ? sql`, s.owner` : sql``} ${isByAccount ? sql`, s.account` : sql``})`
}

/**
 * The registries in which a tenant has something, or whose registrar it is: a derived table of registry_manager, registrar,
 * registry_id and instrument_id. One index lookup a registry, however many rows the tenant has there. Custody chains need no
 * lookup of their own: `positions` includes them.
 */
export const registriesOf = (tenant: Address): RawBuilder<unknown> => sql`(
  SELECT registry_manager, registrar, registry_id, instrument_id FROM registries
  WHERE registrar = ${tenant} AND ${validAt('registries')}
  UNION ${ownedIn('positions', ['registry_manager', 'registrar', 'registry_id'], tenant)}
  UNION ${ownedIn('entries', ['registry_manager', 'registry_id'], tenant)})`

/** Steps from one registry to the next in the index of owners, which continues with these columns. */
function ownedIn(table: string, keys: readonly string[], tenant: Address): RawBuilder<unknown> {
  const columns = (alias: string) => sql.raw(keys.map((key) => `${alias}.${key}`).join())
  const first = (further: RawBuilder<unknown>) => sql`
    SELECT s.registry_manager, s.registrar, s.registry_id, s.instrument_id FROM ${sql.table(table)} s
    WHERE s.owner = ${tenant} AND ${validAt('s')} AND ${further} ORDER BY ${columns('s')} LIMIT 1`
  return sql`(WITH RECURSIVE step AS (
    (${first(sql`true`)})
    UNION ALL
    SELECT n.* FROM step l CROSS JOIN LATERAL (${first(sql`(${columns('s')}) > (${columns('l')})`)}) n
  ) SELECT * FROM step)`
}
