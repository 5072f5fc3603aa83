// Invitations of users and tenants: the holder of the token confirms, once.
import type {
  Address,
  Bytes32,
  Page,
  Paging,
  TenantInvitation,
  TenantState,
  TenantStrings,
  TxHash,
  UserRegistration,
} from '@connex/protocol'
import { sql } from 'kysely'
import { page } from '../lists/page.ts'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'

export async function inviteUser(
  db: Queryable,
  tenant: Address,
  address: Address,
  token: string,
): Promise<void> {
  const row = { token, invited_at: nowSeconds() }
  await db
    .insertInto('user_invitations')
    .values({ tenant, address, ...row })
    .onConflict((conflict) => conflict.columns(['tenant', 'address']).doUpdateSet(row))
    .execute()
}

export async function listUserRegistrations(
  db: Queryable,
  tenant: Address,
  paging: Paging,
): Promise<Page<UserRegistration>> {
  const found = db
    .selectFrom('user_invitations as i')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant', '=', 'i.tenant').onRef('u.address', '=', 'i.address'),
    )
    .select([
      'u.address as userAddr',
      'u.user_id as userId',
      'u.name',
      'u.status',
      'i.token as invitationToken',
      'i.invited_at as invitedAt',
    ])
    .where('i.tenant', '=', tenant)
  return page(found, paging, {
    sorts: { name: 'u.name', invitedAt: 'i.invited_at', status: 'u.status' },
    defaultSort: 'name',
    search: ['u.name', 'u.user_id', 'u.address', 'u.status'],
    unique: ['u.address'],
  })
}

/** Consumes a user's token: undefined if it is not this wallet's, or was used. */
export async function useUserToken(
  db: Queryable,
  address: Address,
  token: string,
): Promise<Address | undefined> {
  const used = await db
    .updateTable('user_invitations')
    .set({ token: null })
    .where('address', '=', address)
    .where('token', '=', token)
    .returning('tenant')
    .executeTakeFirst()
  return used?.tenant
}

/** Afterwards nobody can confirm with it. */
export async function voidUserToken(db: Queryable, tenant: Address, address: Address): Promise<void> {
  await db
    .updateTable('user_invitations')
    .set({ token: null })
    .where('tenant', '=', tenant)
    .where('address', '=', address)
    .execute()
}

/** Deletes the user and the invitation. */
export async function deleteInvitedUser(db: Queryable, tenant: Address, address: Address): Promise<boolean> {
  const deleted = await db
    .deleteFrom('users')
    .where('tenant', '=', tenant)
    .where('address', '=', address)
    .where('status', '=', 'INVITED')
    .returning('address')
    .execute()
  if (deleted.length === 0) return false
  await db
    .deleteFrom('user_invitations')
    .where('tenant', '=', tenant)
    .where('address', '=', address)
    .execute()
  return true
}

/** ACTIVE once the index has the tenant with the invitation's reference, INACTIVE if it was unregistered. */
const selectInvitations = (db: Queryable, tenant: Address) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('tenant_invitations as i')
        .leftJoin('tenants as t', (join) =>
          join
            .onRef('t.registration_reference', '=', 'i.registration_reference')
            .on('t.to_block', 'is', null),
        )
        .selectAll('i')
        .select([
          't.address as registered',
          sql<TenantState>`CASE WHEN t.is_registered THEN 'ACTIVE' WHEN t.address IS NOT NULL THEN 'INACTIVE'
            ELSE i.state END`.as('current_state'),
        ])
        .where('i.tenant', '=', tenant)
        .as('i'),
    )
    .selectAll('i')

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number]

const invitationOf = (row: Row): TenantInvitation => ({
  id: String(row.id),
  name: row.name,
  state: row.current_state,
  token: row.token,
  adminAddr: row.admin_address,
  tenant: row.strings as TenantStrings | null,
  registrationReference: row.registration_reference,
  tenantAddr: row.registered,
  txHash: row.tx_hash,
  invitedAt: row.invited_at,
})

export async function listInvitations(
  db: Queryable,
  tenant: Address,
  state: readonly TenantState[] | undefined,
  paging: Paging,
): Promise<Page<TenantInvitation>> {
  let found = selectInvitations(db, tenant)
  found =
    state === undefined
      ? found.where('i.current_state', '<>', 'DELETED')
      : found.where('i.current_state', 'in', state)
  const rows = await page(found, paging, {
    sorts: { name: 'i.name', invitedAt: 'i.invited_at', state: 'i.current_state' },
    defaultSort: 'invitedAt',
    search: ['i.name', 'i.current_state', 'i.admin_address'],
    unique: ['i.id'],
  })
  return { ...rows, items: rows.items.map(invitationOf) }
}

export async function findInvitation(
  db: Queryable,
  tenant: Address,
  id: string,
): Promise<TenantInvitation | undefined> {
  const row = await selectInvitations(db, tenant).where('i.id', '=', Number(id)).executeTakeFirst()
  return row && invitationOf(row)
}

export type NewInvitation = { name: string; token: string; registrationReference: Bytes32 }

export async function insertInvitation(
  db: Queryable,
  tenant: Address,
  { name, token, registrationReference }: NewInvitation,
): Promise<string> {
  const row = await db
    .insertInto('tenant_invitations')
    .values({
      tenant,
      name,
      state: 'INVITED',
      token,
      admin_address: null,
      strings: null,
      registration_reference: registrationReference,
      tx_hash: null,
      invited_at: nowSeconds(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(row.id)
}

/** Whether a tenant has the name; unregistered ones count, because a name is never given twice. */
export async function isTenantName(db: Queryable, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('address')
    .where('name', '=', name)
    .where('to_block', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes a tenant's token. Returns the invitation and the inviting tenant; undefined if the token is gone. */
export async function confirmTenantToken(
  db: Queryable,
  token: string,
  admin: Address,
  strings: TenantStrings,
): Promise<{ id: string; tenant: Address } | undefined> {
  const row = await db
    .updateTable('tenant_invitations')
    .set({
      token: null,
      state: 'CONFIRMED',
      admin_address: admin,
      name: strings.name,
      strings: JSON.stringify(strings),
    })
    .where('token', '=', token)
    .where('state', '=', 'INVITED')
    .returning(['id', 'tenant'])
    .executeTakeFirst()
  return row && { id: String(row.id), tenant: row.tenant }
}

/** Sets it to DELETED, which lists show on request only; nobody can confirm with it. */
export async function deleteInvitation(db: Queryable, tenant: Address, id: string): Promise<void> {
  await db
    .updateTable('tenant_invitations')
    .set({ token: null, state: 'DELETED' })
    .where('tenant', '=', tenant)
    .where('id', '=', Number(id))
    .where('state', '=', 'INVITED')
    .execute()
}

/** The invited party rejects. Returns the invitation and the inviting tenant; undefined if the token is gone. */
export async function rejectTenantToken(
  db: Queryable,
  token: string,
  rejectedBy: Address,
): Promise<{ id: string; tenant: Address } | undefined> {
  const row = await db
    .updateTable('tenant_invitations')
    .set({ token: null, state: 'REJECTED', admin_address: rejectedBy })
    .where('token', '=', token)
    .where('state', '=', 'INVITED')
    .returning(['id', 'tenant'])
    .executeTakeFirst()
  return row && { id: String(row.id), tenant: row.tenant }
}

export async function storeRegistrationTx(
  db: Queryable,
  tenant: Address,
  id: string,
  txHash: TxHash,
): Promise<void> {
  await db
    .updateTable('tenant_invitations')
    .set({ tx_hash: txHash })
    .where('tenant', '=', tenant)
    .where('id', '=', Number(id))
    .execute()
}
