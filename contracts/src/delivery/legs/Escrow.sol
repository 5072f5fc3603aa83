// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../interfaces/delivery/IEscrowLegManager.sol";
import { ILegManager } from "../../interfaces/delivery/ILegManager.sol";
import { IPlatformManager } from "../../interfaces/IPlatformManager.sol";
import { DappType } from "../../types/Dapp.sol";
import { Leg } from "../../types/Leg.sol";

/// @dev The assets of others in a leg manager, each as a hash of its owner and the asset; 0 for none.
/// @custom:storage-location erc7201:connex.EscrowLegManager
struct Escrow {
    mapping(bytes32 legRef => bytes32) held;
    mapping(bytes32 legRef => bytes32) owed;
}

/// @title Records what is in escrow, so that it leaves only once, and unchanged.
library Escrows {
    /// @dev Not while an earlier lock of the leg is owed: a second debt would replace the first.
    function take(Escrow storage self, bytes32 legRef, Leg calldata leg) internal {
        if (self.held[legRef] != 0 || self.owed[legRef] != 0) {
            revert IEscrowLegManager.LegAlreadyHeld(legRef);
        }
        self.held[legRef] = _asset(leg);
    }

    function end(Escrow storage self, bytes32 legRef, Leg calldata leg) internal {
        if (self.held[legRef] != _asset(leg)) revert IEscrowLegManager.LegNotHeld(legRef);
        delete self.held[legRef];
    }

    function owe(Escrow storage self, bytes32 legRef, Leg calldata leg) internal {
        self.owed[legRef] = _asset(leg);
    }

    function repay(Escrow storage self, bytes32 legRef, Leg calldata leg) internal {
        if (self.owed[legRef] != _asset(leg)) revert IEscrowLegManager.LegNotOwed(legRef);
        delete self.owed[legRef];
    }

    function _asset(Leg calldata leg) private pure returns (bytes32) {
        return keccak256(abi.encode(leg.sender, leg.receiver, leg.assetManager, leg.assetId, leg.quantity));
    }
}

/// @title Checks that legs of every kind of token share.
library TokenLegs {
    /// @dev Enough to encode the call's leg, and to record the debt.
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

    /// @dev A call receives at most 63/64 of the remaining gas. Without this check a canceling caller could leave too
    /// little gas to return the asset, and so turn it into a debt.
    function requireReleaseGas(uint256 releaseGas) internal view {
        if (gasleft() < releaseGas / 63 * 64 + RELEASE_OVERHEAD) {
            revert IEscrowLegManager.LegReleaseGasMissing(gasleft());
        }
    }
}
