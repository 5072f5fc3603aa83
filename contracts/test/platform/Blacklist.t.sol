// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: blacklist, isBlacklisted; CON-13, property 26.
contract BlacklistTest is PlatformFixture {
    address private constant USER = address(0x05E4);

    function _accounts(address account) private pure returns (address[] memory accounts) {
        accounts = new address[](1);
        accounts[0] = account;
    }

    function test_Privilege_PLATFORM_OPERATOR_IsRequiredByBlacklist() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.blacklist(_accounts(USER));
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.blacklist(_accounts(USER));
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.blacklist(_accounts(USER));
    }

    function test_Privilege_PLATFORM_MANAGER_DAPP_BlacklistsAndTakesNobodyOff() external {
        address compliance = address(new Counter(address(platform), address(0x11)));
        bytes memory err = notHeld(compliance, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(compliance);
        platform.blacklist(_accounts(USER));
        grantOn(address(platform), compliance, Privileges.PLATFORM_MANAGER_DAPP);
        vm.prank(compliance);
        platform.blacklist(_accounts(USER));
        check(platform.isBlacklisted(USER), "not blacklisted");
        refuses(err);
        vm.prank(compliance);
        platform.unblacklist(_accounts(USER));
        revokeOn(address(platform), compliance, Privileges.PLATFORM_MANAGER_DAPP);
        refuses(err);
        vm.prank(compliance);
        platform.blacklist(_accounts(USER));
    }

    function test_RevertWhen_ItIsTheOperatorsOwnTenant() external {
        address[] memory accounts = new address[](2);
        (accounts[0], accounts[1]) = (USER, operator);
        refuses(abi.encodeWithSelector(IPlatformManager.OperatorTenantProtected.selector, operator));
        vm.prank(operator);
        platform.blacklist(accounts);
        check(!platform.isBlacklisted(USER), "half of a refused list holds");
    }

    function test_P26_ABlacklistedAccountIsRefusedAtOnce() external {
        address tenant = onboard("Alpenbank");
        standings.requireInGoodStanding(tenant, USER);
        vm.expectEmit(address(platform));
        emit IPlatformManager.Blacklisted(USER);
        blacklist(USER);
        check(platform.isBlacklisted(USER), "user");
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, USER));
        standings.requireInGoodStanding(tenant, USER);
        blacklist(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant));
        standings.requireActive(tenant);
    }
}
