// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

enum RegistryType {
    NONE,
    DIGITAL
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
