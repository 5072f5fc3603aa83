// Who an address is at this server: a user of a hosted tenant, a server's node account, or nobody.
import { privilegeId, privilegeName, walletExpirationStatus, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, User } from '@connex/protocol'
import type { Viewer } from './Viewer.ts'
import { holdsAt } from './holdsAt.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

type Grant = { tenant: Address; privilege_id: string; instance: Address }

/** One question to the database for each half: the server's own users, the ledger's privileges. */
export async function findViewer(
  db: Queryable,
  address: Address,
  hostedTenants: readonly Address[],
): Promise<Viewer | undefined> {
  const [rows, grants] = await Promise.all([userRows(db, address, hostedTenants), grantsOf(db, address)])
  // An address that is a user of two tenants here speaks for the one where it is active.
  const row = rows.find(({ status }) => status === 'ACTIVE') ?? rows[0]
  if (row !== undefined) {
    const user = { ...userOf(row), ...privilegesOf(grants.filter(({ tenant }) => tenant === row.tenant)) }
    return { kind: 'user', address, tenant: row.tenant, user }
  }
  return findAdmin(address, grants, hostedTenants) ?? findNode(address, grants)
}

type UserRow = Awaited<ReturnType<typeof userRows>>[number]

const userRows = (db: Queryable, address: Address, hostedTenants: readonly Address[]) =>
  db
    .selectFrom('users')
    .select(['tenant', 'address', 'user_id', 'name', 'status', 'lock_expiration', 'wallet_expires_at'])
    .where('address', '=', address)
    .where('tenant', 'in', hostedTenants.length > 0 ? hostedTenants : [ZERO_ADDRESS])
    .orderBy('tenant')
    .execute()

const grantsOf = (db: Queryable, address: Address): Promise<Grant[]> =>
  db
    .selectFrom('user_privileges')
    .select(['tenant', 'privilege_id', 'instance'])
    .where('user_address', '=', address)
    .where(holdsAt('user_privileges'))
    .orderBy('privilege_id')
    .execute()

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

/** Names as on the wire; a privilege that this version does not know is none. */
export function privilegesOf(grants: readonly Grant[]): Pick<User, 'privileges' | 'instancePrivileges'> {
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
function findAdmin(address: Address, grants: Grant[], hostedTenants: readonly Address[]): Viewer | undefined {
  const admin = privilegeId('user.TENANT_ADMIN')
  const grant = grants.find(
    ({ tenant, privilege_id, instance }) =>
      privilege_id === admin && instance === ZERO_ADDRESS && hostedTenants.includes(tenant),
  )
  if (grant === undefined) return undefined
  const user: User = {
    userAddr: address,
    userId: address,
    name: address,
    status: 'ACTIVE',
    lockExpiration: null,
    walletExpirationStatus: 'EXCLUDED',
    walletExpiresAt: null,
    ...privilegesOf(grants.filter(({ tenant }) => tenant === grant.tenant)),
  }
  return { kind: 'user', address, tenant: grant.tenant, user }
}

function findNode(address: Address, grants: Grant[]): Viewer | undefined {
  const nodeAccount = privilegeId('user.NODE_ACCOUNT')
  const granting = grants.filter(
    ({ privilege_id, instance }) => privilege_id === nodeAccount && instance === ZERO_ADDRESS,
  )
  const grantedBy = [...new Set(granting.map(({ tenant }) => tenant))]
  return grantedBy.length > 0 ? { kind: 'node', address, grantedBy } : undefined
}
