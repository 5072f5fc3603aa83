// The index's tables of the platform, privilege managers, code and batches; see ledgerTables.ts.
import type { nominationStatuses } from '@connex/contracts'
import type { Address, Bytes32, HexData, Quantity, Seconds } from '@connex/protocol'
import type { Appended, Versioned } from './ledgerTables.ts'

/** One row: the platform's settings. */
export type PlatformSettingsTable = Versioned & {
  address: Address
  operator_tenant: Address
  /** Creates new tenants. */
  default_factory: Address
  is_permissioned: boolean
}

/** Types of dApps, of any maintainer. */
export type DappTypesTable = Versioned & {
  type_id: Bytes32
  maintainer: Address
  descriptor_fp: Bytes32
  /** Zero for none. */
  factory: Address
}

/** Appended: payments into and out of the platform's funds, in wei. */
export type PlatformPaymentsTable = Appended & {
  kind: 'FUNDED' | 'WITHDRAWN' | 'REFUNDED'
  account: Address
  /** The refunded user's tenant; zero for other payments. */
  tenant: Address
  amount: Quantity
  at: Seconds
}

/** `owner`: its tenant or dApp. */
export type PrivilegeManagersTable = Versioned & {
  address: Address
  owner: Address
  super_user: Address
  /** Zero for none. */
  recoverer: Address
  recoverer_active_from: Seconds
}

/** Nominations as admin; a manager has one open nomination at most. */
export type NominationsTable = Versioned & {
  privilege_manager: Address
  nominee: Address
  owner: Address
  nominator: Address
  committable_from: Seconds
  committable_until: Seconds
  status: (typeof nominationStatuses)[number]
  /** The nominee who rejected it or the tenant user who revoked it; zero for neither. */
  canceled_by: Address
}

export type FactoriesTable = Versioned & { address: Address; owner: Address }

/** The code from which a factory creates tenants. */
export type TenantCodesTable = Versioned & { factory: Address; version: Quantity; implementation: Address }

/** Tenants that a factory has created, registered or not. */
export type CreatedTenantsTable = Versioned & {
  tenant: Address
  factory: Address
  platform: Address
  version: Quantity
}

/** The code behind a manager's proxy since its creation by a factory, its last upgrade or rollback. */
export type ImplementationsTable = Versioned & {
  dapp: Address
  implementation: Address
  /** Null until the first upgrade. */
  version: Quantity | null
  is_rollback: boolean
}

/** The change of a manager's code that is announced, until it is made or withdrawn. */
export type AnnouncedUpgradesTable = Versioned & {
  dapp: Address
  implementation: Address
  announced_by: Address
  code_hash: Bytes32
  /** Zero for a rollback. */
  migration_hash: Bytes32
  is_rollback: boolean
  /** Seconds. After `effective_until` the announcement has lapsed. */
  effective_from: Seconds
  effective_until: Seconds
}

/** Records that other dApps attach to instruments and registries, until they detach them. */
export type AspectsTable = Versioned & {
  dapp: Address
  entity_id: Bytes32
  aspect_id: Bytes32
  record_id: Bytes32
  owner: Address
}

/** Appended: the signers of the calls that a tenant made: their sender, and the co-signers of a batch. */
export type BatchSignersTable = Appended & {
  part: number
  controller: Address
  tenant: Address
  user_address: Address
  is_sender: boolean
  /** The nonce that the batch has used up; null without co-signers, as is the digest. */
  nonce: Bytes32 | null
  /** What the co-signers signed. */
  digest: Bytes32 | null
  /** The called functions' selectors, separated by spaces. */
  selectors: string
  at: Seconds
}

/** Appended: nonces that a user cancelled, so that no batch uses them. */
export type CancelledNoncesTable = Appended & {
  controller: Address
  tenant: Address
  user_address: Address
  nonce: Bytes32
  at: Seconds
}

/** The lock of an HTLC leg's sender, until its delivery is settled or canceled. */
export type LocksTable = Versioned & {
  delivery_manager: Address
  /** The leg's reference at its manager. */
  leg_ref: Bytes32
  delivery_id: Bytes32
  leg_idx: number
  hash: Bytes32
  deadline: Seconds
  /** Null until the receiver has revealed it. */
  key: HexData | null
}

/** Assets that a token refused to return when the delivery was canceled, until their owner reclaims them. */
export type OwedLegsTable = Versioned & { leg_manager: Address; leg_ref: Bytes32; owner: Address }
