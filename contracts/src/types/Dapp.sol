// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Global type ids of dApps: the type's name in ASCII, so that it can be read in an explorer.
library DappType {
    bytes32 internal constant PLATFORM = "platform";
    bytes32 internal constant INSTRUMENT = "instrument";
    bytes32 internal constant REGISTRY = "registry";
    bytes32 internal constant DELIVERY = "delivery";
    /// @dev A plain ERC-20 or ERC-721 contract, which answers none of what IDapp asks.
    bytes32 internal constant TOKEN = "token";
}

/// @dev What another dApp has to say of an instrument or a registry: `aspectRecordId` is its own record of it.
/// `owner` is the dApp that set it; 0 where nothing is set.
struct Aspect {
    bytes32 entityId;
    bytes32 aspectId;
    bytes32 aspectRecordId;
    address owner;
}
