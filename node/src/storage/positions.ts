// What a tenant holds; a registrar also sees what others hold in its own registries.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AssetClass, Page, Paging, PositionSum } from '@connex/protocol'
import { blockAt } from './blockAt.ts'
import { holdsAt } from './holdsAt.ts'
import { page } from './page.ts'
import type { PageRules } from './page.ts'
import { positionSources } from './positionSources.ts'
import type { PositionRow, SourceFilters } from './positionSources.ts'
import type { Queryable } from './queryable.ts'

export type PositionFilters = SourceFilters & {
  assetClass?: AssetClass | undefined
  excludeEarmarked?: boolean | undefined
  isRedeemable?: boolean | undefined
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
    redeemable: 'redeemable',
  },
  quantities: {
    quantity: 'decimals',
    earmarked: 'decimals',
    available: 'decimals',
    redeemable: 'decimals',
  },
  defaultSort: 'identifier',
  search: ['identifier', 'label', 'registrar_name', 'account'],
  unique: ['account', 'registryManagerAddr', 'registryId', 'owner', 'custodyChainId'],
  nullable: ['label', 'registrar_name', 'account', 'owner'],
}

/** Sums are made before anything is left out, so that they are those of all that was asked for. */
export async function listPositions(
  db: Queryable,
  tenant: PositionRow['owner'] & string,
  filters: PositionFilters,
  paging: Paging,
): Promise<Page<PositionSum>> {
  const block = await blockAt(db, filters)
  const rows = await page(
    selectPositions(db, positionSources(tenant, filters, block), filters, block),
    paging,
    rules,
    { db, key: isIndexed(filters) ? JSON.stringify(['positions', tenant, filters]) : undefined },
  )
  return { ...rows, items: rows.items.map(toPosition) }
}

/** Whether what it asks for is not of the tenant's own names for the accounts. */
const isIndexed = ({ asOfTime, accountCategory, accountInternalIdentifier }: PositionFilters): boolean =>
  [asOfTime, accountCategory, accountInternalIdentifier].every((filter) => filter === undefined)

type Row = PositionSum & { registrar_name: string | null }

function toPosition(row: Row): PositionSum {
  const { registrar_name: _registrarName, ...position } = row
  return position
}

function selectPositions(
  db: Queryable,
  sources: RawBuilder<PositionRow>,
  { assetClass, excludeEarmarked, isRedeemable }: PositionFilters,
  block: number | undefined,
) {
  let visible = db
    .selectFrom(sources.as<'p'>(sql.ref('p')))
    .innerJoin('instruments as i', (join) =>
      join.onRef('i.instrument_id', '=', 'p.instrument_id').on(holdsAt('i', block)),
    )
    .leftJoin('instrument_details as d', (join) =>
      join.onRef('d.instrument_id', '=', 'i.instrument_id').onRef('d.fingerprint', '=', 'i.private_data_fp'),
    )
    .leftJoin('tenants as t', (join) => join.onRef('t.address', '=', 'p.registrar').on(holdsAt('t', block)))
    .select([
      'p.registry_manager as registryManagerAddr',
      'p.registrar as registrarAddr',
      'p.registry_id as registryId',
      'p.instrument_id as instrumentId',
      'i.identifier',
      sql<string | null>`d.details->>'label'`.as('label'),
      'p.owner',
      'p.account',
      'p.chain_id as custodyChainId',
      'p.balance as quantity',
      'p.earmarked',
      sql<PositionSum['available']>`p.balance - p.earmarked`.as('available'),
      'p.redeemable',
      'i.decimals',
      't.name as registrar_name',
    ])
  if (assetClass !== undefined) visible = visible.where('i.asset_class', '=', assetClass)
  if (excludeEarmarked === true) visible = visible.where(sql<boolean>`p.balance > p.earmarked`)
  if (isRedeemable !== undefined)
    visible = visible.where(isRedeemable ? sql<boolean>`p.redeemable > 0` : sql<boolean>`p.redeemable = 0`)
  // Names of columns are those of the answer, so that one word sorts and searches by each.
  return db.selectFrom(visible.as('visible')).selectAll()
}
