// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev The order is part of the ABI.
enum LegType {
    NONE,
    EXTERNAL,
    HTLC,
    TRADITIONAL,
    DIGITAL,
    DIGITAL_WITH_COORDINATOR,
    ERC20,
    ERC721,
    TXC
}

/// @dev The parties of a leg that may owe a confirmation.
enum LegRole {
    NONE,
    SENDER,
    RECEIVER,
    REGISTRAR,
    COORDINATOR
}

/// @dev One asset, one sender, one receiver. `registrar`: the transfer agent of a TRADITIONAL leg; 0 on EXTERNAL,
/// HTLC, ERC20 and ERC721. `txCoordinator`: on DIGITAL_WITH_COORDINATOR and TXC only. `assetId`: a registry id for
/// the digital types, an instrument id for TRADITIONAL, the currency in ASCII for EXTERNAL, and defined by the leg's
/// manager for the others. `senderData` and `receiverData` are for the registry or the leg's manager, in an accounts
/// registry `abi.encode(uint256 accountNumber)`; at creation only the creator's side is filled. An HTLC leg has the
/// terms of its lock in senderData, see ILockingLegManager.
struct Leg {
    LegType legType;
    address sender;
    address receiver;
    address registrar;
    address txCoordinator;
    address assetManager;
    bytes32 assetId;
    uint256 quantity;
    bytes senderData;
    bytes receiverData;
}
