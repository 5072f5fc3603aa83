// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { InstrumentId } from "./InstrumentId.sol";

/// @dev One instrument kept by one registrar, within one registry manager.
type RegistryId is bytes32;

/// @dev Anybody can compute the id of a registry without asking the ledger.
function toRegistryId(address registrar, address instrumentManager, InstrumentId instrumentId)
    pure
    returns (RegistryId)
{
    return RegistryId.wrap(keccak256(abi.encode(registrar, instrumentManager, instrumentId)));
}
