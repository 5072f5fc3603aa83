import * as z from 'zod/mini'
import { AuditId } from '../entities/auditId.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Seconds, TxHash } from '../scalars.ts'
import { READ_TECHNICAL_ADMIN, READ_TENANT_ADMIN } from './access.ts'

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

/** INTERNAL: a user's call; ON-CHAIN: what the ledger tells; PROPOSE: another tenant's server pushed it. */
export const AuditSource = z.enum(['INTERNAL', 'ON-CHAIN', 'PROPOSE'])
export type AuditSource = z.infer<typeof AuditSource>

/** One change, or one that was refused. */
export const AuditEntry = z.object({
  auditId: z.string(),
  at: Seconds,
  tenantAddr: Address,
  /** Who asked. */
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
  /** The answer's status; null for what the ledger tells. */
  status: z.nullable(z.number()),
  /** The ledger transaction that was published, or that has brought it about. */
  txHash: z.nullable(TxHash),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const audit = endpoint({
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
})
