import * as z from 'zod/mini'
import { AuditId } from '../entities/auditId.ts'
import { AssetClass, RegistryInstrument, RegistryState } from '../entities/instrument.ts'
import {
  AccountsFilter,
  PositionAggregationType,
  PositionQueryType,
  PositionSum,
} from '../entities/position.ts'
import { IN_INSTRUMENTS, IN_REGISTRIES } from './access.ts'
import { endpoint, page } from '../endpoint.ts'
import { asOfFields, pagingFields, queryBoolean, queryInteger, queryList } from '../paging.ts'
import { AccountNumber, Address, Bytes32, InstrumentId, Quantity, RegistryId } from '../scalars.ts'

export const registryManager = endpoint({
  method: 'GET',
  path: '/registry-manager',
  summary: "The registry managers' static data",
  response: z.object({
    registryManagers: z.array(
      z.object({ address: Address, registryType: z.string(), registrars: z.array(Address) }),
    ),
  }),
})

const registryFilters = {
  registryManagerAddr: z.optional(Address),
  registrarAddr: z.optional(Address),
  registryIds: z.optional(queryList(RegistryId)),
  instrumentIds: z.optional(queryList(InstrumentId)),
  registryState: z.optional(queryList(RegistryState)),
  instrumentManagerAddr: z.optional(Address),
  /** The registrar of the register that the registry follows. */
  instrumentRegistrarAddr: z.optional(Address),
  assetClass: z.optional(AssetClass),
  instrumentIssuer: z.optional(Address),
  instrumentRevision: z.optional(queryInteger(0, 1_000_000_000)),
  identifier: z.optional(z.string().check(z.maxLength(100))),
  /** A registry's id, or an instrument's. */
  entityId: z.optional(Bytes32),
  /** What has changed in this block or after. */
  fromBlock: z.optional(queryInteger(0, 1_000_000_000_000)),
  /** What these entries of the own audit are about. */
  auditIds: z.optional(queryList(AuditId)),
}

export const registryInstruments = endpoint({
  method: 'GET',
  path: '/registry-manager/instruments',
  summary: 'Instruments by registry, with their issue size and suspension state',
  tenantPrivileges: IN_INSTRUMENTS,
  query: z.object({ ...pagingFields, ...registryFilters }),
  response: page(RegistryInstrument),
  isPage: true,
})

export const totalIssuedAmount = endpoint({
  method: 'GET',
  path: '/registry-manager/instruments/total-issued-amount',
  summary: 'What one registry has issued less what it has terminated',
  tenantPrivileges: IN_INSTRUMENTS,
  query: z.object({
    registryManagerAddr: Address,
    registryId: RegistryId,
    instrumentId: z.optional(InstrumentId),
  }),
  response: z.object({ totalIssuedAmount: Quantity }),
  errors: ['notFound'],
})

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

export const registryAccounts = endpoint({
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
})

export const positions = endpoint({
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
    /** By the own tenant's names of its accounts. */
    accountCategory: z.optional(z.string().check(z.maxLength(200))),
    accountInternalIdentifier: z.optional(z.string().check(z.maxLength(200))),
    /** Without what has nothing available. */
    excludeEarmarked: z.optional(queryBoolean),
    /** Those of which something, or nothing, is marked for redemption. */
    isRedeemable: z.optional(queryBoolean),
  }),
  response: page(PositionSum),
  isPage: true,
})
