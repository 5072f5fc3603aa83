// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDapp } from "../../src/interfaces/IDapp.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { TokenFixture } from "../support/TokenFixture.sol";
import { Erc20LegManagerV2, Erc721LegManagerV2, HtlcLegManagerV2 } from "../upgrade/EscrowLegManagersV2.sol";

/// @title The managers of ERC-20, ERC-721 and HTLC legs: upgrade, rollback; L-3, a bug in one of them can be mended, and
/// what is in escrow stays.
contract UpgradeOfLegManagersTest is TokenFixture {
    address[3] private managers;
    address[3] private next;

    function setUp() public override {
        super.setUp();
        grantOn(address(deliveries), operator, Privileges.DELIVERY_PLATFORM_UPGRADE);
        managers = [address(erc20Legs), address(erc721Legs), address(htlcLegs)];
        next = _secondVersions(address(platform), address(deliveries));
    }

    function _secondVersions(address platform_, address deliveryManager_)
        private
        returns (address[3] memory)
    {
        return [
            address(new Erc20LegManagerV2(platform_, deliveryManager_)),
            address(new Erc721LegManagerV2(platform_, deliveryManager_)),
            address(new HtlcLegManagerV2(platform_, deliveryManager_))
        ];
    }

    function _upgradeAll() private {
        for (uint256 i; i < 3; ++i) {
            vm.prank(operator);
            IUpgradable(managers[i]).upgrade(next[i], "");
        }
    }

    function _announceAll() private {
        for (uint256 i; i < 3; ++i) {
            vm.prank(operator);
            IUpgradable(managers[i]).announceUpgrade(next[i], keccak256(""));
        }
        vm.warp(block.timestamp + 7 days);
    }

    /// @dev 300 tokens and a deed of Alpen's are in escrow, 200 tokens are locked, against nothing.
    function _held() private returns (DeliveryId id, Leg[] memory legs) {
        legs = new Leg[](4);
        legs[0] = digital(bond, meridian, alpen, baltic, 1);
        legs[0].senderData = data(1);
        legs[1] = paid(LegType.ERC20, address(token), alpen, baltic, 300);
        legs[2] = deed(alpen, baltic, 1);
        legs[3] = paid(LegType.HTLC, address(token), alpen, baltic, 200);
        id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        lock(alpen, id, legs, 3, KEY, inADay());
        confirm(meridian, id, legs);
    }

    function test_L3_Privilege_DELIVERY_PLATFORM_UPGRADE_HasItNot() external {
        bytes memory err = notHeld(alpen, Privileges.DELIVERY_PLATFORM_UPGRADE);
        vm.startPrank(alpen);
        for (uint256 i; i < 3; ++i) {
            refuses(err);
            IUpgradable(managers[i]).announceUpgrade(next[i], keccak256(""));
            refuses(err);
            IUpgradable(managers[i]).upgrade(next[i], "");
            refuses(err);
            IUpgradable(managers[i]).rollback();
        }
    }

    function test_L3_Privilege_DELIVERY_PLATFORM_UPGRADE_OfOneLegManagerOpensNoOther() external {
        IPrivilegeManager privileges = IPrivilegeManager(deliveries.privilegeManager());
        vm.prank(operator);
        privileges.grant(alpen, Privileges.DELIVERY_PLATFORM_UPGRADE, address(erc20Legs));
        vm.startPrank(alpen);
        erc20Legs.announceUpgrade(next[0], keccak256(""));
        refuses(notHeld(alpen, Privileges.DELIVERY_PLATFORM_UPGRADE));
        erc721Legs.announceUpgrade(next[1], keccak256(""));
    }

    function test_L3_RevertWhen_TheNewCodeHasAnotherPlatformOrDeliveryManager() external {
        address[3] memory elsewhere = _secondVersions(address(this), address(deliveries));
        address[3] memory others = _secondVersions(address(platform), address(this));
        vm.startPrank(operator);
        for (uint256 i; i < 3; ++i) {
            refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, elsewhere[i]));
            IUpgradable(managers[i]).announceUpgrade(elsewhere[i], keccak256(""));
            refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, others[i]));
            IUpgradable(managers[i]).announceUpgrade(others[i], keccak256(""));
        }
    }

    function test_L3_RevertWhen_TheNewCodeIsOfAnotherLegManager() external {
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, next[1]));
        vm.prank(operator);
        erc20Legs.announceUpgrade(next[1], keccak256(""));
    }

    function test_L3_RevertWhen_TheSevenDaysAreNotOver() external {
        _announceAll();
        vm.warp(block.timestamp - 1);
        uint256 from = block.timestamp + 1;
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeNotEffective.selector, from, from + 30 days));
        vm.prank(operator);
        erc20Legs.upgrade(next[0], "");
    }

    function test_L3_WhatIsInEscrowSettlesUnderTheNewCode() external {
        _announceAll();
        (DeliveryId id, Leg[] memory legs) = _held();
        _upgradeAll();
        for (uint256 i; i < 3; ++i) {
            same(IUpgradable(managers[i]).implementation(), next[i], "implementation");
            same(IDapp(managers[i]).getVersion(), 2, "version");
            same(IDapp(managers[i]).platform(), address(platform), "platform");
            same(IDapp(managers[i]).privilegeManager(), deliveries.privilegeManager(), "privilege manager");
        }
        check(erc20Legs.isHeld(deliveries.legReference(id, 1)), "tokens in escrow");
        Erc20LegManagerV2(address(erc20Legs)).count();
        unlock(baltic, id, legs, 3, KEY);
        isIn(id, DeliveryState.SETTLED);
        same(token.balanceOf(baltic), 1_500, "tokens");
        same(items.ownerOf(1), baltic, "deed");
        same(Erc20LegManagerV2(address(erc20Legs)).numCounted(), 1, "the new code's own");
    }

    function test_L3_WhatIsInEscrowComesBackUnderTheNewCode() external {
        _announceAll();
        (DeliveryId id, Leg[] memory legs) = _held();
        _upgradeAll();
        vm.warp(inADay());
        vm.prank(alpen);
        deliveries.unlockAndCancel(id, legs, "late");
        isIn(id, DeliveryState.CANCELED);
        same(token.balanceOf(alpen), 1_000, "tokens");
        same(items.ownerOf(1), alpen, "deed");
    }

    function test_L3_TheFormerCodeComesBackAfterSevenDaysMore() external {
        _announceAll();
        address[3] memory first;
        for (uint256 i; i < 3; ++i) {
            first[i] = IUpgradable(managers[i]).implementation();
        }
        _upgradeAll();
        for (uint256 i; i < 3; ++i) {
            announcedBack(managers[i], operator);
            vm.expectEmit(managers[i]);
            emit IUpgradable.ManagerRolledBack(next[i], first[i], 1);
            vm.prank(operator);
            IUpgradable(managers[i]).rollback();
        }
    }

    function test_L3_TheKindsAreTheManagersNames() external view {
        same(erc20Legs.kind(), "Erc20LegManager", "kind");
        same(erc721Legs.kind(), "Erc721LegManager", "kind");
        same(htlcLegs.kind(), "HtlcLegManager", "kind");
        same(IEscrowLegManager(address(erc20Legs)).getVersion(), 1, "version");
    }
}
