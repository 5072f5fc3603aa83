// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: unblacklist.
contract UnblacklistTest is PlatformFixture {
    address private constant USER = address(0x05E4);

    function _accounts(address account) private pure returns (address[] memory accounts) {
        accounts = new address[](1);
        accounts[0] = account;
    }

    function test_Privilege_PLATFORM_OPERATOR_IsRequiredByUnblacklist() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.unblacklist(_accounts(USER));
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.unblacklist(_accounts(USER));
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.unblacklist(_accounts(USER));
    }

    function test_WhoeverIsTakenOffIsLetInAgain() external {
        address tenant = onboard("Alpenbank");
        blacklist(USER);
        blacklist(tenant);
        address[] memory both = new address[](2);
        (both[0], both[1]) = (tenant, USER);
        vm.expectEmit(address(platform));
        emit IPlatformManager.Unblacklisted(tenant);
        vm.expectEmit(address(platform));
        emit IPlatformManager.Unblacklisted(USER);
        vm.prank(operator);
        platform.unblacklist(both);
        check(!platform.isBlacklisted(USER), "user");
        standings.requireInGoodStanding(tenant, USER);
    }
}
