// Asset accounts: those that registrars have opened on the ledger, and a tenant's private names for its own.
import { sql } from 'kysely'
import type {
  AccountNumber,
  Address,
  AssetAccount,
  CallQuery,
  LedgerAssetAccount,
  Page,
  Paging,
} from '@connex/protocol'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'

type AccountFilters = CallQuery<'registryAccounts'>

const KEY = ['a.registry_manager', 'a.registrar', 'a.owner', 'a.account'] as const

/** A tenant's own accounts; a registrar also sees those that it has opened for others. */
export async function listLedgerAccounts(
  db: Queryable,
  tenant: Address,
  filters: AccountFilters,
  paging: Paging,
): Promise<Page<LedgerAssetAccount>> {
  let visible = db
    .selectFrom('accounts as a')
    .select([
      'a.account as accountNum',
      'a.owner as ownerAddr',
      'a.registry_manager as registryManagerAddr',
      'a.registrar as registrarAddr',
      'a.is_valid as isValid',
      'a.is_omnibus as isOmnibus',
    ])
    .where((row) => row.or([row('a.owner', '=', tenant), row('a.registrar', '=', tenant)]))
    .where(validAt('a'))
  const { tenantAddr, registryManagerAddr, registrarAddr, accountNum } = filters
  if (tenantAddr !== undefined) visible = visible.where('a.owner', '=', tenantAddr)
  if (registryManagerAddr !== undefined)
    visible = visible.where('a.registry_manager', '=', registryManagerAddr)
  if (registrarAddr !== undefined) visible = visible.where('a.registrar', '=', registrarAddr)
  if (accountNum !== undefined) visible = visible.where('a.account', '=', accountNum)
  return page(visible, paging, {
    sorts: { accountNum: 'a.account', ownerAddr: 'a.owner', registrarAddr: 'a.registrar' },
    defaultSort: 'accountNum',
    search: ['a.account', 'a.owner', 'a.registrar'],
    unique: KEY,
  })
}

const ENTITY_ID = sql`a.registry_manager || ':' || a.registrar || ':' || a.account`

const selectNamed = (db: Queryable, tenant: Address) =>
  db
    .selectFrom('accounts as a')
    .leftJoin('account_names as n', (join) =>
      join
        .onRef('n.tenant', '=', 'a.owner')
        .onRef('n.registry_manager', '=', 'a.registry_manager')
        .onRef('n.registrar', '=', 'a.registrar')
        .onRef('n.account', '=', 'a.account'),
    )
    .select([
      'a.account as accountNum',
      'a.owner as ownerAddr',
      'a.registry_manager as registryManagerAddr',
      'a.registrar as registrarAddr',
      'n.category',
      'n.internal_identifier as internalIdentifier',
      'n.account_name as accountName',
      sql<string>`${ENTITY_ID}`.as('entityId'),
      sql<
        string | null
      >`(SELECT max(e.id)::text FROM audit e WHERE e.tenant = a.owner AND e.entity_id = ${ENTITY_ID})`.as(
        'auditId',
      ),
    ])
    .where('a.owner', '=', tenant)
    .where('a.is_valid', '=', true)
    .where(validAt('a'))

/** A tenant's valid accounts, each with the names that it gave them. */
export async function listAssetAccounts(
  db: Queryable,
  tenant: Address,
  filters: Pick<AccountFilters, 'registryManagerAddr' | 'registrarAddr'>,
  paging: Paging,
): Promise<Page<AssetAccount>> {
  let visible = selectNamed(db, tenant)
  const { registryManagerAddr, registrarAddr } = filters
  if (registryManagerAddr !== undefined)
    visible = visible.where('a.registry_manager', '=', registryManagerAddr)
  if (registrarAddr !== undefined) visible = visible.where('a.registrar', '=', registrarAddr)
  return page(visible, paging, {
    sorts: {
      accountNum: 'a.account',
      accountName: 'n.account_name',
      category: 'n.category',
      internalIdentifier: 'n.internal_identifier',
      registrarAddr: 'a.registrar',
    },
    defaultSort: 'accountNum',
    search: ['a.account', 'n.account_name', 'n.category', 'n.internal_identifier'],
    unique: KEY,
    nullable: ['n.account_name', 'n.category', 'n.internal_identifier'],
  })
}

export type AccountKey = { registryManagerAddr: Address; registrarAddr: Address; accountNum: AccountNumber }

export async function findAssetAccount(
  db: Queryable,
  tenant: Address,
  { registryManagerAddr, registrarAddr, accountNum }: AccountKey,
): Promise<AssetAccount | undefined> {
  return selectNamed(db, tenant)
    .where('a.registry_manager', '=', registryManagerAddr)
    .where('a.registrar', '=', registrarAddr)
    .where('a.account', '=', accountNum)
    .executeTakeFirst()
}

export type AccountNames = {
  category?: string | null | undefined
  internalIdentifier?: string | null | undefined
  accountName?: string | null | undefined
}

/** Stores the names, once: returns false if the tenant has already named the account. */
export async function nameAccount(
  db: Queryable,
  tenant: Address,
  key: AccountKey,
  { category = null, internalIdentifier = null, accountName = null }: AccountNames,
): Promise<boolean> {
  const names = { category, internal_identifier: internalIdentifier, account_name: accountName }
  const written = await db
    .insertInto('account_names')
    .values({
      tenant,
      registry_manager: key.registryManagerAddr,
      registrar: key.registrarAddr,
      account: key.accountNum,
      ...names,
      updated_at: nowSeconds(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'registry_manager', 'registrar', 'account'])
        .doUpdateSet({ ...names, updated_at: nowSeconds() })
        .where('account_names.category', 'is', null)
        .where('account_names.internal_identifier', 'is', null)
        .where('account_names.account_name', 'is', null),
    )
    .returning('tenant')
    .execute()
  return written.length > 0
}
