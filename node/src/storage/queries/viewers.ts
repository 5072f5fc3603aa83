// Who an address is at this server: a user of a hosted tenant, a server's node account, or nobody.
import { privilegeId, privilegeName, walletExpirationStatus, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, PrivilegeName, User } from '@connex/protocol'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../lists/asOf.ts'
import type { UsersTable } from '../schema/serverTables.ts'

type Grant = { tenant: Address; privilege_id: string; instance: Address; from_block: number }
type Part = { holder: Address; privilege_id: string }

/** Who one address is now. */
export async function findViewer(
  db: Queryable,
  address: Address,
  hostedTenants: readonly Address[],
): Promise<Viewer | undefined> {
  const [viewer] = await findViewers(db, [address], hostedTenants)
  return viewer
}

/**
 * Who each of these is now: one question to the database for all of it, the server's own users, the ledger's privileges of
 * the user, and those of the tenants that it may speak for.
 */
export async function findViewers(
  db: Queryable,
  addresses: readonly Address[],
  hostedTenants: readonly Address[],
): Promise<(Viewer | undefined)[]> {
  const { rows } = await sql<Known>`
    SELECT asked.address, ${usersOf(hostedTenants)} AS users, ${GRANTS} AS grants, ${PARTS} AS parts
    FROM unnest(${[...new Set(addresses)]}::text[]) AS asked (address)`.execute(db)
  const viewers = new Map(rows.map((known) => [known.address, viewerOf(known, hostedTenants)]))
  return addresses.map((address) => viewers.get(address))
}

type UserRow = Pick<
  Selectable<UsersTable>,
  'tenant' | 'address' | 'user_id' | 'name' | 'status' | 'lock_expiration' | 'wallet_expires_at'
>
/** `was_invited`: with status ACTIVE or INACTIVE the wallet itself has confirmed. */
type Claim = UserRow & { was_invited: boolean }
type Known = { address: Address; users: Claim[]; grants: Grant[]; parts: Part[] }

const usersOf = (tenants: readonly Address[]) => sql`COALESCE((
  SELECT json_agg(u ORDER BY u.tenant) FROM (
    SELECT tenant, address, user_id, name, status, lock_expiration, wallet_expires_at, EXISTS (
      SELECT 1 FROM user_invitations AS i WHERE i.tenant = users.tenant AND i.address = users.address) AS was_invited
    FROM users WHERE users.address = asked.address AND tenant = ANY (${tenants}::text[])) u), '[]')`

const GRANTS = sql`COALESCE((
  SELECT json_agg(g ORDER BY g.privilege_id) FROM (
    SELECT tenant, privilege_id, instance, from_block FROM user_privileges
    WHERE user_address = asked.address AND ${validAt('user_privileges')}) g), '[]')`

const PARTS = sql`COALESCE((
  SELECT json_agg(p) FROM (
    SELECT DISTINCT holder, privilege_id FROM dapp_privileges
    WHERE ${validAt('dapp_privileges')} AND holder IN (
      SELECT tenant FROM users WHERE users.address = asked.address
      UNION SELECT tenant FROM user_privileges
      WHERE user_address = asked.address AND ${validAt('user_privileges')})) p), '[]')`

/**
 * Of several tenants that claim an address it speaks for the one whose invitation its wallet has confirmed, or else for the first to
 * make it an admin on the ledger. An invitation alone takes nobody away: neither from a tenant nor from a server's node account.
 */
function viewerOf({ address, users, grants, parts }: Known, hosted: readonly Address[]): Viewer | undefined {
  const claim =
    users.find((one) => one.was_invited && isIn(one)) ??
    findAdmin(address, users, grants, hosted) ??
    users.find(isIn)
  const node = claim === undefined ? findNode(address, grants) : undefined
  const row = claim ?? users.find(({ status }) => status === 'INVITED') ?? users[0]
  if (node !== undefined || row === undefined) return node
  const { tenant } = row
  const user = { ...userOf(row), ...privilegesOf(grants.filter((grant) => grant.tenant === tenant)) }
  return { kind: 'user', address, tenant, user, tenantPrivileges: partsOf(parts, tenant) }
}

const isIn = ({ status }: UserRow): boolean => status === 'ACTIVE' || status === 'INACTIVE'

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

const partsOf = (parts: readonly Part[], tenant: Address): PrivilegeName[] =>
  parts.flatMap(({ holder, privilege_id: id }) => (holder === tenant ? (privilegeName(id) ?? []) : []))

/** Names as on the wire; a privilege that this version does not know is none. */
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

/** The first user of a tenant: its admin on the ledger counts as active before anybody has written it down here. */
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
    .filter(({ tenant }) => hosted.includes(tenant) && isIn(rowOf(tenant) ?? unwritten(tenant, address)))
    .toSorted((a, b) => a.from_block - b.from_block)
  return first && (rowOf(first.tenant) ?? unwritten(first.tenant, address))
}

const unwritten = (tenant: Address, address: Address): UserRow => ({
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

// Who is asking, once the request is known to be authentic.

export type UserViewer = {
  kind: 'user'
  address: Address
  /** The hosted tenant whose user this is. */
  tenant: Address
  user: User
  /** What the tenant is on the dApps, on any of them. */
  tenantPrivileges: readonly PrivilegeName[]
}

/** The node account of a server: it may push private data in the name of the tenants that granted it, and nothing else. */
export type NodeViewer = { kind: 'node'; address: Address; grantedBy: Address[] }

/** Somebody with a wallet, who may be no user yet: where an invitation is confirmed. */
export type WalletViewer = { kind: 'wallet'; address: Address }

export type Viewer = UserViewer | NodeViewer | WalletViewer
