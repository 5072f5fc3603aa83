// The index's tables of registries beyond accounts and balances; see ledgerTables.ts.
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

/** A dApp that the manager lets earmark and move holdings, from `active_from` on, in seconds. */
export type EarmarkProtocolsTable = Versioned & {
  registry_manager: Address
  protocol: Address
  announced_by: Address
  active_from: Seconds
}

/** A tenant's confirmer, who agrees to the end of a registry, and its next nonce. */
export type RegistryConfirmersTable = Versioned & {
  registry_manager: Address
  tenant: Address
  /** Zero for none. */
  confirmer: Address
  nonce: Quantity
}

/** Owners that may transfer their holdings on their own, until the registrar removes them. */
export type SenderWhitelistTable = Versioned & {
  registry_manager: Address
  registry_id: RegistryId
  sender: Address
}

/** Appended: a registry's new state, the reason and who acted. */
export type RegistryChangesTable = Appended & {
  registry_manager: Address
  registry_id: RegistryId
  state: RegistryState
  /** Zero for none. */
  reason_fp: Bytes32
  /** Who ended it and who agreed; zero for other changes. */
  acted_by: Address
  agreed_by: Address
  at: Seconds
}

/** Quantities that owners have marked for redemption or export; `custody_chain_id` is zero without custody chains. */
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

/** Issues that an accounts registry's registrar has prepared, until they are issued or withdrawn. */
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
 * Appended: movements in accounts and over custody chains, with their reasons. A missing sender or receiver is a zero address
 * with a null account; a reorg has one row for each account that it changes.
 */
export type MovementsTable = Appended & {
  part: number
  registry_manager: Address
  registry_id: RegistryId
  /** Zero without custody chains. */
  custody_chain_id: Bytes32
  kind: MovementKind
  /** A delivery leg's, the fingerprint of a reason or of a transfer agent's reference, or zero. */
  reference: Bytes32
  sender: Address
  sender_account: AccountNumber | null
  receiver: Address
  receiver_account: AccountNumber | null
  quantity: Quantity
  /** The transfer agent of a ramp; zero for other movements. */
  acted_by: Address
  at: Seconds
}

/**
 * Entries by fingerprint; only their parties know quantity and account. Type NONE: named by the receiver of a movement that
 * is still to come.
 */
export type EntriesTable = Versioned & {
  registry_manager: Address
  fingerprint: Bytes32
  registry_id: RegistryId
  registrar: Address
  instrument_id: InstrumentId
  entry_type: EntryType
  /** The last owner if it is TERMINATED. */
  owner: Address
  /** The manager whose movement earmarks it; zero if it is available. */
  earmarked_by: Address
  movement_ref: Bytes32
  /** The action that created it; NONE while it is only named. */
  created_action: RegistryEntryAction
  created_at: Seconds
}

/** Appended: a movement ends entries, creates entries, or both. */
export type EntryMovementsTable = Appended & {
  registry_manager: Address
  registry_id: RegistryId
  movement_ref: Bytes32
  spent_action: RegistryEntryAction
  created_action: RegistryEntryAction
  /** Zero if nothing was spent. */
  sender: Address
  /** Zero if nothing was created. */
  receiver: Address
  at: Seconds
}

/** Appended: the entries of a movement, in the event's order. */
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

/** A custody chain's part of a row in `positions`. */
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

/** `earmarks` over a custody chain. */
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
