// The server's own data: not on the ledger, not undone by a chain reorg. Times are UTC seconds.
import type {
  AccountNumber,
  Address,
  DetailsStatus,
  Fingerprint,
  Seconds,
  SyncEvent,
  SyncStatus,
  Topic,
  TxHash,
  UserStatus,
} from '@connex/protocol'
import type { TermType } from '@connex/protocol/deals'
import type { ColumnType, Generated } from 'kysely'

export type UsersTable = {
  tenant: Address
  address: Address
  user_id: string
  name: string
  status: UserStatus
  lock_expiration: Seconds | null
  /** Null if it never expires. */
  wallet_expires_at: ColumnType<Seconds | null, Seconds | null | undefined, Seconds | null>
  created_at: Seconds
  updated_at: Seconds
}

/** Used nonces of signed requests, unique for a user; rows past `expires_at` may be deleted. */
export type NoncesTable = { user_address: Address; nonce: string; expires_at: Seconds }

/** Bearer tokens by their SHA-256, so that a copy of the database grants no access. */
export type TokensTable = {
  token_hash: string
  tenant: Address
  user_address: Address
  created_at: Seconds
  expires_at: Seconds
  revoked_at: Seconds | null
}

/**
 * One hosted tenant's copies of a delivery's private details. There may be several candidates; the one with the ledger's
 * fingerprint is SYNCED. `sender`: the tenant whose server pushed it, null if the tenant's own user stored it.
 */
export type DeliveryDetailsTable = {
  tenant: Address
  delivery_id: string
  fingerprint: Fingerprint
  details: JsonColumn
  status: DetailsStatus
  sender: Address | null
  stored_at: Seconds
  /** See projections/openDeals.ts. */
  is_open_deal: Generated<boolean>
}

/** What an open deal has outstanding of one asset; `rest` is above zero if the tenant has to give back. See projections/openDeals.ts. */
export type OpenLotsTable = {
  tenant: Address
  delivery_id: string
  asset_manager: Address
  asset_id: string
  registrar: Address
  counterparty: Address
  transfer_type: 'REPO' | 'SEC_LEND'
  /** `2026-11-25`, null if the deal has no last day */
  end_day: string | null
  term_type: TermType
  /** Business days */
  notice_days: number
  rest: string
}

/** An instrument's details, readable by every tenant of the server. `tenant`: the one that stored or sent it. */
export type InstrumentDetailsTable = {
  instrument_id: string
  fingerprint: Fingerprint
  tenant: Address
  details: JsonColumn
  status: DetailsStatus
  sender: Address | null
  stored_at: Seconds
}

/** A tenant's private names for its asset accounts. */
export type AccountNamesTable = {
  tenant: Address
  registry_manager: Address
  registrar: Address
  account: AccountNumber
  category: string | null
  internal_identifier: string | null
  account_name: string | null
  updated_at: Seconds
}

/** A push of private data to another party's server; unique by event, entity, fingerprint, sender and destination. */
export type OutboxTable = {
  id: Generated<number>
  event: SyncEvent
  entity_id: string
  fingerprint: Fingerprint
  dapp: Address
  sending_tenant: Address
  destination_tenant: Address
  status: SyncStatus
  attempts: number
  last_error: string | null
  next_attempt_at: Seconds | null
  created_at: Seconds
  updated_at: Seconds
}

/** A tenant whose server did not answer the last `failures` pushes. */
export type UnreachablePeersTable = { tenant: Address; failures: number; next_probe_at: Seconds }

/** The streams' messages. `tenants` null: for everyone. */
export type AnnouncementsTable = {
  id: Generated<number>
  topic: Topic
  keys: string[]
  block: number | null
  tx_hashes: TxHash[]
  tenants: Address[] | null
  created_at: Seconds
}

/** One row: the key of the ids of announcements. Whoever has it learns how busy other tenants are, and no more. */
export type EventKeyTable = { key: string }

export type AuditTable = {
  id: Generated<number>
  at: Seconds
  tenant: Address | null
  user_address: Address | null
  source: string
  action: string
  entity: string
  entity_id: string
  outcome: string
  data: JsonColumn | null
  /** Set for entries that come from ledger events. */
  from_block: number | null
}

/** jsonb: written as text, read as the parsed value. */
export type JsonColumn = ColumnType<unknown, string, string>
