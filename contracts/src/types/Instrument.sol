// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev Chosen by the creator of the instrument; unique in an instrument manager.
type InstrumentId is bytes32;

/// @dev DRAFT exists on servers only, never on the ledger.
enum InstrumentState {
    NONE,
    CREATED,
    REGISTERED,
    EXPIRED,
    DRAFT
}

enum InstrumentType {
    NONE,
    BOND,
    FUND,
    PRIVATE
}

enum IdentifierType {
    NONE,
    ISIN,
    WKN,
    DOCUMENT_REFERENCE
}

enum AssetClass {
    NONE,
    DIGITAL,
    TRADITIONAL
}

enum CreationMark {
    NONE,
    TO_IMPORT
}
