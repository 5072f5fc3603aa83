// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Order is part of the wire.
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

/// @dev The four parties of a leg that can owe a confirmation.
enum LegRole {
    NONE,
    SENDER,
    RECEIVER,
    REGISTRAR,
    COORDINATOR
}

/// @dev One asset, one sender, one receiver. `registrar` is the transfer agent of a TRADITIONAL leg and nobody on
/// EXTERNAL, HTLC, ERC20 and ERC721; `txCoordinator` is named on DIGITAL_WITH_COORDINATOR and TXC alone. `assetId` is
/// a registry id for the digital types, an instrument id for TRADITIONAL, the currency's ASCII for EXTERNAL, and what
/// the leg's manager says for the others. `senderData` and `receiverData` are read by the registry or the leg's
/// manager alone, for the accounts registry `abi.encode(uint256 accountNumber)`; at creation only the creator's side
/// is filled. An HTLC leg's senderData are the terms of its lock, see ILockingLegManager.
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
