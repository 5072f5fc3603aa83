// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: setTenantName.
contract SetTenantNameTest is PlatformFixture {
    function test_Privilege_PLATFORM_OPERATOR_IsRequiredBySetTenantName() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setTenantName(other, "Name 1");
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.setTenantName(other, "Name 1");
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setTenantName(other, "Name 2");
    }

    function test_RevertWhen_TheTenantIsUnknown() external {
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, address(this)));
        vm.prank(operator);
        platform.setTenantName(address(this), "Nobody");
    }

    function test_RevertWhen_ItIsTheOperatorsOwnTenant() external {
        refuses(abi.encodeWithSelector(IPlatformManager.OperatorTenantProtected.selector, operator));
        vm.prank(operator);
        platform.setTenantName(operator, "Other");
    }

    function test_RevertWhen_TheNameIsMissing() external {
        address tenant = onboard("Alpenbank");
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameMissing.selector));
        vm.prank(operator);
        platform.setTenantName(tenant, "");
        same(platform.tenantByName("Alpenbank"), tenant, "old name");
    }

    function test_ARenamedTenantFreesItsOldName() external {
        address tenant = onboard("Alpenbank");
        onboard("Baltic Trust Bank");
        vm.startPrank(operator);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantNameTaken.selector, "Baltic Trust Bank"));
        platform.setTenantName(tenant, "Baltic Trust Bank");
        platform.setTenantName(tenant, "Alpenbank AG");
        same(ITenant(tenant).name(), "Alpenbank AG", "name");
        same(platform.tenantByName("Alpenbank"), address(0), "old name");
        same(platform.tenantByName("Alpenbank AG"), tenant, "new name");
    }
}
