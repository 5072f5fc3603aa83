import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Seconds } from '../scalars.ts'

export const SyncStatus = z.enum([
  'PENDING',
  'SYNCED',
  'REQUEST_FAILED',
  'FINGERPRINT_MISMATCH',
  'NO_ELIGIBLE_TENANTS',
])
export type SyncStatus = z.infer<typeof SyncStatus>

/** What is pushed. */
export const SyncEvent = z.enum([
  'DELIVERY_DETAILS',
  'INSTRUMENT_DETAILS',
  'DOCUMENT',
  'COMMENT',
  'DELIVERY_COMMENT',
  'REGISTRATION_REASON',
  'UNREGISTER_REASON',
  'FORCED_TRANSFER',
  'ENTRIES_ISSUE',
  'ENTRIES_IMPORT',
  'ENTRIES_ONRAMP',
  'ENTRIES_REORG',
  'ENTRY_TERMINATION',
])
export type SyncEvent = z.infer<typeof SyncEvent>

export const SyncOperation = z.object({
  id: z.string(),
  status: SyncStatus,
  event: SyncEvent,
  /** What it is about: a delivery's, an instrument's or a registry's id, or a comment's fingerprint. */
  entityId: z.string(),
  dappAddr: Address,
  destinationTenantAddr: Address,
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  nextAttemptAt: z.nullable(Seconds),
  updatedAt: Seconds,
})
export type SyncOperation = z.infer<typeof SyncOperation>

export const syncOperations = endpoint({
  method: 'GET',
  path: '/sync/operations',
  summary: "The pushes of private data to other parties' servers",
  privileges: ['user.TECHNICAL_ADMIN', 'user.TECHNICAL_ADMIN_RO'],
  query: z.object({
    ...pagingFields,
    status: z.optional(queryList(SyncStatus)),
    event: z.optional(SyncEvent),
    dappAddr: z.optional(Address),
    destinationTenantAddr: z.optional(Address),
  }),
  response: page(SyncOperation),
  isPage: true,
})

export const retrySync = endpoint({
  method: 'PUT',
  path: '/sync/operations/retry',
  summary: 'Tries failed pushes again now',
  privileges: ['user.TECHNICAL_ADMIN'],
  body: z.object({ ids: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(500)) }),
  response: z.object({ retried: z.number() }),
  errors: ['notFound'],
})
