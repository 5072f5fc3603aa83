// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { InstrumentId } from "./Instrument.sol";

/// @dev The id of a registry: one instrument with one registrar in one registry manager.
type RegistryId is bytes32;

/// @dev Computes the id of a registry, without a call to the ledger.
function toRegistryId(address registrar, address instrumentManager, InstrumentId instrumentId)
    pure
    returns (RegistryId)
{
    return RegistryId.wrap(keccak256(abi.encode(registrar, instrumentManager, instrumentId)));
}

enum RegistryType {
    NONE,
    DIGITAL
}

/// @dev NONE: closed. MIXED_HOLDINGS: open for instruments that are also held elsewhere.
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
