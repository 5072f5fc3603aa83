// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev PREPARED: announced by the registrar, nobody's holding yet. ISSUED: held, and free unless earmarked.
/// REDEEMABLE and EXPORTING: marked by the owner, so that the registrar may terminate it and nothing else moves it.
/// TERMINATED is final. NONE with an owner: a fingerprint that a receiver has named for a movement to come.
enum EntryType {
    NONE,
    PREPARED,
    ISSUED,
    REDEEMABLE,
    EXPORTING,
    TERMINATED
}

/// @dev What happened to an entry. A reorg ends some entries (REORG_DELETE) and begins others (REORG_CREATE) at once.
enum RegistryEntryAction {
    NONE,
    ISSUE,
    TRANSFER,
    REORG_DELETE,
    REORG_CREATE,
    TERMINATE_ENTRY,
    FORCED_TRANSFER,
    IMPORT,
    EXPORT,
    PREPARE_ENTRY,
    TERMINATE_PREPARED_ENTRY,
    MARK_AS_REDEEMABLE
}

/// @dev What the ledger says of an entry in the open; quantity and account are private to its parties. `earmarkedBy`
/// is the dApp whose movement holds it, 0 where it is free. `issuer` is the instrument's. `owner` is the last one
/// where it is TERMINATED.
struct RegistryEntry {
    EntryType entryType;
    address earmarkedBy;
    address issuer;
    address owner;
}
