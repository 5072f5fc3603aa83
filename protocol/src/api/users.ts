// A tenant's users: invited, confirmed by their wallet, changed by their admin; nominations, the blacklist, view presets.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { Nomination, NominationStatus } from '../entities/tenant.ts'
import { InvitationToken, User, UserStatus, WalletExpirationStatus } from '../entities/user.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Bytes32, Seconds } from '../scalars.ts'
import { READ_TENANT_ADMIN, TENANT_ADMIN } from '../access.ts'

/** A user as its admin sees it. */
export const PlatformUser = z.object({
  ...User.shape,
  /** Changes to the user, newest first, 20 at most. */
  auditIds: z.array(z.string()),
  /** Null where there is none, or it was used. */
  invitationToken: z.nullable(z.string()),
  /** The asking user's own alone. */
  viewPresets: z.array(z.object({ view: z.string(), preset: z.unknown() })),
})
export type PlatformUser = z.infer<typeof PlatformUser>

const UserName = z.string().check(z.minLength(1), z.maxLength(200))

/** An invited user, and the token for its wallet to confirm with. */
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

const View = z.string().check(z.minLength(1), z.maxLength(100))

export const ViewPreset = z.object({ view: View, preset: z.unknown() })
export type ViewPreset = z.infer<typeof ViewPreset>

export const usersApi = {
  users: endpoint({
    method: 'GET',
    path: '/platform/tenants/users',
    summary: "The tenant's users, for its admin",
    authentication: 'bearer',
    privileges: ['user.TENANT_ADMIN', 'user.TENANT_ADMIN_RO'],
    query: z.object({
      ...pagingFields,
      status: z.optional(queryList(UserStatus)),
      walletExpirationStatus: z.optional(queryList(WalletExpirationStatus)),
      privilegeIds: z.optional(queryList(Bytes32)),
    }),
    response: page(PlatformUser),
    isPage: true,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/platform/tenants/users',
    summary: 'Invites a user, who is ACTIVE once its wallet has confirmed with the token',
    authentication: 'bearer',
    privileges: ['user.TENANT_ADMIN'],
    body: z.object({ userAddr: Address, name: UserName, userId: z.optional(UserName) }),
    response: z.object({ ...User.shape, invitationToken: z.string() }),
    errors: ['alreadyStored', 'userOfAnotherTenant'],
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/platform/tenants/users',
    summary:
      "Changes a user's name or status, locks the user until a time (null unlocks), or sets when the wallet expires",
    authentication: 'bearer',
    privileges: ['user.TENANT_ADMIN'],
    body: z.object({
      userAddr: Address,
      name: z.optional(UserName),
      status: z.optional(UserStatus),
      lockExpiration: z.optional(z.nullable(Seconds)),
      /** Null for a wallet that never does. */
      walletExpiresAt: z.optional(z.nullable(Seconds)),
    }),
    response: User,
    errors: ['userNotFound', 'userStateFixed'],
  }),
  userRegistrations: endpoint({
    method: 'GET',
    path: '/platform/tenants/users/registrations',
    summary: "The tenant's user invitations with token and status",
    authentication: 'bearer',
    privileges: READ_TENANT_ADMIN,
    query: z.object(pagingFields),
    response: page(UserRegistration),
    isPage: true,
  }),
  deleteUserRegistration: endpoint({
    method: 'DELETE',
    path: '/platform/tenants/users/registrations',
    summary: 'Withdraws an invitation while the user is INVITED',
    authentication: 'bearer',
    privileges: TENANT_ADMIN,
    query: z.object({ userAddr: Address }),
    response: z.object({}),
    errors: ['userNotFound', 'userNotInvited'],
  }),
  confirmUserRegistration: endpoint({
    method: 'POST',
    path: '/platform/tenants/users/registrations/confirm',
    summary: 'The invited wallet confirms with its token, once, and its user is ACTIVE',
    authentication: 'wallet',
    body: z.object({ token: InvitationToken }),
    response: User,
    errors: ['userNotFound', 'walletOfAnotherTenant'],
  }),
  nominations: endpoint({
    method: 'GET',
    path: '/platform/tenants/nominations',
    summary: "The nominations of admins in the privilege manager of the caller's tenant",
    authentication: 'bearer',
    privileges: READ_TENANT_ADMIN,
    query: z.object({ ...pagingFields, status: z.optional(queryList(NominationStatus)) }),
    response: page(Nomination),
    isPage: true,
  }),
  blacklist: endpoint({
    method: 'GET',
    path: '/platform/blacklist',
    summary: 'Blacklisted addresses, all or among those in the query',
    authentication: 'bearer',
    query: z.object({ ...pagingFields, addresses: z.optional(queryList(Address)) }),
    response: page(z.object({ address: Address })),
    isPage: true,
  }),
  viewPresets: endpoint({
    method: 'GET',
    path: '/platform/tenants/users/view-presets',
    summary: "The user's own presets of views",
    authentication: 'bearer',
    query: z.object({ ...pagingFields, view: z.optional(queryList(View)) }),
    response: page(ViewPreset),
    isPage: true,
  }),
  putViewPreset: endpoint({
    method: 'PUT',
    path: '/platform/tenants/users/view-presets',
    summary: "Stores the user's preset of a view",
    authentication: 'bearer',
    body: ViewPreset,
    response: ViewPreset,
  }),
  deleteViewPreset: endpoint({
    method: 'DELETE',
    path: '/platform/tenants/users/view-presets',
    summary: "Removes the user's preset of a view",
    authentication: 'bearer',
    query: z.object({ view: View }),
    response: z.object({}),
    errors: ['notFound'],
  }),
}
