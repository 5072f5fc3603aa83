// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { RegistryId } from "./Registry.sol";

/// @dev Chosen by the registrar that creates the chain; used once in a registry manager.
type CustodyChainId is bytes32;

/// @dev The way by which an instrument is held: the custodians one after the other, from the depositary's side to the
/// holder's. `transferAgent` vouches for what the last of them holds for the chain.
struct CustodyChain {
    RegistryId registryId;
    address transferAgent;
    address[] custodians;
}
