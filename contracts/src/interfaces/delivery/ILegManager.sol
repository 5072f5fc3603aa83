// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Leg } from "../../types/Leg.sol";

/// @title The manager of a leg type.
interface ILegManager {
    error LegSenderIsReceiver(address party);
    error LegRegistrarInvalid(address registrar);
    error LegCoordinatorInvalid(address txCoordinator);
    error LegAssetManagerInvalid(address assetManager);
    error LegAssetMissing();
    error LegAssetUnexpected(bytes32 assetId);
    error LegQuantityInvalid(uint256 quantity);
    error LegDataUnexpected();
    error LegInstrumentInvalid(address instrumentManager, bytes32 assetId);

    /// @notice Reverts unless the leg is well formed and, on the ledger, could be moved.
    /// @param legRef The leg's reference, unique over all deliveries.
    function checkLeg(bytes32 legRef, Leg calldata leg) external view;
}
