// What the index knows of the platform itself, of privilege managers, code and batches, in the manner of ledgerTables.ts.
import type { nominationStatuses } from '@connex/contracts'
import type { Address, Bytes32, HexData, Quantity, Seconds } from '@connex/protocol'
import type { Appended, Versioned } from './ledgerTables.ts'

/** One row: how the platform is run. */
export type PlatformSettingsTable = Versioned & {
  address: Address
  operator_tenant: Address
  /** Makes new tenants. */
  default_factory: Address
  is_permissioned: boolean
}

/** Types of dApps, of whatever maintainer. */
export type DappTypesTable = Versioned & {
  type_id: Bytes32
  maintainer: Address
  descriptor_fp: Bytes32
  /** Zero where none is set. */
  factory: Address
}

/** Appended: what came into the platform's funds and went out of them, in wei. */
export type PlatformPaymentsTable = Appended & {
  kind: 'FUNDED' | 'WITHDRAWN' | 'REFUNDED'
  account: Address
  /** Of the refunded user; zero elsewhere. */
  tenant: Address
  amount: Quantity
  at: Seconds
}

/** `owner`: the tenant or dApp whose it is. */
export type PrivilegeManagersTable = Versioned & {
  address: Address
  owner: Address
  super_user: Address
  /** Zero where there is none. */
  recoverer: Address
  recoverer_active_from: Seconds
}

/** Who was nominated as admin; a manager has one open nomination at most. */
export type NominationsTable = Versioned & {
  privilege_manager: Address
  nominee: Address
  owner: Address
  nominator: Address
  committable_from: Seconds
  committable_until: Seconds
  status: (typeof nominationStatuses)[number]
  /** The nominee rejected it, somebody else revoked it; zero while nobody did. */
  canceled_by: Address
}

export type FactoriesTable = Versioned & { address: Address; owner: Address }

/** The code of which a factory makes new tenants. */
export type TenantCodesTable = Versioned & { factory: Address; version: Quantity; implementation: Address }

/** Tenants as a factory made them, registered or not. */
export type CreatedTenantsTable = Versioned & {
  tenant: Address
  factory: Address
  platform: Address
  version: Quantity
}

/** The code behind a manager's proxy since it was replaced, put back or made by a factory. */
export type ImplementationsTable = Versioned & {
  dapp: Address
  implementation: Address
  /** Null as made. */
  version: Quantity | null
  is_rollback: boolean
}

/** What other dApps attach to instruments and registries, as long as they do. */
export type AspectsTable = Versioned & {
  dapp: Address
  entity_id: Bytes32
  aspect_id: Bytes32
  record_id: Bytes32
  owner: Address
}

/** Appended: who let its tenant make a batch of calls: the sender, and those who signed beside it. */
export type BatchSignersTable = Appended & {
  part: number
  controller: Address
  tenant: Address
  user_address: Address
  is_sender: boolean
  /** The tenant's nonce that was consumed; 0 without co-signers. */
  nonce: Quantity
  num_calls: Quantity
  at: Seconds
}

/** What the sender of an HTLC leg has locked. It lives until its delivery is settled or canceled. */
export type LocksTable = Versioned & {
  delivery_manager: Address
  /** The leg's reference at its manager. */
  leg_ref: Bytes32
  delivery_id: Bytes32
  leg_idx: number
  hash: Bytes32
  deadline: Seconds
  /** Null until its receiver has shown it. */
  key: HexData | null
}

/** Assets that a token did not let go back to their owner when the delivery was canceled, until they did. */
export type OwedLegsTable = Versioned & { leg_manager: Address; leg_ref: Bytes32; owner: Address }
