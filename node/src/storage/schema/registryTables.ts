// What the index knows of registries beyond accounts and their balances, in the manner of ledgerTables.ts.
import type {
  AccountNumber,
  Address,
  Bytes32,
  InstrumentId,
  Quantity,
  RegistryId,
  RegistryState,
  Seconds,
} from '@connex/protocol'
import type { entryTypes, registrationTypes, registryEntryActions } from '@connex/contracts'
import type { Appended, Versioned } from './ledgerTables.ts'

export type EntryType = (typeof entryTypes)[number]
export type RegistryEntryAction = (typeof registryEntryActions)[number]

export type RegistryManagersTable = Versioned & {
  address: Address
  /** NONE: closed for new registrations. */
  registration_type: (typeof registrationTypes)[number]
}

/** Who agrees for a tenant that a registry ends, and what it signs with next. */
export type RegistryConfirmersTable = Versioned & {
  registry_manager: Address
  tenant: Address
  /** Zero where none is named. */
  confirmer: Address
  nonce: Quantity
}

/** Owners that may move their holdings to others by themselves, as long as they may. */
export type SenderWhitelistTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  sender: Address
}

/** Appended: what a registry became, why, and by whom. */
export type RegistryChangesTable = Appended & {
  registry_manager: Address
  registry_id: RegistryId
  state: RegistryState
  /** Zero where none was given. */
  reason_fp: Bytes32
  /** Who ended it and who agreed; zero elsewhere. */
  acted_by: Address
  agreed_by: Address
  at: Seconds
}

/** What of an account its owner has marked, for redemption or export; `custody_chain_id` is zero where there are no chains. */
export type MarksTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  custody_chain_id: Bytes32
  owner: Address
  account: AccountNumber
  quantity: Quantity
}

export type AllowancesTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  owner: Address
  spender: Address
  quantity: Quantity
}

/** Issues of an accounts registry that the registrar has announced, until they are issued or taken back. */
export type PreparedIssuesTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  entry_ref: Bytes32
  receiver: Address
  account: AccountNumber
  quantity: Quantity
}

export type MovementKind =
  | 'ISSUED'
  | 'TRANSFERRED'
  | 'TERMINATED'
  | 'FORCED_TRANSFER'
  | 'REORGANISED'
  | 'IMPORTED'
  | 'ONRAMPED'
  | 'OFFRAMPED'
  | 'MARKED_AS_REDEEMABLE'
  | 'REDEEMABLE_CANCELED'
  | 'MARKED_FOR_EXPORT'
  | 'EXPORT_CANCELED'

/**
 * Appended: what moved in accounts and over custody chains, and why. Zero addresses and null accounts where there is no
 * such side; a reorg is one row for each account that it took from or gave to.
 */
export type MovementsTable = Appended & {
  part: number
  registry_manager: Address
  registry_id: RegistryId
  /** Zero where there are no chains. */
  custody_chain_id: Bytes32
  kind: MovementKind
  /** A delivery leg's, the fingerprint of a reason or of a transfer agent's reference, or zero. */
  reference: Bytes32
  sender: Address
  sender_account: AccountNumber | null
  receiver: Address
  receiver_account: AccountNumber | null
  quantity: Quantity
  /** The transfer agent of a ramp; zero elsewhere. */
  acted_by: Address
  at: Seconds
}

/**
 * Entries by fingerprint; quantity and account are their parties' own. Of type NONE: named by a receiver for a movement
 * to come.
 */
export type EntriesTable = Versioned & {
  registry_manager: Address
  fingerprint: Bytes32
  registry_id: RegistryId
  registrar: Address
  instrument_id: InstrumentId
  entry_type: EntryType
  /** The last one where it is TERMINATED. */
  owner: Address
  /** Whose movement holds it; zero where it is free. */
  earmarked_by: Address
  movement_ref: Bytes32
  /** What it began with; NONE while it is only named. */
  created_action: RegistryEntryAction
  created_at: Seconds
}

/** Appended: entries have ended, or begun, or both. */
export type EntryMovementsTable = Appended & {
  registry_manager: Address
  registry_id: RegistryId
  movement_ref: Bytes32
  spent_action: RegistryEntryAction
  created_action: RegistryEntryAction
  /** Zero where nothing was spent. */
  sender: Address
  /** Zero where nothing was created. */
  receiver: Address
  at: Seconds
}

/** Appended: the entries of a movement, in the order in which the ledger named them. */
export type EntryMovementPartsTable = Appended & {
  registry_manager: Address
  side: 'spent' | 'created'
  part: number
  fingerprint: Bytes32
}

export type CustodyChainsTable = Versioned & {
  registry_manager: Address
  custody_chain_id: Bytes32
  registry_id: RegistryId
  transfer_agent: Address
  onramped: Quantity
  offramped: Quantity
}

/** Appended: from the depositary's side to the holder's. */
export type ChainCustodiansTable = Appended & {
  registry_manager: Address
  custody_chain_id: Bytes32
  part: number
  custodian: Address
}

/** A chain's part of what stands in `positions`. */
export type ChainPositionsTable = Versioned & {
  registry_manager: Address
  custody_chain_id: Bytes32
  owner: Address
  account: AccountNumber
  registry_id: RegistryId
  registrar: Address
  instrument_id: InstrumentId
  balance: Quantity
  earmarked: Quantity
}

/** As `earmarks`, of a custody chain. */
export type ChainEarmarksTable = Versioned & {
  registry_manager: Address
  custody_chain_id: Bytes32
  reference: Bytes32
  owner: Address
  account: AccountNumber
  registry_id: RegistryId
  earmarked_by: Address
  quantity: Quantity
}
