// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

enum RegistryType {
    NONE,
    DIGITAL
}

/// @dev NONE: closed. MIXED_HOLDINGS: open for instruments that are held elsewhere as well.
enum RegistrationType {
    NONE,
    MIXED_HOLDINGS
}

enum RegistryState {
    NONE,
    REGISTERED,
    DEREGISTERED,
    SUSPENDED,
    IMPORTING,
    EXPORTING
}

enum RegistrationRequestState {
    NONE,
    REQUESTED,
    CONFIRMED,
    REJECTED,
    CANCELED,
    DEREGISTERED
}
