// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IStandings } from "../../src/interfaces/IStandings.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title Standings: requireActive, requireAllActive, requireInGoodStanding, requireAllInGoodStanding, isTenant.
contract StandingsTest is PlatformFixture {
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
        standings.requireActive(USER);
        refuses(err);
        standings.requireAllActive(_two(tenant, USER));
        refuses(err);
        standings.requireInGoodStanding(USER, USER);
        refuses(err);
        standings.requireAllInGoodStanding(USER, _two(USER, USER));
        check(!platform.isTenant(USER), "a tenant");
    }

    function test_P26_RevertWhen_TheTenantIsBlacklisted() external {
        blacklist(tenant);
        bytes memory err = abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant);
        refuses(err);
        standings.requireActive(tenant);
        refuses(err);
        standings.requireAllActive(_two(operator, tenant));
        refuses(err);
        standings.requireInGoodStanding(tenant, USER);
        refuses(err);
        standings.requireAllInGoodStanding(tenant, _two(USER, USER));
    }

    function test_P26_RevertWhen_AUserIsBlacklisted() external {
        blacklist(USER);
        bytes memory err = abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, USER);
        refuses(err);
        standings.requireInGoodStanding(tenant, USER);
        refuses(err);
        standings.requireAllInGoodStanding(tenant, _two(admin, USER));
    }

    function test_RevertWhen_AnybodyButThePlatformManagerWrites() external {
        address[3] memory others = [operator, tenant, address(this)];
        for (uint256 i; i < others.length; ++i) {
            bytes memory err = abi.encodeWithSelector(IStandings.StandingsWriterRequired.selector, others[i]);
            vm.startPrank(others[i]);
            refuses(err);
            standings.setTenant(USER, true);
            refuses(err);
            standings.setBlacklisted(USER, true);
            refuses(err);
            standings.setDappType(USER, DappType.TOKEN);
            vm.stopPrank();
        }
        check(!standings.isTenant(USER) && !standings.isBlacklisted(USER), "written");
        same(standings.dappTypeOf(USER), 0, "type");
    }

    function test_InGoodStandingAllPass() external view {
        standings.requireActive(tenant);
        standings.requireAllActive(_two(tenant, operator));
        standings.requireInGoodStanding(tenant, USER);
        standings.requireAllInGoodStanding(tenant, _two(admin, USER));
        check(platform.isTenant(tenant), "no tenant");
    }
}
