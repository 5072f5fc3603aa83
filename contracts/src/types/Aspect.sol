// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev What another dApp has to say of an instrument or a registry: `aspectRecordId` is its own record of it.
/// `owner` is the dApp that set it; 0 where nothing is set.
struct Aspect {
    bytes32 entityId;
    bytes32 aspectId;
    bytes32 aspectRecordId;
    address owner;
}
