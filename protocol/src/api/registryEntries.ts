// Entries of a registry: on the ledger by fingerprint alone, their details with the registrar and the owner.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { DetailsStatus } from '../entities/delivery.ts'
import { AccountsFilter } from '../entities/position.ts'
import { pushFields } from '../entities/privateText.ts'
import {
  EntryType,
  ProposeSetAlgorithm,
  ProposedSet,
  RegistryEntry,
  RegistryEntryDetails,
} from '../entities/registryEntry.ts'
import { asOfFields, pagingFields, queryBoolean, queryInteger, queryList } from '../paging.ts'
import { AccountNumber, Address, Bytes32, Fingerprint, Quantity, RegistryId } from '../scalars.ts'
import { IN_REGISTRIES, MAINTAIN_REGISTRIES, ON_RAMP, PUSH, READ_ENTRIES } from '../access.ts'

const registryKey = { registryManagerAddr: Address, registryId: RegistryId }
const entries = z.array(RegistryEntryDetails).check(z.minLength(1), z.maxLength(200))
const Stored = z.object({ fingerprints: z.array(Fingerprint), status: DetailsStatus })

const stores = (path: string, summary: string, privileges: typeof MAINTAIN_REGISTRIES) =>
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

export const registryEntriesApi = {
  issueEntries: stores('issue', 'Stores the details of entries that are to be issued', MAINTAIN_REGISTRIES),
  importEntries: stores(
    'import',
    'Stores the details of entries that are to be imported',
    MAINTAIN_REGISTRIES,
  ),
  onRampEntries: stores('onramp', 'Stores the details of entries that are to be on-ramped', ON_RAMP),
  reorgEntries: endpoint({
    method: 'PUT',
    path: '/registry-manager/registry-entries/details/reorg',
    summary:
      'Stores the details of entries that result from a split or merge; the total quantity must not change',
    privileges: ['registry.SHARED_POSITION_HANDLING', ...MAINTAIN_REGISTRIES, ...PUSH],
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
  }),
  terminateEntry: endpoint({
    method: 'PUT',
    path: '/registry-manager/registry-entries/details/terminate-entry',
    summary: 'Stores the fingerprint and the reason for terminating an entry',
    privileges: [...MAINTAIN_REGISTRIES, ...PUSH],
    tenantPrivileges: IN_REGISTRIES,
    body: z.object({
      ...registryKey,
      registryEntryFingerprint: Fingerprint,
      reason: z.object({ salt: Bytes32, text: z.string().check(z.maxLength(4000)) }),
      ...pushFields,
    }),
    response: z.object({ fingerprint: Fingerprint, status: DetailsStatus }),
    errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
  }),
  registryEntryDetails: endpoint({
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
  }),
  registryEntries: endpoint({
    method: 'GET',
    path: '/registry-manager/registry-entries',
    summary: "Entries that the caller's tenant may see, with their details where it has them",
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
  }),
  proposeSet: endpoint({
    method: 'GET',
    path: '/registry-manager/registry-entries/propose-set',
    summary:
      "Proposes available entries that make up a quantity; those of the caller's tenant if no owner is specified",
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
  }),
  proposeSetFrom: endpoint({
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
  }),
}
