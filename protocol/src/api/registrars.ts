// What registrars and issuers do with a registry: registrations, forced transfers, custody chains.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { DetailsStatus } from '../entities/delivery.ts'
import { SaltedText, WrittenText, pushFields } from '../entities/privateText.ts'
import { pagingFields, queryList } from '../paging.ts'
import {
  AccountNumber,
  Address,
  Bytes32,
  Fingerprint,
  InstrumentId,
  Quantity,
  RegistryId,
} from '../scalars.ts'
import {
  IN_INSTRUMENTS,
  IN_REGISTRIES,
  MAINTAIN_REGISTRIES,
  PUSH,
  READ_ENTRIES,
  READ_REGISTRATIONS,
  REGISTER,
} from '../access.ts'

const Stored = z.object({ fingerprint: Fingerprint, status: DetailsStatus })
const registryKey = { registryManagerAddr: Address, registryId: RegistryId }

/** What the registrar moves, and why. */
export const ForcedTransferData = z.object({
  salt: Bytes32,
  fromAddr: Address,
  toAddr: Address,
  fromAccount: z.optional(AccountNumber),
  toAccount: z.optional(AccountNumber),
  quantity: Quantity,
  reason: z.string().check(z.minLength(1), z.maxLength(4000)),
})
export type ForcedTransferData = z.infer<typeof ForcedTransferData>

export const ForcedTransfer = z.object({
  /** The data's fingerprint, which goes on the ledger. */
  entityId: Fingerprint,
  registryId: z.string(),
  registrarAddr: Address,
  status: DetailsStatus,
  /** Null where the pushed data has another fingerprint. */
  data: z.nullable(ForcedTransferData),
})
export type ForcedTransfer = z.infer<typeof ForcedTransfer>

export const CustodyChain = z.object({
  custodyChainId: Bytes32,
  registryManagerAddr: Address,
  registryId: RegistryId,
  registrarAddr: Address,
  instrumentId: InstrumentId,
  identifier: z.string(),
  decimals: z.number(),
  transferAgentAddr: Address,
  /** From the depositary's side to the holder's. */
  custodians: z.array(Address),
  onramped: Quantity,
  offramped: Quantity,
})
export type CustodyChain = z.infer<typeof CustodyChain>

export const registrarsApi = {
  registryNonce: endpoint({
    method: 'GET',
    path: '/registry-manager/registry-nonce',
    summary:
      "The nonce that a tenant's confirmer signs when it agrees that a registry ends, as on the ledger",
    privileges: READ_REGISTRATIONS,
    tenantPrivileges: IN_INSTRUMENTS,
    query: z.object({ registryManagerAddr: Address, tenantAddr: Address }),
    response: z.object({ nonce: z.string().check(z.regex(/^[0-9]+$/)) }),
    errors: ['notFound'],
  }),
  registryConfirmerAccounts: endpoint({
    method: 'GET',
    path: '/registry-manager/registry-confirmer-accounts',
    summary: 'Accounts that sign for a tenant when a registry ends, by registry manager, as on the ledger',
    privileges: READ_REGISTRATIONS,
    tenantPrivileges: IN_INSTRUMENTS,
    query: z.object({
      ...pagingFields,
      registryManagerAddr: z.optional(Address),
      tenantAddr: z.optional(Address),
    }),
    response: page(z.object({ registryManagerAddr: Address, tenantAddr: Address, confirmer: Address })),
    isPage: true,
  }),
  putRegistrationReason: endpoint({
    method: 'PUT',
    path: '/registry-manager/registration-requests/reasons',
    summary:
      'Stores the reason for rejecting or canceling a registration; its fingerprint goes on the ledger',
    privileges: [...REGISTER, ...PUSH],
    tenantPrivileges: IN_INSTRUMENTS,
    body: z.object({ ...registryKey, reason: SaltedText, ...pushFields }),
    response: Stored,
    errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
  }),
  registrationReasons: endpoint({
    method: 'GET',
    path: '/registry-manager/registration-requests/reasons',
    summary: 'Reasons by fingerprint, for both sides of the registration',
    privileges: READ_REGISTRATIONS,
    tenantPrivileges: IN_INSTRUMENTS,
    query: z.object({ ...pagingFields, fingerprints: queryList(Fingerprint) }),
    response: page(z.object({ ...WrittenText.shape, registryId: z.string() })),
    isPage: true,
    errors: ['registryNotFound'],
  }),
  unregister: endpoint({
    method: 'PUT',
    path: '/registry-manager/registry/unregister',
    summary:
      'Stores the reason for unregistering and pushes it to the other side; its fingerprint goes on the ledger',
    privileges: [...REGISTER, ...PUSH],
    tenantPrivileges: IN_INSTRUMENTS,
    body: z.object({ ...registryKey, reason: SaltedText, ...pushFields }),
    response: Stored,
    errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
  }),
  putForcedTransfer: endpoint({
    method: 'PUT',
    path: '/registry-manager/registry/forced-transfers',
    summary: "Stores a forced transfer's private data and reason: the registrar, before it publishes",
    privileges: [...MAINTAIN_REGISTRIES, ...PUSH],
    tenantPrivileges: IN_REGISTRIES,
    body: z.object({ ...registryKey, data: ForcedTransferData, ...pushFields }),
    response: z.object({ entityId: Fingerprint, status: DetailsStatus }),
    errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
  }),
  forcedTransfer: endpoint({
    method: 'GET',
    path: '/registry-manager/registry/forced-transfers/{entity_id}',
    summary: 'A forced transfer with its reason, for the registrar and both holders',
    privileges: READ_ENTRIES,
    tenantPrivileges: IN_REGISTRIES,
    params: z.object({ entity_id: Fingerprint }),
    response: ForcedTransfer,
    errors: ['notFound'],
  }),
  custodyChains: endpoint({
    method: 'GET',
    path: '/registry-manager/custody-chains',
    summary: "Custody chains in which the caller's tenant is registrar, transfer agent, custodian or holder",
    privileges: READ_ENTRIES,
    tenantPrivileges: IN_REGISTRIES,
    query: z.object({
      ...pagingFields,
      custodyChainId: z.optional(Bytes32),
      registryManagerAddr: z.optional(Address),
      registryId: z.optional(RegistryId),
    }),
    response: page(CustodyChain),
    isPage: true,
  }),
}
