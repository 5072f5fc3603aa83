// The index's tables, one type each, of two kinds:
// - versioned: a row is valid in the blocks [from_block, to_block); to_block null means that it is the current one;
// - appended: a fact, added in from_block, that never changes.
// A chain reorg to block N deletes versions that opened after N and reopens those that closed after N.
// Addresses, hashes and ids are lower-case 0x-hex text (collation "C"); quantities and account numbers are NUMERIC and
// come as decimal strings; block numbers and times (UTC seconds) are int8 and come as numbers.
import type {
  AccountNumber,
  Address,
  Bytes32,
  DappType,
  DeliveryId,
  DeliveryState,
  Direction,
  Fingerprint,
  HexData,
  IdentifierType,
  InstrumentId,
  InstrumentState,
  InstrumentType,
  LegRole,
  LegType,
  Quantity,
  RegistryId,
  RegistryState,
  Seconds,
  TransferState,
  TransferType,
  TxHash,
} from '@connex/protocol'

export type Versioned = { from_block: number; to_block: number | null }
export type AssetClass = 'NONE' | 'DIGITAL' | 'TRADITIONAL'
export type CreationMark = 'NONE' | 'TO_IMPORT'
export type RegistryType = 'NONE' | 'DIGITAL'

export type Appended = { from_block: number; log_index: number; tx_hash: TxHash }

/** One kind for all registry managers: their events show whether they have accounts, entries or custody chains. */
export type ContractKind =
  | 'platformManager'
  | 'factory'
  | 'dappFactory'
  | 'tenant'
  | 'tenantPrivileges'
  | 'dappPrivileges'
  | 'dappController'
  | 'instrumentManager'
  | 'registryManager'
  | 'deliveryManager'
  | 'legManager'

/** Contracts whose events are read, discovered from the platform manager's. `owner`: the tenant or dApp behind it. */
export type LedgerContractsTable = {
  address: Address
  kind: ContractKind
  owner: Address
  from_block: number
}

/**
 * Appended: logs of contracts that were not known in their block. A contract's discovery applies its own; the others are never
 * read.
 */
export type EarlyLogsTable = Appended & {
  address: Address
  /** Joined by commas. */
  topics: string
  data: string
  at: Seconds
}

/** One row: the platform manager's own values. */
export type PlatformTable = Versioned & {
  address: Address
  name: string
  refund_threshold: Quantity
  refund_limit: Quantity
}

export type BlacklistTable = Versioned & { address: Address }

/** A name is never given twice, so an unregistered tenant's row stays, with `is_registered` false. */
export type TenantsTable = Versioned & {
  address: Address
  name: string
  api_url: string
  lei: string
  privilege_manager: Address
  registration_reference: Bytes32
  confirmer: Address
  is_registered: boolean
}

export type DappsTable = Versioned & {
  address: Address
  type: DappType
  short_name: string
  privilege_manager: Address
}

/**
 * A tenant's or contract's privilege on a dApp while it is granted; `instance` is the zero address if it applies
 * everywhere. `privilegeName(id)` is its name.
 */
export type DappPrivilegesTable = Versioned & {
  dapp: Address
  privilege_id: Bytes32
  holder: Address
  instance: Address
}

/** A user's privilege in its tenant while it is granted; `instance` is a dApp, or zero for everywhere. */
export type UserPrivilegesTable = Versioned & {
  tenant: Address
  user_address: Address
  privilege_id: Bytes32
  instance: Address
}

export type DappControllersTable = Versioned & {
  address: Address
  tenant: Address
  dapp: Address
  type: DappType
}

export type WorkflowConfigTable = Versioned & {
  controller: Address
  /** Four bytes of hex. */
  selector: string
  privilege_id: Bytes32
  signatures_required: number
}

export type LegManagersTable = Versioned & {
  delivery_manager: Address
  leg_type: LegType
  address: Address
  registry_type: RegistryType
  active: boolean
}

export type InstrumentsTable = Versioned & {
  instrument_id: InstrumentId
  instrument_manager: Address
  state: InstrumentState
  type: InstrumentType
  identifier_type: IdentifierType
  identifier: string
  issuer: Address
  decimals: number
  revision: number
  private_data_fp: Fingerprint
  private_data_version: number
  asset_class: AssetClass
  creation_mark: CreationMark
  /** The tenant that created it: the issuer, or a data provider. */
  managed_by: Address
  /** Zero for none. */
  depositary: Address
  /** Only whitelisted tenants may hold it. */
  is_private_placement: boolean
  created_at: Seconds
}

export type InstrumentWhitelistTable = Versioned & { instrument_id: InstrumentId; tenant: Address }

export type RegistriesTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  registrar: Address
  instrument_manager: Address
  instrument_id: InstrumentId
  instrument_revision: number
  registry_type: RegistryType
  /** The instrument's depositary if it has one, otherwise its issuer. */
  instrument_registrar: Address
  state: RegistryState
  total_issued: Quantity
  total_terminated: Quantity
  /** Issued less terminated: the sum of all balances. */
  outstanding: Quantity
}

export type RegistrationState = 'NONE' | 'REQUESTED' | 'CONFIRMED' | 'REJECTED' | 'CANCELED' | 'DEREGISTERED'

export type RegistrationsTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  registrar: Address
  instrument_manager: Address
  instrument_id: InstrumentId
  instrument_revision: number
  issuer_or_depositary: Address
  state: RegistrationState
  /** Why it was rejected or canceled; zero for no reason. */
  reason_fp: Bytes32
  requested_at: Seconds
}

/** Asset accounts as the registrars opened them. */
export type AccountsTable = Versioned & {
  registry_manager: Address
  registrar: Address
  owner: Address
  account: AccountNumber
  is_valid: boolean
  is_omnibus: boolean
  terminates_on_receive: boolean
}

export type PositionsTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  owner: Address
  account: AccountNumber
  registrar: Address
  instrument_id: InstrumentId
  balance: Quantity
  earmarked: Quantity
}

/** Set aside until released or moved; `reference` is a delivery leg's, `earmarked_by` its leg manager. */
export type EarmarksTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  reference: Bytes32
  owner: Address
  account: AccountNumber
  earmarked_by: Address
  quantity: Quantity
}

export type DeliveriesTable = Versioned & {
  delivery_id: DeliveryId
  delivery_manager: Address
  state: DeliveryState
  creator: Address
  value_date: Seconds
  private_data_fp: Fingerprint
  num_legs: number
  created_at: Seconds
  created_block: number
  created_log_index: number
  created_tx: TxHash
  closed_at: Seconds | null
  closed_block: number | null
  closed_log_index: number | null
  closed_tx: TxHash | null
  canceled_by: Address | null
  /** Zero for no reason. */
  cancel_reason_fp: Bytes32 | null
  /** Canceled by a registrar. */
  was_refused: boolean
}

/** Appended: the terms as created. A leg's progress is in `confirmations`. */
export type LegsTable = Appended & {
  delivery_id: DeliveryId
  leg_idx: number
  leg_type: LegType
  sender: Address
  receiver: Address
  registrar: Address
  tx_coordinator: Address
  asset_manager: Address
  asset_id: Bytes32
  quantity: Quantity
  sender_data: HexData
  receiver_data: HexData
  /** The leg's id at its managers: see `legReference`. */
  reference: Bytes32
}

/**
 * Appended, the creator's own confirmations at creation included; the last one of a role counts. If a leg type's manager
 * confirmed for the receiver, `tenant` is that manager.
 */
export type ConfirmationsTable = Appended & {
  delivery_id: DeliveryId
  leg_idx: number
  role: LegRole
  tenant: Address
  /** The sender's or receiver's account on a digital leg. */
  account: AccountNumber | null
  data: HexData
  at: Seconds
  /** The deadline of a lock has taken back what was confirmed before. */
  is_withdrawn: boolean
}

/** Appended: the account that a digital leg's receiver names before it confirms. The latest counts. */
export type ReceivingAccountsTable = Appended & {
  delivery_id: DeliveryId
  leg_idx: number
  account: AccountNumber | null
  data: HexData
}

/** Appended: requests to cancel a matched delivery; the cancel itself is in `deliveries`. */
export type CancelVotesTable = Appended & {
  delivery_id: DeliveryId
  tenant: Address
  reason_fp: Bytes32
  at: Seconds
}

/**
 * A delivery as each of its parties sees it: the columns that transfers are filtered and sorted by. `direction` says whether
 * the first leg is in the deliver or the receive columns; a second digital leg is in the others.
 */
export type TransferViewsTable = Versioned & {
  delivery_id: DeliveryId
  viewer: Address
  transfer_type: TransferType
  direction: Direction
  state: TransferState
  /** The viewer's next actions, such as `confirmDelivery,reportExternalDelivery:1`; empty if it waits for others. */
  turns: string
  counterparty: Address
  /** The first leg's. */
  sender: Address
  receiver: Address
  registry_manager: Address
  registrar: Address
  sender_account: AccountNumber | null
  receiver_account: AccountNumber | null
  deliver_registry_id: RegistryId | null
  deliver_instrument_id: InstrumentId | null
  deliver_identifier: string | null
  deliver_account: AccountNumber | null
  deliver_quantity: Quantity | null
  deliver_decimals: number | null
  receive_registry_id: RegistryId | null
  receive_instrument_id: InstrumentId | null
  receive_identifier: string | null
  receive_account: AccountNumber | null
  receive_quantity: Quantity | null
  receive_decimals: number | null
  /** Null for none. */
  value_date: Seconds | null
  /** Null once it has ended. */
  expires_at: Seconds | null
  created_at: Seconds
  created_block: number
  created_log_index: number
  /** See `waitsFor`. */
  waits_for: Address | null
  /** When anything last happened to it. */
  last_at: Seconds
  /** Whether another party requests to cancel it, so that it is the viewer's turn to agree. */
  is_cancel_requested: boolean
}

/** Blocks with indexed events, and the last block read: enough to find where two chains fork. */
export type BlocksTable = { number: number; hash: Bytes32; timestamp: Seconds }

/** One row: which ledger, and up to which block it is indexed. */
export type CursorTable = {
  id: 1
  chain_id: number
  platform_manager: Address
  block_number: number
  block_hash: Bytes32
  /** A chain reorg below this block halts the index. */
  finalized_block: number
  /**
   * The first block whose early logs are stored. It is the first of all, but in an index that an older version began, which
   * lowers it step by step.
   */
  early_logs_from: number
  updated_at: Seconds
}
