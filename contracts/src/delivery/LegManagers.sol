// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../interfaces/delivery/IDeliveryManager.sol";
import { ILegManager } from "../interfaces/delivery/ILegManager.sol";
import { ILockingLegManager } from "../interfaces/delivery/ILockingLegManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";
import { ISettlingLegManager } from "../interfaces/delivery/ISettlingLegManager.sol";
import { Leg, LegType } from "../types/Leg.sol";
import { RegistryType } from "../types/Registry.sol";
import { DigitalLegs } from "./DigitalLegs.sol";
import { LegChecks } from "./LegChecks.sol";
import { LegTypes } from "./LegTypes.sol";
import { OffLedgerLegs } from "./OffLedgerLegs.sol";

struct LegManagerStore {
    mapping(LegType => IDeliveryManager.LegManager) managers;
}

/// @title The managers of leg types, and the calls to them: the delivery manager itself for the built-in types, a
/// contract of its own for each other type.
library LegManagers {
    using LegTypes for LegType;

    function register(
        LegManagerStore storage self,
        LegType legType,
        address legManager,
        RegistryType registryType
    ) internal {
        address previous = self.managers[legType].deliveryLegManager;
        bool isOurs = legManager == address(this);
        if (legType == LegType.NONE || legManager.code.length == 0 || isOurs != legType.isBuiltIn()) {
            revert IDeliveryManager.LegManagerInvalid(legType, legManager);
        }
        if (self.managers[legType].active || (previous != address(0) && previous != legManager)) {
            revert IDeliveryManager.LegManagerAlreadyRegistered(legType, previous);
        }
        self.managers[legType] = IDeliveryManager.LegManager(registryType, true, legManager);
        emit IDeliveryManager.LegManagerRegistered(legType, legManager, registryType);
    }

    function unregister(LegManagerStore storage self, LegType legType) internal {
        IDeliveryManager.LegManager storage manager = self.managers[legType];
        if (!manager.active) revert IDeliveryManager.LegTypeNotAvailable(legType);
        manager.active = false;
        emit IDeliveryManager.LegManagerUnregistered(legType, manager.deliveryLegManager);
    }

    /// @dev Whether the account is or was the manager of a leg type.
    function isKnown(LegManagerStore storage self, address account) internal view returns (bool) {
        for (uint8 i = 1; i <= uint8(type(LegType).max); ++i) {
            if (self.managers[LegType(i)].deliveryLegManager == account) return account != address(0);
        }
        return false;
    }

    /// @param registry The previous leg's, returned for the next leg: the standings are read once for neighboring
    /// legs with the same registry.
    /// @param isPrepared The same call also confirms a side, and the registry checks the movement then.
    function check(
        LegManagerStore storage self,
        IStandings standings,
        bytes32 legRef,
        Leg calldata leg,
        bool isPrepared,
        address registry
    ) internal view returns (address) {
        LegType legType = leg.legType;
        if (!self.managers[legType].active) revert IDeliveryManager.LegTypeNotAvailable(legType);
        if (legType.isDigital()) {
            DigitalLegs.check(leg);
            if (registry == address(0) || leg.assetManager != registry) {
                DigitalLegs.requireRegistry(standings, leg.assetManager);
            }
            if (!isPrepared) DigitalLegs.checkMovement(legRef, leg);
            return leg.assetManager;
        } else if (legType.isOffLedger()) {
            OffLedgerLegs.check(standings, leg);
        } else {
            ILegManager(self.managers[legType].deliveryLegManager).checkLeg(legRef, leg);
        }
        return registry;
    }

    function confirmSender(
        LegManagerStore storage self,
        bytes32 legRef,
        Leg calldata leg,
        bytes calldata data
    ) internal {
        if (leg.legType.isDigital()) DigitalLegs.earmark(legRef, leg, data);
        else _prepare(settling(self, leg).confirmSender, legRef, leg, data);
    }

    function confirmReceiver(
        LegManagerStore storage self,
        bytes32 legRef,
        Leg calldata leg,
        bytes calldata data
    ) internal {
        if (leg.legType.isDigital()) DigitalLegs.confirmReceiver(legRef, leg, data);
        else _prepare(settling(self, leg).confirmReceiver, legRef, leg, data);
    }

    function setReceivingAccount(
        LegManagerStore storage self,
        bytes32 legRef,
        Leg calldata leg,
        bytes calldata data
    ) internal {
        if (leg.legType.isDigital()) DigitalLegs.setReceivingAccount(legRef, leg, data);
        else _prepare(settling(self, leg).setReceivingAccount, legRef, leg, data);
    }

    function settle(LegManagerStore storage self, bytes32 legRef, Leg calldata leg) internal {
        if (leg.legType.isDigital()) DigitalLegs.settle(legRef, leg);
        else if (!leg.legType.isOffLedger()) _finish(settling(self, leg).settle, legRef, leg);
        else if (leg.legType == LegType.TRADITIONAL) OffLedgerLegs.requireTransferAgent(leg);
    }

    /// @return Whether the leg is released. A manager that fails, or that needs too much gas, does not revert.
    function release(LegManagerStore storage self, bytes32 legRef, Leg calldata leg) internal returns (bool) {
        if (leg.legType.isOffLedger()) return true;
        LegChecks.requireReleaseGas();
        if (leg.legType.isDigital()) return DigitalLegs.release(legRef, leg);
        try settling(self, leg).release{ gas: LegChecks.RELEASE_GAS }(legRef, leg) {
            return true;
        } catch {
            return false;
        }
    }

    function settling(LegManagerStore storage self, Leg calldata leg)
        internal
        view
        returns (ISettlingLegManager)
    {
        return ISettlingLegManager(self.managers[leg.legType].deliveryLegManager);
    }

    function locking(LegManagerStore storage self, Leg calldata leg)
        internal
        view
        returns (ILockingLegManager)
    {
        return ILockingLegManager(self.managers[leg.legType].deliveryLegManager);
    }

    /// @dev One encoder for three functions: with a call for each, the contract would exceed the size limit.
    function _prepare(
        function(bytes32, Leg memory, bytes memory) external side,
        bytes32 legRef,
        Leg calldata leg,
        bytes calldata data
    ) private {
        side(legRef, leg, data);
    }

    function _finish(function(bytes32, Leg memory) external move, bytes32 legRef, Leg calldata leg) private {
        move(legRef, leg);
    }
}
