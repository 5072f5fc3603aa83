// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../src/access/Privileges.sol";
import { ExternalLegManager } from "../../src/delivery/legs/ExternalLegManager.sol";
import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { ISettlingLegManager } from "../../src/interfaces/ISettlingLegManager.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryType } from "../../src/types/RegistryEnums.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

/// @title DeliveryManager: registerLegManager, unregisterLegManager; and who may call a leg manager.
contract LegManagersTest is DeliveryWorld {
    function test_RevertWhen_TheCallerIsNoOperator() external {
        vm.startPrank(alpen);
        refuses(notHeld(alpen, Privileges.DELIVERY_OPERATOR));
        deliveries.registerLegManager(LegType.HTLC, address(externalLegs), RegistryType.NONE);
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
                IDeliveryManager.LegManagerInvalid.selector, LegType.NONE, address(externalLegs)
            )
        );
        deliveries.registerLegManager(LegType.NONE, address(externalLegs), RegistryType.NONE);
    }

    function test_RevertWhen_ATypeHasItsManager() external {
        address other = address(new ExternalLegManager());
        bytes memory err = abi.encodeWithSelector(
            IDeliveryManager.LegManagerAlreadyRegistered.selector, LegType.EXTERNAL, address(externalLegs)
        );
        vm.startPrank(operator);
        refuses(err);
        deliveries.registerLegManager(LegType.EXTERNAL, address(externalLegs), RegistryType.NONE);
        deliveries.unregisterLegManager(LegType.EXTERNAL);
        refuses(err);
        deliveries.registerLegManager(LegType.EXTERNAL, other, RegistryType.NONE);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, LegType.EXTERNAL));
        deliveries.unregisterLegManager(LegType.EXTERNAL);
    }

    function test_RevertWhen_AnybodyButTheDeliveryManagerCallsALegManager() external {
        Leg memory leg = fop()[0];
        bytes memory err =
            abi.encodeWithSelector(ISettlingLegManager.LegDeliveryManagerRequired.selector, address(this));
        refuses(err);
        digitalLegs.confirmSender("ref", leg, data(1));
        refuses(err);
        digitalLegs.confirmReceiver("ref", leg, data(1));
        refuses(err);
        digitalLegs.nameReceipt("ref", leg, data(1));
        refuses(err);
        digitalLegs.settle("ref", leg);
        refuses(err);
        digitalLegs.release("ref", leg);
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
        deliveries.registerLegManager(LegType.DIGITAL, address(digitalLegs), RegistryType.DIGITAL);
        create(alpen, next, legs);
    }

    function test_ALegManagerIsReadBack() external view {
        IDeliveryManager.LegManager memory manager = deliveries.legManagers(LegType.DIGITAL);
        check(manager.active, "active");
        check(manager.registryType == RegistryType.DIGITAL, "registry type");
        same(manager.deliveryLegManager, address(digitalLegs), "manager");
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
