// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Factory } from "../../src/platform/Factory.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: registerTenant.
contract RegisterTenantTest is PlatformFixture {
    function test_Privilege_PLATFORM_OPERATOR_IsRequiredByRegisterTenant() external {
        address other = onboard("Second Operator");
        address made =
            factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers());
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.registerTenant(made);
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.registerTenant(made);
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.registerTenant(made);
    }

    function test_RevertWhen_TheTenantIsRegisteredAlready() external {
        address tenant = onboard("Alpenbank");
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantAlreadyRegistered.selector, tenant));
        platform.registerTenant(tenant);
    }

    function test_RevertWhen_TheTenantCameFromElsewhere() external {
        address foreign = address(new Factory(factory.tenantCode(1), factory.tenantCode(1)));
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantForeign.selector, foreign));
        platform.registerTenant(foreign);
        address elsewhere =
            factory.createTenant(tenantData("Elsewhere"), address(0xE15E), admin, noControllers());
        refuses(abi.encodeWithSelector(IPlatformManager.TenantForeign.selector, elsewhere));
        platform.registerTenant(elsewhere);
    }

    function test_RevertWhen_ItsNameIsTaken() external {
        onboard("Alpenbank");
        address twin =
            factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers());
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameTaken.selector, "Alpenbank"));
        vm.prank(operator);
        platform.registerTenant(twin);
    }

    function test_ATenantMadeByAnybodyIsRegisteredByTheOperator() external {
        address tenant =
            factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers());
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, tenant));
        standings.requireActive(tenant);
        vm.expectEmit(address(platform));
        emit IPlatformManager.TenantRegistered(
            tenant, ITenant(tenant).privilegeManager(), tenantData("Alpenbank")
        );
        vm.prank(operator);
        platform.registerTenant(tenant);
        standings.requireActive(tenant);
    }

    function test_ItsPrivilegeManagerLeadsToIt() external {
        address tenant =
            factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers());
        address manager = ITenant(tenant).privilegeManager();
        same(platform.tenantByPrivilegeManager(manager), address(0), "before");
        vm.prank(operator);
        platform.registerTenant(tenant);
        same(platform.tenantByPrivilegeManager(manager), tenant, "after");
    }
}
