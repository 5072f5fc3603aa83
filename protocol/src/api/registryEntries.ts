// Entries of a register: on the ledger by fingerprint alone, their details with the registrar and the owner.
import * as z from 'zod/mini'
import { DetailsStatus } from '../entities/deliveryDetails.ts'
import { AccountsFilter } from '../entities/position.ts'
import { RegistryEntryDetails } from '../entities/registryEntry.ts'
import { pushFields } from '../entities/privateText.ts'
import { endpoint, page } from '../endpoint.ts'
import { asOfFields, pagingFields, queryBoolean, queryInteger, queryList } from '../paging.ts'
import {
  AccountNumber,
  Address,
  Bytes32,
  Fingerprint,
  InstrumentId,
  Quantity,
  RegistryId,
  Seconds,
} from '../scalars.ts'
import { IN_REGISTRIES, KEEP_REGISTERS, ON_RAMP, PUSH, READ_ENTRIES } from './access.ts'

const registryKey = { registryManagerAddr: Address, registryId: RegistryId }
const entries = z.array(RegistryEntryDetails).check(z.minLength(1), z.maxLength(200))
const Stored = z.object({ fingerprints: z.array(Fingerprint), status: DetailsStatus })

const stores = (path: string, summary: string, privileges: typeof KEEP_REGISTERS) =>
  endpoint({
    method: 'PUT',
    path: `/registry-manager/registry-entries/details/${path}`,
    summary,
    privileges: [...privileges, ...PUSH],
    tenantPrivileges: IN_REGISTRIES,
    body: z.object({ ...registryKey, entries, ...pushFields }),
    response: Stored,
    errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
  })

export const issueEntries = stores(
  'issue',
  'Stores the details of entries that are to be issued',
  KEEP_REGISTERS,
)
export const importEntries = stores(
  'import',
  'Stores the details of entries that are to be imported',
  KEEP_REGISTERS,
)
export const onRampEntries = stores(
  'onramp',
  'Stores the details of entries that are to be on-ramped',
  ON_RAMP,
)

export const reorgEntries = endpoint({
  method: 'PUT',
  path: '/registry-manager/registry-entries/details/reorg',
  summary:
    'Stores the details of entries that others are to be split into or merged to; quantities are conserved',
  privileges: ['registry.SHARED_POSITION_HANDLING', ...KEEP_REGISTERS, ...PUSH],
  tenantPrivileges: IN_REGISTRIES,
  body: z.object({
    ...registryKey,
    /** The entries that go. */
    deleted: z.array(Fingerprint).check(z.minLength(1), z.maxLength(200)),
    entries,
    ...pushFields,
  }),
  response: Stored,
  errors: ['registryNotFound', 'forbidden', 'notYetIndexed', 'badRequest'],
})

export const terminateEntry = endpoint({
  method: 'PUT',
  path: '/registry-manager/registry-entries/details/terminate-entry',
  summary: 'Stores what goes with terminating an entry: its fingerprint and a reason',
  privileges: [...KEEP_REGISTERS, ...PUSH],
  tenantPrivileges: IN_REGISTRIES,
  body: z.object({
    ...registryKey,
    registryEntryFingerprint: Fingerprint,
    reason: z.object({ salt: Bytes32, text: z.string().check(z.maxLength(4000)) }),
    ...pushFields,
  }),
  response: z.object({ fingerprint: Fingerprint, status: DetailsStatus }),
  errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
})

export const registryEntryDetails = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-entries/details',
  summary: "Entries' private details, for the registrar and the owner",
  privileges: READ_ENTRIES,
  tenantPrivileges: IN_REGISTRIES,
  query: z.object({ ...pagingFields, registryEntryFingerprints: queryList(Fingerprint) }),
  response: page(
    z.object({
      registryEntryFingerprint: Fingerprint,
      registryId: z.string(),
      /** PENDING until the ledger has the entry, for who stored it alone. */
      status: DetailsStatus,
      details: RegistryEntryDetails,
    }),
  ),
  isPage: true,
})

/** REDEEMABLE and EXPORTING: marked by the owner, so that the registrar may end it and nothing else moves it. */
export const EntryType = z.enum(['NONE', 'PREPARED', 'ISSUED', 'REDEEMABLE', 'EXPORTING', 'TERMINATED'])
export type EntryType = z.infer<typeof EntryType>

/** An entry as the ledger has it, with the half that the own tenant knows. */
export const RegistryEntry = z.object({
  registryEntryFingerprint: Fingerprint,
  ...registryKey,
  registrarAddr: Address,
  instrumentId: InstrumentId,
  identifier: z.string(),
  decimals: z.number(),
  entryType: EntryType,
  /** The last one where the entry is TERMINATED. */
  owner: Address,
  issuer: Address,
  /** Who answered for the instrument when the registry was prepared. */
  issuerOrDepositary: Address,
  /** Whose movement holds it; null where it is free. */
  earmarkedBy: z.nullable(Address),
  earmarkReference: z.nullable(Bytes32),
  isRedeemable: z.boolean(),
  account: z.nullable(AccountNumber),
  details: z.nullable(RegistryEntryDetails),
  /**
   * Whether the entries that began with it are as much as those that ended for it; null where none did, or where the
   * own tenant does not know them all.
   */
  isConserved: z.nullable(z.boolean()),
  createdAt: Seconds,
})
export type RegistryEntry = z.infer<typeof RegistryEntry>

export const registryEntries = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-entries',
  summary: 'Entries that the own tenant may see, with their details where it has them',
  privileges: READ_ENTRIES,
  tenantPrivileges: IN_REGISTRIES,
  query: z.object({
    ...pagingFields,
    ...asOfFields,
    registryManagerAddr: z.optional(Address),
    registrarAddr: z.optional(Address),
    registryId: z.optional(RegistryId),
    fingerprints: z.optional(queryList(Fingerprint)),
    entryType: z.optional(queryList(EntryType)),
    owner: z.optional(Address),
    issuer: z.optional(Address),
    earmarked: z.optional(queryBoolean),
    earmarkedBy: z.optional(Address),
    earmarkReference: z.optional(Bytes32),
    accountsFilter: z.optional(AccountsFilter),
    /** What has changed in this block or after. */
    fromBlock: z.optional(queryInteger(0, 1_000_000_000_000)),
  }),
  response: page(RegistryEntry),
  isPage: true,
})

/** greedy takes the fewest entries; minimal leaves the least over. */
export const ProposeSetAlgorithm = z.enum(['greedy', 'minimal'])
export type ProposeSetAlgorithm = z.infer<typeof ProposeSetAlgorithm>

export const ProposedSet = z.object({
  registryEntryFingerprints: z.array(Fingerprint),
  /** Their sum, at least what was asked for. */
  quantity: Quantity,
})
export type ProposedSet = z.infer<typeof ProposedSet>

export const proposeSet = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-entries/propose-set',
  summary:
    "Proposes free entries of an owner that make up a quantity; of the own tenant's unless said otherwise",
  privileges: READ_ENTRIES,
  tenantPrivileges: IN_REGISTRIES,
  query: z.object({
    registryManagerAddr: Address,
    registrarAddr: z.optional(Address),
    registryId: RegistryId,
    /** Those that their owner has marked for redemption, in place of those that may move. */
    redeemableOnly: z.optional(queryBoolean),
    /** All that could be taken where none is named. */
    quantity: z.optional(Quantity),
    algorithm: z.optional(ProposeSetAlgorithm),
    owner: z.optional(Address),
    account: z.optional(AccountNumber),
  }),
  response: ProposedSet,
  errors: ['registryNotFound', 'badRequest'],
})

export const proposeSetFrom = endpoint({
  method: 'POST',
  onlyReads: true,
  path: '/registry-manager/registry-entries/propose-set',
  summary: 'Proposes entries as GET does, of several accounts or without some entries',
  privileges: READ_ENTRIES,
  tenantPrivileges: IN_REGISTRIES,
  body: z.object({
    ...registryKey,
    registrarAddr: z.optional(Address),
    redeemableOnly: z.optional(z.boolean()),
    quantity: z.optional(Quantity),
    algorithm: z.optional(ProposeSetAlgorithm),
    owner: z.optional(Address),
    accounts: z.optional(z.array(AccountNumber).check(z.minLength(1), z.maxLength(1000))),
    /** Entries that must not be among them. */
    without: z.optional(z.array(Fingerprint).check(z.maxLength(10_000))),
  }),
  response: ProposedSet,
  errors: ['registryNotFound', 'badRequest'],
})
