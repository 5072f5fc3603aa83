// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { RegistryId } from "./Registry.sol";

/// @dev Chosen by the registrar that creates the chain; unique in a registry manager.
type CustodyChainId is bytes32;

/// @dev The custodians of an instrument in order, from the depositary's side to the holder's. `transferAgent` vouches
/// for the quantity that the last custodian holds for the chain.
struct CustodyChain {
    RegistryId registryId;
    address transferAgent;
    address[] custodians;
}
