// Tenants: with their dApp controllers, whether this server hosts them, and nominations of their admins.
import { privilegeId, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, DappType, Nomination, NominationStatus, Page, Paging, Tenant } from '@connex/protocol'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'

/** A tenant in the server's configuration is hosted here unless it has stored otherwise. */
const selectTenants = (db: Queryable, hosted: readonly Address[]) =>
  db
    .selectFrom('tenants as t')
    .leftJoin('tenant_records as r', (join) =>
      join.onRef('r.tenant', '=', 't.address').on('r.kind', '=', 'HOSTED_HERE').on('r.key', '=', ''),
    )
    .select(['t.address', 't.name', 't.api_url', 't.lei', 't.privilege_manager', 't.confirmer'])
    .select(
      sql<boolean>`t.address = ANY(${[...hosted]}::text[])
        AND COALESCE((r.data->>'isHostedHere')::boolean, true)`.as('is_hosted_here'),
    )
    .where('t.is_registered', '=', true)
    .where(validAt('t'))

type Row = Awaited<ReturnType<ReturnType<typeof selectTenants>['execute']>>[number]

export async function listTenants(
  db: Queryable,
  hosted: readonly Address[],
  paging: Paging,
): Promise<Page<Tenant>> {
  const rows = await page(selectTenants(db, hosted), paging, {
    sorts: { name: 't.name', address: 't.address', lei: 't.lei' },
    defaultSort: 'name',
    search: ['t.name', 't.address', 't.lei'],
    unique: ['t.address'],
  })
  return { ...rows, items: await withControllers(db, rows.items) }
}

/** With the controllers of all types of dApp, or of some. */
export async function findTenant(
  db: Queryable,
  hosted: readonly Address[],
  address: Address,
  dappTypes?: readonly DappType[],
): Promise<Tenant | undefined> {
  const rows = await selectTenants(db, hosted).where('t.address', '=', address).execute()
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
    .where(validAt('dapp_controllers'))
    .orderBy('type')
    .orderBy('address')
  if (dappTypes !== undefined) query = query.where('type', 'in', dappTypes)
  const controllers = await query.execute()
  return rows.map((row) => ({
    address: row.address,
    name: row.name,
    connexApiUrl: row.api_url,
    apiUrl: row.api_url,
    lei: row.lei,
    confirmer: row.confirmer,
    isHostedHere: row.is_hosted_here,
    privilegeManagerAddr: row.privilege_manager,
    dappControllers: controllers
      .filter(({ tenant }) => tenant === row.address)
      .map(({ address, type, dapp }) => ({ address, type, dappAddress: dapp })),
  }))
}

/** A tenant of the configuration as the ledger has it. `name` is null where it is not registered. */
export type HostedTenant = {
  address: Address
  name: string | null
  apiUrl: string
  isNodeAccountGranted: boolean
}

/** The configured tenants that are hosted here, and whether each lets this node account push its data. */
export async function findHostedTenants(
  db: Queryable,
  hosted: readonly Address[],
  nodeAccount: Address,
): Promise<HostedTenant[]> {
  const { rows } = await sql<HostedTenant>`
    SELECT h.address, t.name, COALESCE(t.api_url, '') AS "apiUrl", EXISTS (
      SELECT 1 FROM user_privileges
      WHERE tenant = h.address AND user_address = ${nodeAccount} AND instance = ${ZERO_ADDRESS}
        AND privilege_id = ${privilegeId('user.NODE_ACCOUNT')} AND ${validAt('user_privileges')}) AS "isNodeAccountGranted"
    FROM unnest(${[...hosted]}::text[]) AS h (address)
    LEFT JOIN tenants AS t ON t.address = h.address AND t.is_registered AND ${validAt('t')}
    LEFT JOIN tenant_records AS r ON r.tenant = h.address AND r.kind = 'HOSTED_HERE' AND r.key = ''
    WHERE COALESCE((r.data->>'isHostedHere')::boolean, true)
    ORDER BY t.name, h.address`.execute(db)
  return rows
}

/** The address of a tenant's server; undefined if it is not registered or has none. */
export async function findApiUrl(db: Queryable, address: Address): Promise<string | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('api_url')
    .where('address', '=', address)
    .where('is_registered', '=', true)
    .where(validAt('tenants'))
    .executeTakeFirst()
  return row?.api_url || undefined
}

/** The tenants in the server's configuration, each with whether it is hosted here, which is the default. */
export async function listHostedHere(
  db: Queryable,
  hosted: readonly Address[],
  paging: Paging,
): Promise<Page<{ tenantAddr: Address; isHostedHere: boolean }>> {
  const hosts = db
    .selectFrom(
      sql<{ tenant: Address }>`(SELECT unnest(${[...hosted]}::text[]) COLLATE "C" AS tenant)`.as<'h'>(
        sql.ref('h'),
      ),
    )
    .leftJoin('tenant_records as r', (join) =>
      join.onRef('r.tenant', '=', 'h.tenant').on('r.kind', '=', 'HOSTED_HERE').on('r.key', '=', ''),
    )
    .select([
      'h.tenant as tenantAddr',
      sql<boolean>`COALESCE((r.data->>'isHostedHere')::boolean, true)`.as('isHostedHere'),
    ])
  return page(db.selectFrom(hosts.as('hosts')).selectAll(), paging, {
    sorts: { tenantAddr: 'tenantAddr', isHostedHere: 'isHostedHere' },
    defaultSort: 'tenantAddr',
    search: ['tenantAddr'],
    unique: ['tenantAddr'],
  })
}

/** Who was nominated as admin of a tenant; of each nominee the latest nomination. */
export async function listNominations(
  db: Queryable,
  tenant: Address,
  statuses: readonly NominationStatus[] | undefined,
  paging: Paging,
): Promise<Page<Nomination>> {
  let found = db
    .selectFrom('nominations as n')
    .select([
      'n.privilege_manager as privilegeManagerAddr',
      'n.nominee',
      'n.nominator',
      'n.status',
      'n.committable_from as committableFrom',
      'n.committable_until as committableUntil',
      'n.canceled_by as canceledBy',
    ])
    .where('n.owner', '=', tenant)
    .where(validAt('n'))
  if (statuses !== undefined) found = found.where('n.status', 'in', statuses)
  const rows = await page(found, paging, {
    sorts: { committableFrom: 'n.committable_from', nominee: 'n.nominee', status: 'n.status' },
    defaultSort: 'committableFrom',
    defaultOrder: 'desc',
    search: ['n.nominee', 'n.nominator', 'n.status'],
    unique: ['n.privilege_manager', 'n.nominee'],
  })
  const items = rows.items.map((row) => ({
    ...row,
    status: row.status as NominationStatus,
    canceledBy: row.canceledBy === ZERO_ADDRESS ? null : row.canceledBy,
  }))
  return { ...rows, items }
}

export async function findConfirmer(db: Queryable, tenant: Address): Promise<Address | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('confirmer')
    .where('address', '=', tenant)
    .where(validAt('tenants'))
    .executeTakeFirst()
  return row?.confirmer
}

/** Names by address, of tenants that are or were registered. */
export async function findTenantNames(
  db: Queryable,
  addresses: readonly Address[],
): Promise<Map<Address, string>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('tenants')
    .select(['address', 'name'])
    .where('address', 'in', addresses)
    .where(validAt('tenants'))
    .execute()
  return new Map(rows.map(({ address, name }) => [address, name]))
}
