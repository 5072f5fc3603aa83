// How users and tenants come in: invited, confirmed by the new wallet, and for tenants registered on the ledger.
import * as z from 'zod/mini'
import { TenantState, User } from '../entities/tenant.ts'
import { TenantInvitation, TenantStrings } from '../entities/tenantInvitation.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, HexData, Seconds, TxHash } from '../scalars.ts'
import { READ_TENANT_ADMIN, TENANT_ADMIN } from './access.ts'
import { PUBLISHING_ERRORS } from './ledger.ts'

const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'not a token'))
const Identifier = TenantInvitation.shape.id

/** An invited user, and what its wallet confirms with. */
export const UserRegistration = z.object({
  userAddr: Address,
  userId: z.string(),
  name: z.string(),
  status: User.shape.status,
  /** Null once it was used. */
  invitationToken: z.nullable(z.string()),
  invitedAt: Seconds,
})
export type UserRegistration = z.infer<typeof UserRegistration>

export const userRegistrations = endpoint({
  method: 'GET',
  path: '/platform/tenants/users/registrations',
  summary: "The tenant's user invitations with token and status",
  authentication: 'bearer',
  privileges: READ_TENANT_ADMIN,
  query: z.object(pagingFields),
  response: page(UserRegistration),
  isPage: true,
})

export const deleteUserRegistration = endpoint({
  method: 'DELETE',
  path: '/platform/tenants/users/registrations',
  summary: 'Takes an invitation back while the user is INVITED',
  authentication: 'bearer',
  privileges: TENANT_ADMIN,
  query: z.object({ userAddr: Address }),
  response: z.object({}),
  errors: ['userNotFound', 'userNotInvited'],
})

export const confirmUserRegistration = endpoint({
  method: 'POST',
  path: '/platform/tenants/users/registrations/confirm',
  summary: 'The invited wallet confirms with its token, once, and its user is ACTIVE',
  authentication: 'wallet',
  body: z.object({ token: Token }),
  response: User,
  errors: ['userNotFound', 'walletOfAnotherTenant'],
})

export const invitations = endpoint({
  method: 'GET',
  path: '/platform/tenants/invitations',
  summary: 'The tenants that this tenant has invited; those taken back where their state is asked for',
  authentication: 'bearer',
  privileges: READ_TENANT_ADMIN,
  query: z.object({ ...pagingFields, state: z.optional(queryList(TenantState)) }),
  response: page(TenantInvitation),
  isPage: true,
})

export const inviteTenant = endpoint({
  method: 'POST',
  path: '/platform/tenants/invitations',
  summary: 'Invites a tenant to the platform: its operator alone',
  authentication: 'bearer',
  privileges: TENANT_ADMIN,
  tenantPrivileges: ['platform.OPERATOR'],
  body: z.object({ name: TenantStrings.shape.name }),
  response: TenantInvitation,
})

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/platform/tenants/invitations',
  summary: 'Takes an invitation back while it is INVITED',
  authentication: 'bearer',
  privileges: TENANT_ADMIN,
  query: z.object({ id: Identifier }),
  response: z.object({}),
  errors: ['invitationNotFound', 'invitationNotInvited'],
})

export const confirmInvitation = endpoint({
  method: 'POST',
  path: '/platform/tenants/invitations/confirm',
  summary:
    "The new tenant's first admin confirms with the token, once, and says who the tenant is, or with no tenant that there will be none",
  authentication: 'wallet',
  body: z.object({ token: Token, tenant: z.nullable(TenantStrings) }),
  response: z.object({ id: Identifier, state: TenantState }),
  errors: ['invitationNotFound', 'tenantNameTaken', 'apiAddressInvalid'],
})

export const registerTenant = endpoint({
  method: 'POST',
  path: '/platform/tenants/register',
  summary:
    'Publishes the ledger transaction that onboards a confirmed tenant: its strings, its admin, its registration reference',
  authentication: 'bearer',
  privileges: TENANT_ADMIN,
  tenantPrivileges: ['platform.OPERATOR'],
  body: z.object({ id: Identifier, rawTransaction: HexData }),
  response: z.object({ transactionHash: TxHash }),
  errors: ['invitationNotFound', 'invitationNotConfirmed', 'transactionOtherTarget', ...PUBLISHING_ERRORS],
})

export const updateTenant = endpoint({
  method: 'PUT',
  path: '/platform/tenants',
  summary:
    "Publishes the ledger transaction that changes the own tenant's name, address of its server or LEI",
  authentication: 'bearer',
  privileges: TENANT_ADMIN,
  body: z.object({ rawTransaction: HexData }),
  response: z.object({ transactionHash: TxHash }),
  errors: ['apiAddressInvalid', 'transactionOtherTarget', ...PUBLISHING_ERRORS],
})
