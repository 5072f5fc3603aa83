// What a tenant holds; a registrar also sees what others hold in its own registries.
import { sql } from 'kysely'
import type {
  AccountNumber,
  Address,
  Page,
  Paging,
  Position,
  Quantity,
  RegistryId,
  AssetClass,
} from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { page } from './page.ts'
import type { PageRules } from './page.ts'
import type { Queryable } from './queryable.ts'

export type PositionFilters = {
  registryManagerAddr?: Address | undefined
  registrarAddr?: Address | undefined
  registryId?: RegistryId | undefined
  owner?: Address | undefined
  account?: AccountNumber | undefined
  accountsFilter?: 'all' | 'owned' | 'shared' | undefined
  assetClass?: AssetClass | undefined
  accountCategory?: string | undefined
  accountInternalIdentifier?: string | undefined
  excludeEarmarked?: boolean | undefined
  asOfBlock?: number | undefined
}

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
  },
  defaultSort: 'identifier',
  search: ['identifier', 'label', 'registrar_name', 'account'],
  unique: ['account', 'registryManagerAddr', 'registryId', 'owner'],
  nullable: ['label', 'registrar_name'],
}

/** `excludeEarmarked` leaves out what has nothing available. */
export async function listPositions(
  db: Queryable,
  tenant: Address,
  filters: PositionFilters,
  paging: Paging,
): Promise<Page<Position>> {
  const rows = await page(selectPositions(db, tenant, filters), paging, rules)
  return { ...rows, items: rows.items.map(toPosition) }
}

type Row = Position & { registrar_name: string | null }

function toPosition(row: Row): Position {
  const { registrar_name: _registrarName, ...position } = row
  return position
}

function selectPositions(db: Queryable, tenant: Address, filters: PositionFilters) {
  let visible = db
    .selectFrom('positions as p')
    .innerJoin('instruments as i', (join) =>
      join.onRef('i.instrument_id', '=', 'p.instrument_id').on(holdsAt('i')),
    )
    .leftJoin('instrument_details as d', (join) =>
      join.onRef('d.instrument_id', '=', 'i.instrument_id').onRef('d.fingerprint', '=', 'i.private_data_fp'),
    )
    .leftJoin('tenants as t', (join) => join.onRef('t.address', '=', 'p.registrar').on(holdsAt('t')))
    .select([
      'p.registry_manager as registryManagerAddr',
      'p.registrar as registrarAddr',
      'p.registry_id as registryId',
      'p.instrument_id as instrumentId',
      'i.identifier',
      sql<string | null>`d.details->>'label'`.as('label'),
      'p.owner',
      'p.account',
      'p.balance as quantity',
      'p.earmarked',
      sql<Quantity>`p.balance - p.earmarked`.as('available'),
      'i.decimals',
      't.name as registrar_name',
    ])
    .where((row) => row.or([row('p.owner', '=', tenant), row('p.registrar', '=', tenant)]))
    .where('p.balance', '>', '0' as never)
    .where(holdsAt('p', filters.asOfBlock))
  const { registryManagerAddr, registrarAddr, registryId, owner, account } = filters
  if (registryManagerAddr !== undefined)
    visible = visible.where('p.registry_manager', '=', registryManagerAddr)
  if (registrarAddr !== undefined) visible = visible.where('p.registrar', '=', registrarAddr)
  if (registryId !== undefined) visible = visible.where('p.registry_id', '=', registryId)
  if (owner !== undefined) visible = visible.where('p.owner', '=', owner)
  if (account !== undefined) visible = visible.where('p.account', '=', account)
  const { accountsFilter, assetClass, accountCategory, accountInternalIdentifier } = filters
  if (accountsFilter === 'owned') visible = visible.where('p.owner', '=', tenant)
  if (accountsFilter === 'shared') visible = visible.where('p.owner', '<>', tenant)
  if (assetClass !== undefined) visible = visible.where('i.asset_class', '=', assetClass)
  const isNamed = (column: 'category' | 'internal_identifier', name: string) =>
    sql<boolean>`EXISTS (SELECT 1 FROM account_names n WHERE n.tenant = ${tenant} AND n.tenant = p.owner
      AND n.registry_manager = p.registry_manager AND n.registrar = p.registrar AND n.account = p.account
      AND ${sql.ref(`n.${column}`)} = ${name})`
  if (accountCategory !== undefined) visible = visible.where(isNamed('category', accountCategory))
  if (accountInternalIdentifier !== undefined)
    visible = visible.where(isNamed('internal_identifier', accountInternalIdentifier))
  if (filters.excludeEarmarked === true) visible = visible.where(sql<boolean>`p.balance > p.earmarked`)
  // Names of columns are those of the answer, so that one word sorts and searches by each.
  return db.selectFrom(visible.as('visible')).selectAll()
}
