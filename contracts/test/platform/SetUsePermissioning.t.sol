// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: setUsePermissioning, usePermissioning.
contract SetUsePermissioningTest is PlatformFixture {
    function test_Privilege_PLATFORM_OPERATOR_IsRequiredBySetUsePermissioning() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setUsePermissioning(true);
        grantOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        vm.prank(other);
        platform.setUsePermissioning(true);
        revokeOn(address(platform), other, Privileges.PLATFORM_OPERATOR);
        refuses(err);
        vm.prank(other);
        platform.setUsePermissioning(true);
    }

    function test_ItIsReadBack() external {
        check(!platform.usePermissioning(), "on from the start");
        vm.expectEmit(address(platform));
        emit IPlatformManager.PermissioningChanged(true);
        vm.startPrank(operator);
        platform.setUsePermissioning(true);
        check(platform.usePermissioning(), "off");
        platform.setUsePermissioning(false);
        check(!platform.usePermissioning(), "on");
    }
}
