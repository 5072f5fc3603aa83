// The server's own users: who they are and whether they may come in. What they may do is granted on the ledger.
import type { Address, Page, Paging, User, UserStatus } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { page } from './page.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'
import { privilegesOf, userOf } from './viewers.ts'

const COLUMNS = ['address', 'user_id', 'name', 'status', 'lock_expiration'] as const

export async function listUsers(db: Queryable, tenant: Address, paging: Paging): Promise<Page<User>> {
  const rows = await page(db.selectFrom('users').select(COLUMNS).where('tenant', '=', tenant), paging, {
    sorts: { name: 'name', userAddr: 'address', userId: 'user_id', status: 'status' },
    defaultSort: 'name',
    search: ['name', 'user_id', 'address', 'status'],
    unique: ['address'],
  })
  const grants = await grantsOf(
    db,
    tenant,
    rows.items.map(({ address }) => address),
  )
  return {
    ...rows,
    items: rows.items.map((row) => ({
      ...userOf(row),
      ...privilegesOf(grants.filter((grant) => grant.user_address === row.address)),
    })),
  }
}

export async function findUser(db: Queryable, tenant: Address, address: Address): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('address', '=', address)
    .executeTakeFirst()
  return row && { ...userOf(row), ...privilegesOf(await grantsOf(db, tenant, [address])) }
}

const grantsOf = async (db: Queryable, tenant: Address, addresses: readonly Address[]) =>
  addresses.length === 0
    ? []
    : db
        .selectFrom('user_privileges')
        .select(['tenant', 'user_address', 'privilege_id', 'instance'])
        .where('tenant', '=', tenant)
        .where('user_address', 'in', addresses)
        .where(holdsAt('user_privileges'))
        .orderBy('privilege_id')
        .execute()

export type NewUser = { tenant: Address; address: Address; userId: string; name: string; status: UserStatus }

/** False where the address is a user of this server already, or the tenant has the user id already. */
export async function insertUser(db: Queryable, user: NewUser): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('address')
    .where('address', '=', user.address)
    .executeTakeFirst()
  if (taken !== undefined) return false
  const now = nowSeconds()
  const inserted = await db
    .insertInto('users')
    .values({
      tenant: user.tenant,
      address: user.address,
      user_id: user.userId,
      name: user.name,
      status: user.status,
      lock_expiration: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('address')
    .execute()
  return inserted.length === 1
}

export type UserChange = { name?: string; status?: UserStatus; lock_expiration?: number | null }

/** False where the tenant has no such user. */
export async function updateUser(
  db: Queryable,
  tenant: Address,
  address: Address,
  change: UserChange,
): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ ...change, updated_at: nowSeconds() })
    .where('tenant', '=', tenant)
    .where('address', '=', address)
    .returning('address')
    .execute()
  return updated.length === 1
}
