// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";

/// @title DeliveryManager: unregisterLegManager.
contract UnregisterLegManagerTest is DeliveryFixture {
    function _unregister(address by, LegType legType) private {
        vm.prank(by);
        deliveries.unregisterLegManager(legType);
    }

    function test_Privilege_DELIVERY_OPERATOR_HasItNot() external {
        refuses(notHeld(alpen, Privileges.DELIVERY_OPERATOR));
        _unregister(alpen, LegType.DIGITAL);
    }

    function test_Privilege_DELIVERY_OPERATOR_HasIt() external {
        grantOn(address(deliveries), alpen, Privileges.DELIVERY_OPERATOR);
        _unregister(alpen, LegType.DIGITAL);
        check(!deliveries.legManagers(LegType.DIGITAL).active, "active");
    }

    function test_Privilege_DELIVERY_OPERATOR_HadItUntilTheTransactionBefore() external {
        grantOn(address(deliveries), alpen, Privileges.DELIVERY_OPERATOR);
        revokeOn(address(deliveries), alpen, Privileges.DELIVERY_OPERATOR);
        refuses(notHeld(alpen, Privileges.DELIVERY_OPERATOR));
        _unregister(alpen, LegType.DIGITAL);
    }

    function test_RevertWhen_TheTypeIsNotAvailable() external {
        refuses(abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, LegType.HTLC));
        _unregister(operator, LegType.HTLC);
        _unregister(operator, LegType.DIGITAL);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, LegType.DIGITAL));
        _unregister(operator, LegType.DIGITAL);
    }

    function test_ItEmitsTheEventAndStopsNewLegsOnly() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegManagerUnregistered(LegType.DIGITAL, address(deliveries));
        _unregister(operator, LegType.DIGITAL);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegTypeNotAvailable.selector, LegType.DIGITAL));
        create(alpen, legs);
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
    }
}
