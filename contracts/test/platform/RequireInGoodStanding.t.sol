// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: requireActive, requireAllActive, requireInGoodStanding, requireAllInGoodStanding, isTenant.
contract RequireInGoodStandingTest is PlatformFixture {
    address private constant USER = address(0x05E4);
    address private tenant;

    function setUp() public override {
        super.setUp();
        tenant = onboard("Alpenbank");
    }

    function _two(address first, address second) private pure returns (address[] memory both) {
        both = new address[](2);
        (both[0], both[1]) = (first, second);
    }

    function test_RevertWhen_TheTenantIsUnknown() external {
        bytes memory err = abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, USER);
        refuses(err);
        platform.requireActive(USER);
        refuses(err);
        platform.requireAllActive(_two(tenant, USER));
        refuses(err);
        platform.requireInGoodStanding(USER, USER);
        refuses(err);
        platform.requireAllInGoodStanding(USER, _two(USER, USER));
        check(!platform.isTenant(USER), "a tenant");
    }

    function test_P26_RevertWhen_TheTenantIsBlacklisted() external {
        blacklist(tenant);
        bytes memory err = abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant);
        refuses(err);
        platform.requireActive(tenant);
        refuses(err);
        platform.requireAllActive(_two(operator, tenant));
        refuses(err);
        platform.requireInGoodStanding(tenant, USER);
        refuses(err);
        platform.requireAllInGoodStanding(tenant, _two(USER, USER));
    }

    function test_P26_RevertWhen_AUserIsBlacklisted() external {
        blacklist(USER);
        bytes memory err = abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, USER);
        refuses(err);
        platform.requireInGoodStanding(tenant, USER);
        refuses(err);
        platform.requireAllInGoodStanding(tenant, _two(admin, USER));
    }

    function test_InGoodStandingAllPass() external view {
        platform.requireActive(tenant);
        platform.requireAllActive(_two(tenant, operator));
        platform.requireInGoodStanding(tenant, USER);
        platform.requireAllInGoodStanding(tenant, _two(admin, USER));
        check(platform.isTenant(tenant), "no tenant");
    }
}
