// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IEscrowLegManager } from "../../interfaces/IEscrowLegManager.sol";
import { ILegManager } from "../../interfaces/ILegManager.sol";
import { IPlatformManager } from "../../interfaces/IPlatformManager.sol";
import { DappType } from "../../types/Dapp.sol";
import { Leg } from "../../types/Leg.sol";

/// @title What the legs of every kind of token have in common.
library TokenLegs {
    /// @dev Enough to encode the leg of the call, and to write the debt down.
    uint256 private constant RELEASE_OVERHEAD = 60_000;

    function check(address platform, Leg calldata leg) internal view {
        if (leg.sender == leg.receiver) revert ILegManager.LegSenderIsReceiver(leg.sender);
        if (leg.registrar != address(0)) revert ILegManager.LegRegistrarInvalid(leg.registrar);
        if (leg.txCoordinator != address(0)) revert ILegManager.LegCoordinatorInvalid(leg.txCoordinator);
        if (IPlatformManager(platform).dappTypeOf(leg.assetManager) != DappType.TOKEN) {
            revert ILegManager.LegAssetManagerInvalid(leg.assetManager);
        }
        requireNoData(leg.receiverData);
    }

    function requireNoData(bytes calldata data) internal pure {
        if (data.length > 0) revert ILegManager.LegDataUnexpected();
    }

    /// @dev A call gets at most 63 of 64 parts of the gas that is left. Without this, whoever cancels could leave too
    /// little for giving back, and so turn it into a debt.
    function requireReleaseGas(uint256 releaseGas) internal view {
        if (gasleft() < releaseGas / 63 * 64 + RELEASE_OVERHEAD) {
            revert IEscrowLegManager.LegReleaseGasMissing(gasleft());
        }
    }
}
