// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { ILegManager } from "../../interfaces/ILegManager.sol";
import { Leg } from "../../types/Leg.sol";

/// @title Legs of documented cash: paid outside, reported by the sender and confirmed by the receiver.
/// @notice The ledger holds the currency alone; the amount is private, and covered by the delivery's fingerprint.
contract ExternalLegManager is ILegManager {
    /// @inheritdoc ILegManager
    function checkLeg(bytes32, Leg calldata leg) external pure {
        if (leg.sender == leg.receiver) revert LegSenderIsReceiver(leg.sender);
        if (leg.registrar != address(0)) revert LegRegistrarInvalid(leg.registrar);
        if (leg.txCoordinator != address(0)) revert LegCoordinatorInvalid(leg.txCoordinator);
        if (leg.assetManager != address(0)) revert LegAssetManagerInvalid(leg.assetManager);
        if (leg.assetId == 0) revert LegAssetMissing();
        if (leg.quantity != 0) revert LegQuantityInvalid(leg.quantity);
        if (leg.senderData.length + leg.receiverData.length != 0) revert LegDataUnexpected();
    }
}
