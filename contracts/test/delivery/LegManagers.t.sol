// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryType } from "../../src/types/RegistryEnums.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

/// @title DeliveryManager: registerLegManager, unregisterLegManager.
contract LegManagersTest is DeliveryWorld {
    function test_RevertWhen_TheCallerIsNoOperator() external {
        vm.startPrank(alpen);
        refuses(notHeld(alpen, Privileges.DELIVERY_OPERATOR));
        deliveries.registerLegManager(LegType.HTLC, address(deliveries), RegistryType.NONE);
        refuses(notHeld(alpen, Privileges.DELIVERY_OPERATOR));
        deliveries.unregisterLegManager(LegType.DIGITAL);
    }

    function test_RevertWhen_TheManagerIsNoContractOrTheTypeNone() external {
        vm.startPrank(operator);
        refuses(
            abi.encodeWithSelector(IDeliveryManager.LegManagerInvalid.selector, LegType.HTLC, address(0xE0A))
        );
        deliveries.registerLegManager(LegType.HTLC, address(0xE0A), RegistryType.NONE);
        refuses(
            abi.encodeWithSelector(
                IDeliveryManager.LegManagerInvalid.selector, LegType.NONE, address(deliveries)
            )
        );
        deliveries.registerLegManager(LegType.NONE, address(deliveries), RegistryType.NONE);
    }

    function test_RevertWhen_AnotherContractIsToKeepWhatTheDeliveryManagerKeeps() external {
        vm.startPrank(operator);
        deliveries.unregisterLegManager(LegType.DIGITAL);
        refuses(_invalid(LegType.DIGITAL, address(factory)));
        deliveries.registerLegManager(LegType.DIGITAL, address(factory), RegistryType.NONE);
        refuses(_invalid(LegType.HTLC, address(deliveries)));
        deliveries.registerLegManager(LegType.HTLC, address(deliveries), RegistryType.NONE);
    }

    function _invalid(LegType legType, address legManager) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.LegManagerInvalid.selector, legType, legManager);
    }

    function test_RevertWhen_ATypeHasItsManager() external {
        bytes memory err = abi.encodeWithSelector(
            IDeliveryManager.LegManagerAlreadyRegistered.selector, LegType.HTLC, address(factory)
        );
        vm.startPrank(operator);
        deliveries.registerLegManager(LegType.HTLC, address(factory), RegistryType.NONE);
        refuses(err);
        deliveries.registerLegManager(LegType.HTLC, address(factory), RegistryType.NONE);
        deliveries.unregisterLegManager(LegType.HTLC);
        refuses(err);
        deliveries.registerLegManager(LegType.HTLC, address(platform), RegistryType.NONE);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, LegType.HTLC));
        deliveries.unregisterLegManager(LegType.HTLC);
    }

    function test_UnregisteringStopsNewLegsAndNoOldOnes() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.prank(operator);
        deliveries.unregisterLegManager(LegType.DIGITAL);
        check(!deliveries.legManagers(LegType.DIGITAL).active, "active");
        DeliveryId next = nextId();
        refuses(abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, LegType.DIGITAL));
        create(alpen, next, legs);
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        vm.prank(operator);
        deliveries.registerLegManager(LegType.DIGITAL, address(deliveries), RegistryType.DIGITAL);
        create(alpen, next, legs);
    }

    function test_ALegManagerIsReadBack() external view {
        IDeliveryManager.LegManager memory manager = deliveries.legManagers(LegType.DIGITAL);
        check(manager.active, "active");
        check(manager.registryType == RegistryType.DIGITAL, "registry type");
        same(manager.deliveryLegManager, address(deliveries), "manager");
    }

    function test_ParticipantsAreThePartiesAlone() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        address[4] memory parties = [alpen, rhone, meridian, nordhafen];
        for (uint256 i; i < parties.length; ++i) {
            check(deliveries.isParticipant(id, legs, parties[i]), "party");
        }
        check(!deliveries.isParticipant(id, legs, baltic), "stranger");
    }
}
