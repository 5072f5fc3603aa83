// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";
import { DeliveryManagerV2 } from "../upgrade/DeliveryManagerV2.sol";

/// @title DeliveryManager: rollback.
contract RollbackTest is MixedFixture {
    address private first;
    address private second;

    function setUp() public override {
        super.setUp();
        grantOn(address(deliveries), operator, Privileges.DELIVERY_PLATFORM_UPGRADE);
        first = deliveries.implementation();
        second = address(new DeliveryManagerV2(address(platform), deliveries.privilegeManager()));
    }

    function _upgrade() private {
        announced(address(deliveries), operator, second, "");
        vm.prank(operator);
        deliveries.upgrade(second, "");
    }

    function _rollback(address by) private {
        vm.prank(by);
        deliveries.rollback();
    }

    function test_P41_CON12_Privilege_DELIVERY_PLATFORM_UPGRADE_HasItNot() external {
        _upgrade();
        refuses(notHeld(alpen, Privileges.DELIVERY_PLATFORM_UPGRADE));
        _rollback(alpen);
    }

    function test_Privilege_DELIVERY_PLATFORM_UPGRADE_HasIt() external {
        _upgrade();
        grantOn(address(deliveries), alpen, Privileges.DELIVERY_PLATFORM_UPGRADE);
        announcedBack(address(deliveries), alpen);
        _rollback(alpen);
        same(deliveries.implementation(), first, "implementation");
    }

    function test_Privilege_DELIVERY_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        _upgrade();
        revokeOn(address(deliveries), operator, Privileges.DELIVERY_PLATFORM_UPGRADE);
        refuses(notHeld(operator, Privileges.DELIVERY_PLATFORM_UPGRADE));
        _rollback(operator);
    }

    function test_RevertWhen_NothingWasReplaced() external {
        refuses(abi.encodeWithSelector(IUpgradable.RollbackImpossible.selector));
        vm.prank(operator);
        deliveries.announceRollback();
        _upgrade();
        announcedBack(address(deliveries), operator);
        _rollback(operator);
        refuses(abi.encodeWithSelector(IUpgradable.RollbackImpossible.selector));
        vm.prank(operator);
        deliveries.announceRollback();
    }

    function test_TheFormerCodeIsBackAndTheEventEmitted() external {
        _upgrade();
        announcedBack(address(deliveries), operator);
        vm.expectEmit(address(deliveries));
        emit IUpgradable.ManagerRolledBack(second, first, 1);
        _rollback(operator);
        same(deliveries.getVersion(), 1, "version");
        vm.expectRevert();
        DeliveryManagerV2(address(deliveries)).note(DeliveryId.wrap("delivery"), "text");
    }

    function test_P41_StateSurvivesBothWays() external {
        Leg[] memory legs = fop();
        DeliveryId before = created(legs);
        _upgrade();
        DeliveryManagerV2(address(deliveries)).note(before, "kept");
        announcedBack(address(deliveries), operator);
        (DeliveryId between, Leg[] memory lockedLegs) = lockedAndConfirmed();
        uint256 flags = deliveries.legFlags(between);
        _rollback(operator);
        same(deliveries.legFlags(between), flags, "flags");
        confirmAsInvestor(baltic, before, legs);
        confirm(meridian, before, legs);
        isIn(before, DeliveryState.SETTLED);
        unlock(alpen, between, lockedLegs, 1, KEY);
        isIn(between, DeliveryState.SETTLED);
        _upgrade();
        same(DeliveryManagerV2(address(deliveries)).notes(before), "kept", "note");
        isIn(before, DeliveryState.SETTLED);
    }
}
