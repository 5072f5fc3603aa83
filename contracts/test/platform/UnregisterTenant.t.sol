// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: unregisterTenant.
contract UnregisterTenantTest is PlatformFixture {
    function test_Privilege_PLATFORM_OPERATOR_IsRequiredByUnregisterTenant() external {
        address other = onboard("Second Operator");
        address first = onboard("First");
        address second = onboard("Second");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.unregisterTenant(first);
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.unregisterTenant(first);
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.unregisterTenant(second);
    }

    function test_RevertWhen_TheTenantIsUnknown() external {
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, address(this)));
        vm.prank(operator);
        platform.unregisterTenant(address(this));
    }

    function test_RevertWhen_ItIsTheOperatorsOwnTenant() external {
        refuses(abi.encodeWithSelector(IPlatformManager.OperatorTenantProtected.selector, operator));
        vm.prank(operator);
        platform.unregisterTenant(operator);
    }

    function test_AnUnregisteredTenantsNameStaysTakenAndItMayComeBack() external {
        address tenant = onboard("Alpenbank");
        vm.startPrank(operator);
        platform.unregisterTenant(tenant);
        check(!platform.isTenant(tenant), "still a tenant");
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameTaken.selector, "Alpenbank"));
        platform.onboard(tenantData("Alpenbank"), admin, noControllers());
        platform.registerTenant(tenant);
        check(platform.isTenant(tenant), "not back");
    }

    function test_AnUnregisteredTenantIsRefused() external {
        address tenant = onboard("Alpenbank");
        vm.expectEmit(address(platform));
        emit IPlatformManager.TenantUnregistered(tenant);
        vm.prank(operator);
        platform.unregisterTenant(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, tenant));
        standings.requireActive(tenant);
    }
}
