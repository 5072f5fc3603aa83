// Reasons and private data that go with what registrars and issuers do in a registry.
import * as z from 'zod/mini'
import { SaltedText, WrittenText, pushFields } from '../entities/privateText.ts'
import { DetailsStatus } from '../entities/deliveryDetails.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { AccountNumber, Address, Bytes32, Fingerprint, Quantity, RegistryId } from '../scalars.ts'
import {
  IN_INSTRUMENTS,
  IN_REGISTRIES,
  KEEP_REGISTERS,
  PUSH,
  READ_ENTRIES,
  READ_REGISTRATIONS,
  REGISTER,
} from './access.ts'

const Stored = z.object({ fingerprint: Fingerprint, status: DetailsStatus })
const registryKey = { registryManagerAddr: Address, registryId: RegistryId }

export const putRegistrationReason = endpoint({
  method: 'PUT',
  path: '/registry-manager/registration-requests/reasons',
  summary: 'Stores the reason for rejecting or canceling a registration; its fingerprint goes on the ledger',
  privileges: [...REGISTER, ...PUSH],
  tenantPrivileges: IN_INSTRUMENTS,
  body: z.object({ ...registryKey, reason: SaltedText, ...pushFields }),
  response: Stored,
  errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
})

export const registrationReasons = endpoint({
  method: 'GET',
  path: '/registry-manager/registration-requests/reasons',
  summary: 'Reasons by fingerprint, for both sides of the registration',
  privileges: READ_REGISTRATIONS,
  tenantPrivileges: IN_INSTRUMENTS,
  query: z.object({ ...pagingFields, fingerprints: queryList(Fingerprint) }),
  response: page(z.object({ ...WrittenText.shape, registryId: z.string() })),
  isPage: true,
  errors: ['registryNotFound'],
})

export const unregister = endpoint({
  method: 'PUT',
  path: '/registry-manager/registry/unregister',
  summary:
    'Stores the reason for unregistering and pushes it to the other side; its fingerprint goes on the ledger',
  privileges: [...REGISTER, ...PUSH],
  tenantPrivileges: IN_INSTRUMENTS,
  body: z.object({ ...registryKey, reason: SaltedText, ...pushFields }),
  response: Stored,
  errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
})

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
  /** Null where what was pushed has another fingerprint. */
  data: z.nullable(ForcedTransferData),
})
export type ForcedTransfer = z.infer<typeof ForcedTransfer>

export const putForcedTransfer = endpoint({
  method: 'PUT',
  path: '/registry-manager/registry/forced-transfers',
  summary: "Stores a forced transfer's private data and reason: the registrar, before it publishes",
  privileges: [...KEEP_REGISTERS, ...PUSH],
  tenantPrivileges: IN_REGISTRIES,
  body: z.object({ ...registryKey, data: ForcedTransferData, ...pushFields }),
  response: z.object({ entityId: Fingerprint, status: DetailsStatus }),
  errors: ['registryNotFound', 'forbidden', 'notYetIndexed'],
})

export const forcedTransfer = endpoint({
  method: 'GET',
  path: '/registry-manager/registry/forced-transfers/{entity_id}',
  summary: 'A forced transfer with its reason, for the registrar and both holders',
  privileges: READ_ENTRIES,
  tenantPrivileges: IN_REGISTRIES,
  params: z.object({ entity_id: Fingerprint }),
  response: ForcedTransfer,
  errors: ['notFound'],
})
