// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";
import { PlatformManagerV2 } from "../support/PlatformManagerV2.sol";

/// @title PlatformManager: rollback; CON-12, property 41.
contract RollbackTest is PlatformFixture {
    PlatformManagerV2 private next;
    ITenant private tenant;

    function setUp() public override {
        super.setUp();
        next = new PlatformManagerV2();
        tenant = ITenant(onboard("Alpenbank"));
        blacklist(address(0xBAD));
    }

    function _upgrade() private {
        bytes memory migration = abi.encodeCall(PlatformManagerV2.setMotto, ("Settled at once"));
        announced(address(platform), operator, address(next), migration);
        vm.prank(operator);
        platform.upgrade(address(next), migration);
    }

    /// @dev What was there before is there, whichever code reads it.
    function _stateIsKept() private view {
        same(platform.name(), "ConneX Platform", "name");
        same(platform.tenantByName("Alpenbank"), address(tenant), "tenant");
        check(platform.isBlacklisted(address(0xBAD)), "blacklist");
        same(platform.refundSettings().refundLimit, LIMIT, "refund limit");
        same(platform.defaultFactory(), address(factory), "factory");
        same(platform.dappTypeOf(address(platform)), DappType.PLATFORM, "type");
    }

    function test_Privilege_PLATFORM_MANAGER_UPGRADE_IsRequiredByRollback() external {
        _upgrade();
        bytes memory err = notHeld(address(tenant), Privileges.PLATFORM_MANAGER_UPGRADE);
        refuses(err);
        vm.prank(address(tenant));
        platform.rollback();
        grantOn(address(platform), address(tenant), Privileges.PLATFORM_MANAGER_UPGRADE);
        announcedBack(address(platform), address(tenant));
        vm.prank(address(tenant));
        platform.rollback();
        revokeOn(address(platform), address(tenant), Privileges.PLATFORM_MANAGER_UPGRADE);
        _upgrade();
        refuses(err);
        vm.prank(address(tenant));
        platform.rollback();
    }

    function test_CON12_RevertWhen_NothingWasUpgraded() external {
        refuses(abi.encodeWithSelector(IUpgradable.RollbackImpossible.selector));
        vm.prank(operator);
        platform.announceRollback();
    }

    function test_P41_TheFormerCodeIsBackAndFindsWhatTheNewOneWrote() external {
        address before = platform.implementation();
        _upgrade();
        address newcomer = onboard("Baltic Trust Bank");
        announcedBack(address(platform), operator);
        vm.expectEmit(address(platform));
        emit IUpgradable.ManagerRolledBack(address(next), before, 1);
        vm.prank(operator);
        platform.rollback();
        same(platform.implementation(), before, "implementation");
        same(platform.getVersion(), 1, "version");
        _stateIsKept();
        same(platform.tenantByName("Baltic Trust Bank"), newcomer, "made by the new code");
        _upgrade();
        same(platform.getVersion(), 2, "forth again");
    }
}
