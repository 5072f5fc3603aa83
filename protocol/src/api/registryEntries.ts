// Entries of a register: on the ledger by fingerprint alone, their details with the registrar and the owner.
import * as z from 'zod/mini'
import { RegistryEntryDetails } from '../entities/registryEntry.ts'
import { pushFields } from '../entities/privateText.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryBoolean, queryInteger, queryList } from '../paging.ts'
import { Address, Bytes32, Fingerprint, Quantity, RegistryId } from '../scalars.ts'
import { KEEP_REGISTERS, ON_RAMP, PUSH, READ_ENTRIES } from './access.ts'

const registryKey = { registryManagerAddr: Address, registryId: RegistryId }
const entries = z.array(RegistryEntryDetails).check(z.minLength(1), z.maxLength(200))
const Stored = z.object({ fingerprints: z.array(Fingerprint) })

const stores = (path: string, summary: string, privileges: typeof KEEP_REGISTERS) =>
  endpoint({
    method: 'PUT',
    path: `/registry-manager/registry-entries/details/${path}`,
    summary,
    privileges: [...privileges, ...PUSH],
    body: z.object({ ...registryKey, entries, ...pushFields }),
    response: Stored,
    errors: ['registryNotFound', 'forbidden'],
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
  body: z.object({
    ...registryKey,
    /** The entries that go. */
    deleted: z.array(Fingerprint).check(z.minLength(1), z.maxLength(200)),
    entries,
    ...pushFields,
  }),
  response: Stored,
  errors: ['registryNotFound', 'forbidden', 'badRequest'],
})

export const terminateEntry = endpoint({
  method: 'PUT',
  path: '/registry-manager/registry-entries/details/terminate-entry',
  summary: 'Stores what goes with terminating an entry: its fingerprint and a reason',
  privileges: [...KEEP_REGISTERS, ...PUSH],
  body: z.object({
    ...registryKey,
    registryEntryFingerprint: Fingerprint,
    reason: z.object({ salt: Bytes32, text: z.string().check(z.maxLength(4000)) }),
    ...pushFields,
  }),
  response: z.object({ fingerprint: Fingerprint }),
  errors: ['registryNotFound', 'forbidden'],
})

export const registryEntryDetails = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-entries/details',
  summary: "Entries' private details, for the registrar and the owner",
  privileges: READ_ENTRIES,
  query: z.object({ ...pagingFields, registryEntryFingerprints: queryList(Fingerprint) }),
  response: page(
    z.object({
      registryEntryFingerprint: Fingerprint,
      registryId: z.string(),
      details: RegistryEntryDetails,
    }),
  ),
  isPage: true,
})

/** An entry as the ledger has it. */
export const RegistryEntry = z.object({
  registryEntryFingerprint: Fingerprint,
  ...registryKey,
  entryType: z.string(),
  owner: Address,
  issuer: Address,
  earmarkedBy: z.nullable(Address),
  isRedeemable: z.boolean(),
  details: z.nullable(RegistryEntryDetails),
})
export type RegistryEntry = z.infer<typeof RegistryEntry>

export const registryEntries = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-entries',
  summary: 'Entries that the own tenant may see, with their details where it has them',
  privileges: READ_ENTRIES,
  query: z.object({
    ...pagingFields,
    fingerprints: z.optional(queryList(Fingerprint)),
    owner: z.optional(Address),
    issuer: z.optional(Address),
    earmarked: z.optional(queryBoolean),
    earmarkedBy: z.optional(Address),
    earmarkReference: z.optional(Bytes32),
    accountsFilter: z.optional(z.enum(['all', 'owned', 'shared'])),
    fromBlock: z.optional(queryInteger(0, 1_000_000_000_000)),
  }),
  response: page(RegistryEntry),
  isPage: true,
})

export const ProposeSetAlgorithm = z.enum(['greedy', 'minimal'])
export type ProposeSetAlgorithm = z.infer<typeof ProposeSetAlgorithm>

const ProposedSet = z.object({
  registryEntryFingerprints: z.array(Fingerprint),
  /** Their sum, at least what was asked for. */
  quantity: Quantity,
})

export const proposeSet = endpoint({
  method: 'GET',
  path: '/registry-manager/registry-entries/propose-set',
  summary: 'Proposes entries, none of them earmarked, that make up a quantity',
  privileges: READ_ENTRIES,
  query: z.object({
    registryManagerAddr: Address,
    registrarAddr: z.optional(Address),
    registryId: RegistryId,
    redeemableOnly: z.optional(queryBoolean),
    quantity: Quantity,
    algorithm: z.optional(ProposeSetAlgorithm),
  }),
  response: ProposedSet,
  errors: ['registryNotFound', 'badRequest'],
})

export const proposeSetFrom = endpoint({
  method: 'POST',
  onlyReads: true,
  path: '/registry-manager/registry-entries/propose-set',
  summary: 'Proposes entries as GET does, for several accounts or without some entries',
  privileges: READ_ENTRIES,
  body: z.object({
    ...registryKey,
    registrarAddr: z.optional(Address),
    redeemableOnly: z.optional(z.boolean()),
    quantity: Quantity,
    algorithm: z.optional(ProposeSetAlgorithm),
    /** Entries that must not be among them. */
    without: z.optional(z.array(Fingerprint).check(z.maxLength(10_000))),
  }),
  response: ProposedSet,
  errors: ['registryNotFound', 'badRequest'],
})
