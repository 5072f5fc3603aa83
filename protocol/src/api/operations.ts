// What the operator of a server looks at: its versions and health, its pushes to other servers, and the audit.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { AuditId, pagingFields, queryList } from '../paging.ts'
import { Address, BlockNumber, Seconds, TxHash } from '../scalars.ts'
import { Fees } from './fees.ts'
import { Confirmations } from './finality.ts'
import { READ_TECHNICAL_ADMIN, READ_TENANT_ADMIN } from '../access.ts'

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
  'DEAL_MESSAGE',
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

export const AuditAction = z.enum([
  'EXECUTE',
  'CREATE_DRAFT',
  'UPDATE_DRAFT',
  'PROPOSE_DRAFT',
  'WORKFLOW_START',
  'WORKFLOW_CONFIRM',
  'WORKFLOW_EXECUTE',
  'WORKFLOW_REJECT',
  'WORKFLOW_REVOKE',
  'WORKFLOW_ABORT',
  'CREATE',
  'DELETE',
])
export type AuditAction = z.infer<typeof AuditAction>

/** INTERNAL: a user's call; ON-CHAIN: a ledger event; PROPOSE: a push from another tenant's server. */
export const AuditSource = z.enum(['INTERNAL', 'ON-CHAIN', 'PROPOSE'])
export type AuditSource = z.infer<typeof AuditSource>

/** One change, or one that was refused. */
export const AuditEntry = z.object({
  auditId: z.string(),
  at: Seconds,
  tenantAddr: Address,
  /** The caller. */
  userAddr: Address,
  source: AuditSource,
  action: AuditAction,
  /** The kind of thing that was changed, such as `delivery`. */
  type: z.string(),
  /** Which one; empty where the call names none. */
  entityId: z.string(),
  /** The call's name in the endpoint table, or the ledger event's. */
  call: z.string(),
  outcome: z.enum(['DONE', 'REFUSED']),
  /** The answer's status; null for ledger events. */
  status: z.nullable(z.number()),
  /** The ledger transaction that was published, or that has brought it about. */
  txHash: z.nullable(TxHash),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const operationsApi = {
  /** Served at /api/introspection, outside the version prefix. */
  introspection: endpoint({
    method: 'GET',
    path: '/introspection',
    summary:
      'The versions of the API and the features that this server offers, the chain id of its ledger, what its ledger transactions pay for gas, and when its blocks are final',
    authentication: 'open',
    response: z.object({
      supportedApiVersions: z.array(z.number()),
      /** Missing on older servers, which have none. */
      features: z.optional(z.array(z.string())),
      chainId: z.optional(z.number()),
      /** Missing on older servers: a legacy transaction at 1 wei. */
      fees: z.optional(Fees),
      /** When its blocks are final. Missing on older servers: at once. */
      confirmations: z.optional(Confirmations),
    }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    summary: 'Whether the server can take requests: database, ledger, and an index that keeps pace with it',
    authentication: 'open',
    response: z.object({
      status: z.literal('ok'),
      /** This process's part in the index: one process of a database indexes, the others wait. */
      indexer: z.string(),
      indexedBlock: BlockNumber,
      ledgerBlock: BlockNumber,
    }),
    errors: ['unavailable'],
  }),
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'Whether the server, its database and its ledger answer',
    authentication: 'open',
    response: z.object({
      status: z.enum(['ok', 'degraded']),
      /** Why it is degraded. */
      detail: z.nullable(z.string()),
      /** Of the server; older ones have none. */
      version: z.optional(z.string()),
      database: z.boolean(),
      ledger: z.boolean(),
      indexedBlock: z.nullable(BlockNumber),
    }),
    errors: ['unavailable'],
  }),
  contractVersion: endpoint({
    method: 'GET',
    path: '/platform/contract-version',
    summary: 'The versions that the deployed contracts report',
    authentication: 'bearer',
    query: z.object(pagingFields),
    response: page(
      z.object({
        address: Address,
        name: z.string(),
        /** Null where the contract reports none. */
        version: z.nullable(z.string()),
      }),
    ),
    isPage: true,
    errors: ['ledgerFailed'],
  }),
  syncOperations: endpoint({
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
  }),
  retrySync: endpoint({
    method: 'PUT',
    path: '/sync/operations/retry',
    summary: 'Tries failed pushes again now',
    privileges: ['user.TECHNICAL_ADMIN'],
    body: z.object({ ids: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(500)) }),
    response: z.object({ retried: z.number() }),
    errors: ['notFound'],
  }),
  resendSync: endpoint({
    method: 'PUT',
    path: '/sync/operations/resend',
    summary:
      'Sends another tenant again what it may have of the own one’s private data, after it has lost its own',
    privileges: ['user.TECHNICAL_ADMIN'],
    body: z.object({ destinationTenantAddr: Address }),
    response: z.object({ queued: z.number() }),
    errors: ['notFound'],
  }),
  audit: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'What the tenant’s users have changed or tried to change, the newest first',
    privileges: [...READ_TENANT_ADMIN, ...READ_TECHNICAL_ADMIN],
    query: z.object({
      ...pagingFields,
      auditId: z.optional(queryList(AuditId)),
      type: z.optional(z.string().check(z.maxLength(100))),
      source: z.optional(AuditSource),
      action: z.optional(queryList(AuditAction)),
      userAddr: z.optional(Address),
    }),
    response: page(AuditEntry),
    isPage: true,
  }),
}
