// The viewer of a request: a user of a hosted tenant, a server's node account, or a wallet that is not a user yet.
import { privilegeId, privilegeName, walletExpirationStatus, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, PrivilegeName, User } from '@connex/protocol'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import type { UsersTable } from '../schema/serverTables.ts'

type Grant = { tenant: Address; privilege_id: string; instance: Address; from_block: number }
type TenantPrivilege = { holder: Address; privilege_id: string }

/** The viewer with this address. */
export async function findViewer(
  db: Queryable,
  address: Address,
  hostedTenants: readonly Address[],
): Promise<Viewer | undefined> {
  const [viewer] = await findViewers(db, [address], hostedTenants)
  return viewer
}

/**
 * The viewers with these addresses. One statement reads the server's users, the users' privileges on the ledger, and those of
 * the tenants that they may act for.
 */
export async function findViewers(
  db: Queryable,
  addresses: readonly Address[],
  hostedTenants: readonly Address[],
): Promise<(Viewer | undefined)[]> {
  const { rows } = await sql<ViewerRow>`
    SELECT requested.address, ${usersOf(hostedTenants)} AS users, ${GRANTS} AS grants, ${TENANT_PRIVILEGES} AS tenant_privileges
    FROM unnest(${[...new Set(addresses)]}::text[]) AS requested (address)`.execute(db)
  const viewers = new Map(rows.map((row) => [row.address, viewerOf(row, hostedTenants)]))
  return addresses.map((address) => viewers.get(address))
}

type UserRow = Pick<
  Selectable<UsersTable>,
  'tenant' | 'address' | 'user_id' | 'name' | 'status' | 'lock_expiration' | 'wallet_expires_at'
>
/** `was_invited`: with status ACTIVE or INACTIVE the wallet has confirmed. */
type Claim = UserRow & { was_invited: boolean }
type ViewerRow = { address: Address; users: Claim[]; grants: Grant[]; tenant_privileges: TenantPrivilege[] }

const usersOf = (tenants: readonly Address[]) => sql`COALESCE((
  SELECT json_agg(u ORDER BY u.tenant) FROM (
    SELECT tenant, address, user_id, name, status, lock_expiration, wallet_expires_at, EXISTS (
      SELECT 1 FROM user_invitations AS i WHERE i.tenant = users.tenant AND i.address = users.address) AS was_invited
    FROM users WHERE users.address = requested.address AND tenant = ANY (${tenants}::text[])) u), '[]')`

const GRANTS = sql`COALESCE((
  SELECT json_agg(g ORDER BY g.privilege_id) FROM (
    SELECT tenant, privilege_id, instance, from_block FROM user_privileges
    WHERE user_address = requested.address AND ${validAt('user_privileges')}) g), '[]')`

const TENANT_PRIVILEGES = sql`COALESCE((
  SELECT json_agg(p) FROM (
    SELECT DISTINCT holder, privilege_id FROM dapp_privileges
    WHERE ${validAt('dapp_privileges')} AND holder IN (
      SELECT tenant FROM users WHERE users.address = requested.address
      UNION SELECT tenant FROM user_privileges
      WHERE user_address = requested.address AND ${validAt('user_privileges')})) p), '[]')`

/**
 * If several tenants have a user with this address, the viewer acts for the one whose invitation the wallet has confirmed,
 * otherwise for the first to make it an admin on the ledger. An invitation alone changes nothing for a user of another tenant
 * or a server's node account.
 */
function viewerOf(
  { address, users, grants, tenant_privileges }: ViewerRow,
  hosted: readonly Address[],
): Viewer | undefined {
  const claim =
    users.find((one) => one.was_invited && hasConfirmed(one)) ??
    findAdmin(address, users, grants, hosted) ??
    users.find(hasConfirmed)
  const node = claim === undefined ? findNode(address, grants) : undefined
  const row = claim ?? users.find(({ status }) => status === 'INVITED') ?? users[0]
  if (node !== undefined || row === undefined) return node
  const { tenant } = row
  const user = { ...userOf(row), ...privilegesOf(grants.filter((grant) => grant.tenant === tenant)) }
  return {
    kind: 'user',
    address,
    tenant,
    user,
    tenantPrivileges: tenantPrivilegesOf(tenant_privileges, tenant),
  }
}

const hasConfirmed = ({ status }: UserRow): boolean => status === 'ACTIVE' || status === 'INACTIVE'

export const userOf = (row: Omit<UserRow, 'tenant'>): Omit<User, 'privileges' | 'instancePrivileges'> => ({
  userAddr: row.address,
  userId: row.user_id,
  name: row.name,
  status: row.status,
  lockExpiration: row.lock_expiration,
  walletExpirationStatus: walletExpirationStatus(
    { status: row.status, walletExpiresAt: row.wallet_expires_at },
    nowSeconds(),
  ),
  walletExpiresAt: row.wallet_expires_at,
})

const tenantPrivilegesOf = (
  tenant_privileges: readonly TenantPrivilege[],
  tenant: Address,
): PrivilegeName[] =>
  tenant_privileges.flatMap(({ holder, privilege_id: id }) =>
    holder === tenant ? (privilegeName(id) ?? []) : [],
  )

/** Names as on the wire; leaves out privileges that this version does not know. */
export function privilegesOf(
  grants: readonly Pick<Grant, 'privilege_id' | 'instance'>[],
): Pick<User, 'privileges' | 'instancePrivileges'> {
  const byInstance = new Map<Address, string[]>()
  for (const { privilege_id: id, instance } of grants) {
    const name = privilegeName(id)
    if (name !== undefined) byInstance.set(instance, [...(byInstance.get(instance) ?? []), name])
  }
  const privileges = byInstance.get(ZERO_ADDRESS) ?? []
  byInstance.delete(ZERO_ADDRESS)
  return {
    privileges,
    instancePrivileges: [...byInstance].map(([instanceAddr, names]) => ({ instanceAddr, privileges: names })),
  }
}

/** A tenant's first user: its admin on the ledger is active without a row here. */
function findAdmin(
  address: Address,
  users: readonly UserRow[],
  grants: readonly Grant[],
  hosted: readonly Address[],
): UserRow | undefined {
  const admin = privilegeId('user.TENANT_ADMIN')
  const rowOf = (tenant: Address) => users.find((one) => one.tenant === tenant)
  const [first] = grants
    .filter(({ privilege_id, instance }) => privilege_id === admin && instance === ZERO_ADDRESS)
    .filter(
      ({ tenant }) => hosted.includes(tenant) && hasConfirmed(rowOf(tenant) ?? adminRow(tenant, address)),
    )
    .toSorted((a, b) => a.from_block - b.from_block)
  return first && (rowOf(first.tenant) ?? adminRow(first.tenant, address))
}

const adminRow = (tenant: Address, address: Address): UserRow => ({
  tenant,
  address,
  user_id: address,
  name: address,
  status: 'ACTIVE',
  lock_expiration: null,
  wallet_expires_at: null,
})

function findNode(address: Address, grants: readonly Grant[]): Viewer | undefined {
  const nodeAccount = privilegeId('user.NODE_ACCOUNT')
  const granting = grants.filter(
    ({ privilege_id, instance }) => privilege_id === nodeAccount && instance === ZERO_ADDRESS,
  )
  const grantedBy = [...new Set(granting.map(({ tenant }) => tenant))]
  return grantedBy.length > 0 ? { kind: 'node', address, grantedBy } : undefined
}

export type UserViewer = {
  kind: 'user'
  address: Address
  /** The hosted tenant whose user this is. */
  tenant: Address
  user: User
  /** The tenant's privileges on any dApp. */
  tenantPrivileges: readonly PrivilegeName[]
}

/** A server's node account: it may push private data for the tenants that granted it the privilege, and nothing else. */
export type NodeViewer = { kind: 'node'; address: Address; grantedBy: Address[] }

/** Any wallet, perhaps not a user yet: for confirming an invitation. */
export type WalletViewer = { kind: 'wallet'; address: Address }

export type Viewer = UserViewer | NodeViewer | WalletViewer
