// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { DeliveryManager } from "../../src/delivery/DeliveryManager.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";
import { DeliveryManagerV2 } from "../upgrade/DeliveryManagerV2.sol";

/// @title DeliveryManager: upgrade, implementation, kind. The second version is a real one.
contract UpgradeTest is MixedFixture {
    function setUp() public override {
        super.setUp();
        grantOn(address(deliveries), operator, Privileges.DELIVERY_PLATFORM_UPGRADE);
    }

    function _announce(address code) private {
        vm.prank(operator);
        deliveries.announceUpgrade(code, keccak256(""));
    }

    function _upgrade(address by, address code) private {
        vm.prank(by);
        deliveries.upgrade(code, "");
    }

    function test_P41_CON12_Privilege_DELIVERY_PLATFORM_UPGRADE_HasItNot() external {
        address code = address(new DeliveryManagerV2(address(platform), deliveries.privilegeManager()));
        refuses(notHeld(alpen, Privileges.DELIVERY_PLATFORM_UPGRADE));
        _upgrade(alpen, code);
    }

    function test_Privilege_DELIVERY_PLATFORM_UPGRADE_HasIt() external {
        grantOn(address(deliveries), alpen, Privileges.DELIVERY_PLATFORM_UPGRADE);
        address code = address(new DeliveryManagerV2(address(platform), deliveries.privilegeManager()));
        announced(address(deliveries), alpen, code, "");
        _upgrade(alpen, code);
        same(deliveries.getVersion(), 2, "version");
    }

    function test_Privilege_DELIVERY_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        address code = address(new DeliveryManagerV2(address(platform), deliveries.privilegeManager()));
        revokeOn(address(deliveries), operator, Privileges.DELIVERY_PLATFORM_UPGRADE);
        refuses(notHeld(operator, Privileges.DELIVERY_PLATFORM_UPGRADE));
        _upgrade(operator, code);
    }

    function test_P34_RevertWhen_TheCodeIsOfAnotherKindOrNone() external {
        address[3] memory codes = [address(0xE0A), address(token), instruments.implementation()];
        for (uint256 i; i < codes.length; ++i) {
            refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, codes[i]));
            _announce(codes[i]);
        }
    }

    function test_RevertWhen_TheVersionDoesNotRise() external {
        address code = address(new DeliveryManager(address(platform), deliveries.privilegeManager()));
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeVersionNotRising.selector, 1, 1));
        _announce(code);
    }

    function test_P41_CON12_RevertWhen_TheCodeHasOtherAddresses() external {
        address another = address(makePrivilegeManager());
        address code = address(new DeliveryManagerV2(address(platform), another));
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, code));
        _announce(code);
    }

    function test_TheUpgradeIsEmittedAndMigratesInTheSameTransaction() external {
        address code = address(new DeliveryManagerV2(address(platform), deliveries.privilegeManager()));
        address before = deliveries.implementation();
        bytes memory migration = abi.encodeCall(DeliveryManagerV2.migrate, ());
        announced(address(deliveries), operator, code, migration);
        vm.expectEmit(address(deliveries));
        emit IUpgradable.ManagerUpgraded(before, code, 2);
        vm.prank(operator);
        deliveries.upgrade(code, migration);
        same(deliveries.implementation(), code, "implementation");
        same(DeliveryManagerV2(address(deliveries)).migratedAt(), block.timestamp, "migrated");
    }

    function test_P41_DeliveriesInTheMiddleOfTheirWayGoOn() external {
        address code = address(new DeliveryManagerV2(address(platform), deliveries.privilegeManager()));
        announced(address(deliveries), operator, code, "");
        (DeliveryId locked, Leg[] memory lockedLegs) = lockedAndConfirmed();
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        _upgrade(operator, code);
        DeliveryManagerV2(address(deliveries)).note(id, "half way");
        same(deliveries.deliveries(id).creator, alpen, "creator");
        same(deliveries.platform(), address(platform), "platform");
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        unlock(alpen, locked, lockedLegs, 1, KEY);
        isIn(locked, DeliveryState.SETTLED);
        holds(bond, alpen, 1, 200, 0);
        same(DeliveryManagerV2(address(deliveries)).notes(id), "half way", "note");
    }

    function test_TheKindIsTheManagersName() external view {
        same(deliveries.kind(), bytes32("DeliveryManager"), "kind");
    }
}
