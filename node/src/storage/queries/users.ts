// A tenant's users at this server, and whether they have access. Their privileges are on the ledger.
import { sql } from 'kysely'
import { Bytes32, WALLET_WARNING, ZERO_ADDRESS, privilegeId } from '@connex/protocol'
import type {
  Address,
  CallQuery,
  Page,
  Paging,
  PlatformUser,
  User,
  UserStatus,
  WalletExpirationStatus,
} from '@connex/protocol'
import { auditIdsOf } from './audit.ts'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { listTenantRecords } from './tenantRecords.ts'
import { revokeTokensOf } from './credentials.ts'
import { privilegesOf, userOf } from './viewers.ts'

const COLUMNS = ['address', 'user_id', 'name', 'status', 'lock_expiration', 'wallet_expires_at'] as const

type UserFilters = CallQuery<'users'>

/** View presets are listed for the viewer alone. */
export async function listUsers(
  db: Queryable,
  tenant: Address,
  viewer: Address,
  filters: UserFilters,
  paging: Paging,
): Promise<Page<PlatformUser>> {
  const rows = await page(selectUsers(db, tenant, filters), paging, {
    sorts: { name: 'name', userAddr: 'address', userId: 'user_id', status: 'status' },
    defaultSort: 'name',
    search: ['name', 'user_id', 'address', 'status'],
    unique: ['address'],
  })
  const addresses = rows.items.map(({ address }) => address)
  const grants = await grantsOf(db, tenant, addresses)
  const audited = await auditIdsOf(db, tenant, addresses)
  const tokens = await tokensOf(db, tenant, addresses)
  const presets = await listTenantRecords(
    db,
    tenant,
    'VIEW_PRESET',
    { prefix: `${viewer}|` },
    { itemsPerPage: 500 },
  )
  const viewPresets = presets.items.map(({ key, data }) => ({ view: key.slice(43), preset: data }))
  return {
    ...rows,
    items: rows.items.map((row) => ({
      ...userOf(row),
      ...privilegesOf(grants.filter((grant) => grant.user_address === row.address)),
      auditIds: audited.get(row.address) ?? [],
      invitationToken: tokens.get(row.address) ?? null,
      viewPresets: row.address === viewer ? viewPresets : [],
    })),
  }
}

/** The server's users, and admins from the ledger alone: they have access without a row here. */
const rowsOf = (db: Queryable, tenant: Address) =>
  db.selectFrom('users').select(COLUMNS).where('tenant', '=', tenant).unionAll(selectAdmins(db, tenant))

const selectAdmins = (db: Queryable, tenant: Address) =>
  db
    .selectFrom('user_privileges as a')
    .select([
      'a.user_address as address',
      sql<string>`a.user_address COLLATE "default"`.as('user_id'),
      sql<string>`a.user_address COLLATE "default"`.as('name'),
      sql<UserStatus>`'ACTIVE'`.as('status'),
      sql<number | null>`NULL::int8`.as('lock_expiration'),
      sql<number | null>`NULL::int8`.as('wallet_expires_at'),
    ])
    .where('a.tenant', '=', tenant)
    .where('a.privilege_id', '=', Bytes32.parse(privilegeId('user.TENANT_ADMIN')))
    .where('a.instance', '=', ZERO_ADDRESS)
    .where(validAt('a'))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('users as u')
            .select('u.address')
            .where('u.tenant', '=', tenant)
            .whereRef('u.address', '=', 'a.user_address'),
        ),
      ),
    )

/** Whether the address is the tenant's admin on the ledger, and has no row here. */
export async function isAdminOnLedgerOnly(
  db: Queryable,
  tenant: Address,
  address: Address,
): Promise<boolean> {
  const row = await selectAdmins(db, tenant).where('a.user_address', '=', address).executeTakeFirst()
  return row !== undefined
}

function selectUsers(db: Queryable, tenant: Address, filters: UserFilters) {
  const { status, walletExpirationStatus: expirations, privilegeIds } = filters
  let found = db.selectFrom(rowsOf(db, tenant).as('users')).selectAll()
  if (status !== undefined) found = found.where('status', 'in', status)
  if (expirations !== undefined) found = found.where(EXPIRATION, 'in', expirations)
  if (privilegeIds !== undefined)
    found = found.where((row) =>
      row.exists(
        row
          .selectFrom('user_privileges as p')
          .select('p.user_address')
          .where('p.tenant', '=', tenant)
          .whereRef('p.user_address', '=', 'users.address')
          .where('p.privilege_id', 'in', privilegeIds)
          .where(validAt('p')),
      ),
    )
  return found
}

/** protocol's walletExpirationStatus in SQL, for filters. */
const EXPIRATION = sql<WalletExpirationStatus>`CASE
  WHEN status <> 'ACTIVE' THEN 'INACTIVE_USER'
  WHEN wallet_expires_at IS NULL THEN 'EXCLUDED'
  WHEN wallet_expires_at <= extract(epoch FROM now()) THEN 'EXPIRED'
  WHEN wallet_expires_at - extract(epoch FROM now()) <= ${sql.lit(WALLET_WARNING)} THEN 'EXPIRING'
  ELSE 'ACTIVE' END`

async function tokensOf(
  db: Queryable,
  tenant: Address,
  addresses: readonly Address[],
): Promise<Map<Address, string | null>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_invitations')
    .select(['address', 'token'])
    .where('tenant', '=', tenant)
    .where('address', 'in', addresses)
    .execute()
  return new Map(rows.map(({ address, token }) => [address, token]))
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

/** The names of those that the server knows. */
export async function namesOfUsers(
  db: Queryable,
  tenant: Address,
  addresses: readonly Address[],
): Promise<Map<Address, string>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['address', 'name'])
    .where('tenant', '=', tenant)
    .where('address', 'in', [...new Set(addresses)])
    .execute()
  return new Map(rows.map(({ address, name }) => [address, name]))
}

/** A user's privileges on the ledger, whether the server has such a user or not. */
export const findPrivileges = async (
  db: Queryable,
  tenant: Address,
  address: Address,
): Promise<Pick<User, 'privileges' | 'instancePrivileges'>> =>
  privilegesOf(await grantsOf(db, tenant, [address]))

const grantsOf = async (db: Queryable, tenant: Address, addresses: readonly Address[]) =>
  addresses.length === 0
    ? []
    : db
        .selectFrom('user_privileges')
        .select(['tenant', 'user_address', 'privilege_id', 'instance'])
        .where('tenant', '=', tenant)
        .where('user_address', 'in', addresses)
        .where(validAt('user_privileges'))
        .orderBy('privilege_id')
        .execute()

export type NewUser = { tenant: Address; address: Address; userId: string; name: string; status: UserStatus }

/** Returns false if the tenant already has the address or the user id; other tenants of this server may have them. */
export async function insertUser(db: Queryable, user: NewUser): Promise<boolean> {
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

export type UserChange = {
  name?: string
  status?: UserStatus
  lock_expiration?: number | null
  wallet_expires_at?: number | null
}

/** The columns that decide whether a user has access. */
const ACCESS_COLUMNS = ['status', 'lock_expiration', 'wallet_expires_at'] as const

/** Returns false if the tenant has no such user. A change of the user's access also revokes the user's tokens. */
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
  if (ACCESS_COLUMNS.some((column) => change[column] !== undefined)) await revokeTokensOf(db, tenant, address)
  return updated.length === 1
}

/** Whether the address is a user of another tenant on the ledger, and not of this one. */
export async function isUserElsewhere(db: Queryable, tenant: Address, address: Address): Promise<boolean> {
  const rows = await db
    .selectFrom('user_privileges')
    .select('tenant')
    .distinct()
    .where('user_address', '=', address)
    .where(validAt('user_privileges'))
    .execute()
  return rows.length > 0 && rows.every((row) => row.tenant !== tenant)
}

/**
 * Whether a wallet has confirmed another hosted tenant's invitation, and is still its user. Blocks other confirmations of this
 * wallet until the transaction ends.
 */
export async function isConfirmedElsewhere(
  trx: Queryable,
  { tenant, address }: { tenant: Address; address: Address },
  hostedTenants: readonly Address[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom('users as u')
    .innerJoin('user_invitations as i', (join) =>
      join.onRef('i.tenant', '=', 'u.tenant').onRef('i.address', '=', 'u.address'),
    )
    .select(['u.tenant', 'u.status'])
    .where('u.address', '=', address)
    .where('u.tenant', 'in', hostedTenants)
    .orderBy('u.tenant')
    .forUpdate(['u'])
    .execute()
  return rows.some((row) => row.tenant !== tenant && (row.status === 'ACTIVE' || row.status === 'INACTIVE'))
}
