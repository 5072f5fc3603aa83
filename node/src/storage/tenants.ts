// Tenants with their dApp controllers.
import type { Address, DappType, Page, Paging, Tenant } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { page } from './page.ts'
import type { Queryable } from './queryable.ts'

const selectTenants = (db: Queryable) =>
  db
    .selectFrom('tenants')
    .select(['address', 'name', 'api_url', 'lei', 'privilege_manager'])
    .where('is_registered', '=', true)
    .where(holdsAt('tenants'))

type Row = Awaited<ReturnType<ReturnType<typeof selectTenants>['execute']>>[number]

export async function listTenants(db: Queryable, paging: Paging): Promise<Page<Tenant>> {
  const rows = await page(selectTenants(db), paging, {
    sorts: { name: 'name', address: 'address', lei: 'lei' },
    defaultSort: 'name',
    search: ['name', 'address', 'lei'],
    unique: ['address'],
  })
  return { ...rows, items: await withControllers(db, rows.items) }
}

/** With the controllers of some types of dApp only, where types are given. */
export async function findTenant(
  db: Queryable,
  address: Address,
  dappTypes?: readonly DappType[],
): Promise<Tenant | undefined> {
  const rows = await selectTenants(db).where('address', '=', address).execute()
  const [tenant] = await withControllers(db, rows, dappTypes)
  return tenant
}

async function withControllers(
  db: Queryable,
  rows: readonly Row[],
  dappTypes?: readonly DappType[],
): Promise<Tenant[]> {
  if (rows.length === 0) return []
  let query = db
    .selectFrom('dapp_controllers')
    .select(['address', 'tenant', 'dapp', 'type'])
    .where(
      'tenant',
      'in',
      rows.map(({ address }) => address),
    )
    .where(holdsAt('dapp_controllers'))
    .orderBy('type')
    .orderBy('address')
  if (dappTypes !== undefined) query = query.where('type', 'in', dappTypes)
  const controllers = await query.execute()
  return rows.map((row) => ({
    address: row.address,
    name: row.name,
    connexApiUrl: row.api_url,
    lei: row.lei,
    privilegeManagerAddr: row.privilege_manager,
    dappControllers: controllers
      .filter(({ tenant }) => tenant === row.address)
      .map(({ address, type, dapp }) => ({ address, type, dappAddress: dapp })),
  }))
}

/** Where a tenant's server is; undefined for one that is not registered or has none. */
export async function findApiUrl(db: Queryable, address: Address): Promise<string | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('api_url')
    .where('address', '=', address)
    .where('is_registered', '=', true)
    .where(holdsAt('tenants'))
    .executeTakeFirst()
  return row?.api_url || undefined
}
