// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev PREPARED: announced by the registrar, not yet a holding. ISSUED: held, and available unless earmarked.
/// REDEEMABLE and EXPORTING: marked by the owner, so that the registrar may terminate it and nobody else moves it.
/// TERMINATED is final. NONE with an owner: a fingerprint that a receiver has reserved.
enum EntryType {
    NONE,
    PREPARED,
    ISSUED,
    REDEEMABLE,
    EXPORTING,
    TERMINATED
}

/// @dev A reorg ends some entries (REORG_DELETE) and begins others (REORG_CREATE) in one call.
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

/// @dev The public part of an entry; quantity and account are private to its parties. `earmarkedBy`: the dApp that
/// earmarked it; 0 for an available entry. `issuer`: the instrument's. `owner`: the last one, once TERMINATED.
struct RegistryEntry {
    EntryType entryType;
    address earmarkedBy;
    address issuer;
    address owner;
}
