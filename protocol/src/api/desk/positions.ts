// Asset accounts and what they hold.
import * as z from 'zod/mini'
import { endpoint, page } from '../../endpoint.ts'
import { AssetClass } from '../../entities/instrument.ts'
import {
  AccountsFilter,
  PositionAggregationType,
  PositionQueryType,
  PositionSum,
} from '../../entities/position.ts'
import { asOfFields, pagingFields, queryBoolean } from '../../paging.ts'
import { AccountNumber, Address, Bytes32, RegistryId } from '../../scalars.ts'
import { IN_REGISTRIES } from '../../access.ts'

/** An asset account as the registrar opened it on the ledger. */
export const LedgerAssetAccount = z.object({
  accountNum: AccountNumber,
  ownerAddr: Address,
  registryManagerAddr: Address,
  registrarAddr: Address,
  isValid: z.boolean(),
  isOmnibus: z.boolean(),
})
export type LedgerAssetAccount = z.infer<typeof LedgerAssetAccount>

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

const AccountText = z.optional(z.string().check(z.maxLength(200)))

export const positionsApi = {
  registryAccounts: endpoint({
    method: 'GET',
    path: '/registry-manager/accounts',
    summary: 'Asset accounts that the registrars have opened for the tenant',
    privileges: [
      'registry.SHARED_POSITION_HANDLING',
      'registry.SHARED_POSITION_HANDLING_RO',
      'registry.REGISTRAR_REGISTRATION',
      'registry.REGISTRAR_REGISTRATION_RO',
    ],
    tenantPrivileges: IN_REGISTRIES,
    query: z.object({
      ...pagingFields,
      tenantAddr: z.optional(Address),
      registryManagerAddr: z.optional(Address),
      registrarAddr: z.optional(Address),
      accountNum: z.optional(AccountNumber),
    }),
    response: page(LedgerAssetAccount),
    isPage: true,
  }),
  assetAccounts: endpoint({
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
  }),
  setAssetAccount: endpoint({
    method: 'PUT',
    path: '/platform/tenants/accounts',
    summary: "Stores the tenant's private names for one of its asset accounts, once",
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
  }),
  positions: endpoint({
    method: 'GET',
    path: '/registry-manager/positions',
    summary: "The tenant's positions; a registrar sees those of its own registries",
    privileges: [
      'registry.SHARED_POSITION_HANDLING',
      'registry.SHARED_POSITION_HANDLING_RO',
      'registry.REGISTRAR_REGISTRATION',
      'registry.REGISTRAR_REGISTRATION_RO',
    ],
    tenantPrivileges: IN_REGISTRIES,
    query: z.object({
      ...pagingFields,
      ...asOfFields,
      /** all, where it is not named. */
      queryType: z.optional(PositionQueryType),
      /** account, where it is not named. */
      aggregationType: z.optional(PositionAggregationType),
      registryManagerAddr: z.optional(Address),
      registrarAddr: z.optional(Address),
      registryId: z.optional(RegistryId),
      /** What is held over this chain alone. */
      custodyChainId: z.optional(Bytes32),
      owner: z.optional(Address),
      account: z.optional(AccountNumber),
      accountsFilter: z.optional(AccountsFilter),
      assetClass: z.optional(AssetClass),
      /** By the names that the caller's tenant has given its accounts. */
      accountCategory: z.optional(z.string().check(z.maxLength(200))),
      accountInternalIdentifier: z.optional(z.string().check(z.maxLength(200))),
      /** Leaves out positions with nothing available. */
      excludeEarmarked: z.optional(queryBoolean),
      /** Those of which something, or nothing, is marked for redemption. */
      isRedeemable: z.optional(queryBoolean),
    }),
    response: page(PositionSum),
    isPage: true,
  }),
}
