// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev Global type ids of dApps: the type's name in ASCII, readable in an explorer.
library DappType {
    bytes32 internal constant PLATFORM = "platform";
    bytes32 internal constant INSTRUMENT = "instrument";
    bytes32 internal constant REGISTRY = "registry";
    bytes32 internal constant DELIVERY = "delivery";
    /// @dev A plain ERC-20 or ERC-721 contract, which does not implement IDapp.
    bytes32 internal constant TOKEN = "token";
}

/// @dev Another dApp's record of an instrument or a registry. `aspectRecordId`: the id of that record at the dApp.
/// `owner`: the dApp that set the aspect; 0 for none.
struct Aspect {
    bytes32 entityId;
    bytes32 aspectId;
    bytes32 aspectRecordId;
    address owner;
}
