// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ILegManager } from "../interfaces/delivery/ILegManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { ISettlingLegManager } from "../interfaces/delivery/ISettlingLegManager.sol";
import { DappType } from "../types/Dapp.sol";
import { Leg, LegType } from "../types/Leg.sol";
import { RegistryId } from "../types/Registry.sol";
import { LegChecks } from "./LegChecks.sol";
import { LegTypes } from "./LegTypes.sol";

/// @title Legs that move assets within a registry, of any registry manager.
library DigitalLegs {
    using LegTypes for LegType;

    /// @dev Checks the form of the leg. The registry checks whether it could move.
    function check(Leg calldata leg) internal pure {
        if (leg.sender == leg.receiver) revert ILegManager.LegSenderIsReceiver(leg.sender);
        address registrar = leg.registrar;
        if (registrar == address(0)) revert ILegManager.LegRegistrarInvalid(registrar);
        // A registrar that issues or terminates has no account on its own side: nobody would read the data.
        bool isUnread = (registrar == leg.sender && leg.senderData.length > 0)
            || (registrar == leg.receiver && leg.receiverData.length > 0);
        if (isUnread) revert ILegManager.LegDataUnexpected();
        if (leg.legType.isCoordinated() != (leg.txCoordinator != address(0))) {
            revert ILegManager.LegCoordinatorInvalid(leg.txCoordinator);
        }
    }

    function requireRegistry(IStandings standings, address assetManager) internal view {
        if (standings.dappTypeOf(assetManager) != DappType.REGISTRY) {
            revert ILegManager.LegAssetManagerInvalid(assetManager);
        }
    }

    function checkMovement(bytes32 legRef, Leg calldata leg) internal view {
        _registry(leg).checkMovement(_movement(legRef, leg));
    }

    function earmark(bytes32 legRef, Leg calldata leg, bytes calldata data) internal {
        _prepare(_registry(leg).earmark, legRef, leg, data);
    }

    function setReceivingAccount(bytes32 legRef, Leg calldata leg, bytes calldata data) internal {
        _prepare(_registry(leg).setReceivingAccount, legRef, leg, data);
    }

    /// @dev With empty data, the receiver has set its account before.
    function confirmReceiver(bytes32 legRef, Leg calldata leg, bytes calldata data) internal {
        if (data.length > 0) return setReceivingAccount(legRef, leg, data);
        (, bool isReceivingAccountSet) = _preparedSides(legRef, leg);
        if (!isReceivingAccountSet) revert ISettlingLegManager.LegReceivingAccountMissing(legRef);
    }

    function settle(bytes32 legRef, Leg calldata leg) internal {
        _finish(_registry(leg).transferAndUnearmark, legRef, leg);
    }

    /// @return Whether nothing of the leg is left at the registry. A registry that fails does not revert.
    function release(bytes32 legRef, Leg calldata leg) internal returns (bool) {
        IRegistry.Movement memory movement = _movement(legRef, leg);
        try _registry(leg).preparedSides{ gas: LegChecks.RELEASE_GAS }(address(this), movement) returns (
            bool isEarmarked, bool isReceivingAccountSet
        ) {
            if (!isEarmarked && !isReceivingAccountSet) return true;
        } catch {
            return false;
        }
        try _registry(leg).unearmark{ gas: LegChecks.RELEASE_GAS }(movement) {
            return true;
        } catch {
            return false;
        }
    }

    function _prepare(
        function(IRegistry.Movement memory, bytes memory) external side,
        bytes32 legRef,
        Leg calldata leg,
        bytes calldata data
    ) private {
        side(_movement(legRef, leg), data);
    }

    function _finish(function(IRegistry.Movement memory) external move, bytes32 legRef, Leg calldata leg)
        private
    {
        move(_movement(legRef, leg));
    }

    function _preparedSides(bytes32 legRef, Leg calldata leg) private view returns (bool, bool) {
        return _registry(leg).preparedSides(address(this), _movement(legRef, leg));
    }

    function _registry(Leg calldata leg) private pure returns (IRegistry) {
        return IRegistry(leg.assetManager);
    }

    function _movement(bytes32 legRef, Leg calldata leg) private pure returns (IRegistry.Movement memory) {
        return IRegistry.Movement(
            RegistryId.wrap(leg.assetId), legRef, leg.sender, leg.receiver, leg.registrar, leg.quantity
        );
    }
}
