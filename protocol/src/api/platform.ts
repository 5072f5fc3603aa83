import * as z from 'zod/mini'
import {
  Dapp,
  DappController,
  DappType,
  Tenant,
  User,
  UserStatus,
  WalletExpirationStatus,
} from '../entities/tenant.ts'
import { IN_REGISTRIES } from './access.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { PlatformTenant } from './platformTenant.ts'
import { AccountNumber, Address, Bytes32, Quantity, Seconds } from '../scalars.ts'

export const platform = endpoint({
  method: 'GET',
  path: '/platform',
  summary: "The platform's static data",
  authentication: 'bearer',
  response: z.object({
    address: Address,
    name: z.string(),
    chainId: z.number(),
    refundThreshold: Quantity,
    refundLimit: Quantity,
  }),
})

export const login = endpoint({
  method: 'GET',
  path: '/platform/login',
  summary: 'Exchanges a signed request for a bearer token, which platform calls use',
  response: z.object({ token: z.string(), expiresAt: Seconds }),
})

export const logout = endpoint({
  method: 'GET',
  path: '/platform/logout',
  summary: 'Ends the bearer token',
  authentication: 'bearer',
  response: z.object({}),
})

export const me = endpoint({
  method: 'GET',
  path: '/platform/me',
  summary: 'Who am I: the user, also when locked or inactive, and the tenant',
  authentication: 'signedOrBearer',
  query: z.object({ dappTypes: z.optional(queryList(DappType)) }),
  response: z.object({ user: User, tenant: Tenant }),
})

export const tenants = endpoint({
  method: 'GET',
  path: '/platform/tenants',
  summary: 'Every tenant of the platform; of the own one also what it keeps about itself',
  authentication: 'bearer',
  query: z.object(pagingFields),
  response: page(PlatformTenant),
  isPage: true,
})

export const dapps = endpoint({
  method: 'GET',
  path: '/platform/dapps',
  summary: 'The dApps and who holds which privilege on each',
  authentication: 'bearer',
  query: z.object({
    ...pagingFields,
    dappTypes: z.optional(queryList(DappType)),
    /** Those on which somebody holds one of these, by the ledger's id. */
    privilegeIds: z.optional(queryList(Bytes32)),
    /** Those of which this tenant is an operator. */
    operatorAddr: z.optional(Address),
  }),
  response: page(Dapp),
  isPage: true,
})

export const dappControllers = endpoint({
  method: 'GET',
  path: '/platform/dapp-controllers',
  summary: "The signing user's tenant's controllers with their workflow configuration",
  authentication: 'bearer',
  query: z.object({ ...pagingFields, dappTypes: z.optional(queryList(DappType)) }),
  response: page(DappController),
  isPage: true,
})

export const AssetAccount = z.object({
  accountNum: AccountNumber,
  ownerAddr: Address,
  registryManagerAddr: Address,
  registrarAddr: Address,
  /** Of its registry manager, registrar and number, as the audit calls it. */
  entityId: z.string(),
  /** The last entry of the audit about it. */
  auditId: z.nullable(z.string()),
  /** The tenant's private names for it. */
  category: z.nullable(z.string()),
  internalIdentifier: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
})
export type AssetAccount = z.infer<typeof AssetAccount>

export const assetAccounts = endpoint({
  method: 'GET',
  path: '/platform/tenants/accounts',
  summary: "The tenant's asset accounts with the names that it gave them",
  authentication: 'bearer',
  privileges: [
    'registry.SHARED_POSITION_HANDLING',
    'registry.SHARED_POSITION_HANDLING_RO',
    'user.BUSINESS_ADMIN',
    'user.BUSINESS_ADMIN_RO',
  ],
  tenantPrivileges: IN_REGISTRIES,
  openedBy: ['account.READ'],
  query: z.object({
    ...pagingFields,
    registryManagerAddr: z.optional(Address),
    registrarAddr: z.optional(Address),
  }),
  response: page(AssetAccount),
  isPage: true,
  errors: ['accountsNotReadable'],
})

const AccountText = z.optional(z.string().check(z.maxLength(200)))

export const setAssetAccount = endpoint({
  method: 'PUT',
  path: '/platform/tenants/accounts',
  summary: "Keeps the tenant's private names for one of its asset accounts, once",
  authentication: 'bearer',
  privileges: ['registry.SHARED_POSITION_HANDLING', 'user.BUSINESS_ADMIN'],
  tenantPrivileges: IN_REGISTRIES,
  body: z.object({
    accountNum: z.string().check(z.maxLength(78)),
    registryManagerAddr: Address,
    registrarAddr: Address,
    category: AccountText,
    internalIdentifier: AccountText,
    accountName: AccountText,
  }),
  response: AssetAccount,
  errors: ['accountInvalid', 'accountsNotWritable'],
})

/** A user as its admin sees it. */
export const PlatformUser = z.object({
  ...User.shape,
  /** Of what was done to the user, the newest first, 20 at most. */
  auditIds: z.array(z.string()),
  /** Null where there is none, or it was used. */
  invitationToken: z.nullable(z.string()),
  /** The asking user's own alone. */
  viewPresets: z.array(z.object({ view: z.string(), preset: z.unknown() })),
})
export type PlatformUser = z.infer<typeof PlatformUser>

export const users = endpoint({
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
})

const UserName = z.string().check(z.minLength(1), z.maxLength(200))

export const createUser = endpoint({
  method: 'POST',
  path: '/platform/tenants/users',
  summary: 'Invites a user, who is ACTIVE once its wallet has confirmed with the token',
  authentication: 'bearer',
  privileges: ['user.TENANT_ADMIN'],
  body: z.object({ userAddr: Address, name: UserName, userId: z.optional(UserName) }),
  response: z.object({ ...User.shape, invitationToken: z.string() }),
  errors: ['alreadyStored', 'userOfAnotherTenant'],
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/platform/tenants/users',
  summary:
    "Changes a user's name or status, locks the user until a time (null unlocks), or says when the wallet expires",
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
})
