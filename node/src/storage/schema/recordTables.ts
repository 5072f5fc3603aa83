// Tenants' records at their server, beside the ledger. Every row belongs to one hosted tenant: each read and write filters by
// `tenant`, which separates the tenants of one server.
import type {
  Address,
  Bytes32,
  DetailsStatus,
  Fingerprint,
  IdentifierType,
  InstrumentId,
  InstrumentType,
  Seconds,
  SyncEvent,
  TenantState,
  TxHash,
  WorkflowAction,
  WorkflowEntity,
  WorkflowState,
} from '@connex/protocol'
import type { Generated } from 'kysely'
import type { JsonColumn } from './serverTables.ts'

/** Private records that are pushed to other tenants' servers. */
export type PushedRecordKind = Exclude<SyncEvent, 'DELIVERY_DETAILS' | 'INSTRUMENT_DETAILS' | 'DOCUMENT'>

/** With them the records that stay with their tenant, and the single entries of pushed lists. */
export type RecordKind =
  PushedRecordKind | 'INTERNAL_COMMENT' | 'HTLC_SECRET' | 'EXTERNAL_AUDIT_LOG' | 'ENTRY'

/**
 * One tenant's copy of private data. `entity_id`: its delivery or registry; `data`: the body's own fields as sent;
 * `proof`: the author's signed request, if this server received it.
 *
 * `awaits`: fingerprints that the ledger must have in the registry `entity_id` of `dapp` before anyone else gets it; until
 * then it is PENDING. FINGERPRINT_MISMATCH: pushed under this fingerprint, but the data has another one.
 */
export type PrivateRecordsTable = {
  tenant: Address
  kind: RecordKind
  fingerprint: Fingerprint
  entity_id: string
  type: string
  data: JsonColumn
  author_tenant: Address
  author_address: Address
  proof: JsonColumn | null
  shared_with: Address[]
  status: Generated<DetailsStatus>
  dapp: Generated<Address>
  awaits: Generated<Fingerprint[]>
  created_at: Seconds
}

export type TenantRecordKind =
  | 'DETAILS'
  | 'VIEW_PRESET'
  | 'DEFAULTED_TENANT'
  | 'TEMPLATE'
  | 'BUSINESS_PARTNER'
  | 'EOA_DATA'
  | 'INSTRUMENT_CONFIG'
  | 'REGISTRY_CONFIG'
  | 'HOSTED_HERE'
  /** Of a tenant on another server. */
  | 'PEER_FEATURES'
  | 'REJECT_REASON'

export type TenantRecordsTable = {
  tenant: Address
  kind: TenantRecordKind
  key: string
  data: JsonColumn
  created_at: Seconds
  updated_at: Seconds
}

/** The token is deleted when it is used. */
export type UserInvitationsTable = {
  tenant: Address
  address: Address
  token: string | null
  invited_at: Seconds
}

/** `tenant`: the inviting tenant. `strings`: the invited tenant's own data. */
export type TenantInvitationsTable = {
  id: Generated<number>
  tenant: Address
  name: string
  state: TenantState
  token: string | null
  admin_address: Address | null
  strings: JsonColumn | null
  /** The reference that the tenant's contract will carry. */
  registration_reference: Bytes32
  tx_hash: TxHash | null
  invited_at: Seconds
}

export type InstrumentDraftsTable = {
  tenant: Address
  draft_id: InstrumentId
  instrument_type: InstrumentType
  identifier_type: IdentifierType
  identifier: string
  decimals: number
  details: JsonColumn
  created_at: Seconds
  updated_at: Seconds
}

export type InternalIdentifiersTable = {
  tenant: Address
  instrument_id: InstrumentId
  internal_identifier: string
}

/** The bytes are on disk, in a file named by their fingerprint. */
export type DocumentsTable = {
  tenant: Address
  fingerprint: Fingerprint
  content_fp: Fingerprint
  name: string
  media_type: string
  size: number
  /** Part of the fingerprint; empty for documents from before salts were stored. */
  salt: string
  instrument_id: InstrumentId | null
  stored_at: Seconds
}

export type WorkflowsTable = {
  id: string
  tenant: Address
  entity: WorkflowEntity
  entity_id: string
  action: WorkflowAction
  state: WorkflowState
  initiator: Address
  batch: JsonColumn
  signatures_required: number
  rejected_by: Address | null
  tx_hash: TxHash | null
  created_at: Seconds
  updated_at: Seconds
}

export type WorkflowConfirmationsTable = {
  workflow_id: string
  user_address: Address
  signature: string
  at: Seconds
  /** Null while it is valid. */
  revoked_at: Seconds | null
}
