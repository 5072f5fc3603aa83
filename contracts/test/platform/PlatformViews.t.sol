// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { PlatformManager } from "../../src/platform/PlatformManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: name, platform, operatorTenant, privilegeManager, getVersion, kind, implementation.
contract PlatformViewsTest is PlatformFixture {
    bytes32 private constant OPERATOR = Privileges.PLATFORM_OPERATOR;

    function test_ThePlatformBearsItsOperatorsName() external view {
        same(platform.name(), "ConneX Platform", "name");
        same(platform.tenantByName("ConneX Platform"), operator, "operator");
        same(platform.platform(), address(platform), "platform");
        check(platform.isTenant(operator), "registered");
        same(platform.operatorTenant(), operator, "operator's tenant");
        same(platform.getVersion(), 1, "version");
        same(platform.kind(), bytes32("PlatformManager"), "kind");
        check(platform.implementation().code.length != 0, "implementation");
        same(
            platform.tenantByPrivilegeManager(ITenant(operator).privilegeManager()),
            operator,
            "tenant by manager"
        );
        IPrivilegeManager manager = IPrivilegeManager(platform.privilegeManager());
        check(manager.isSuperUser(operator), "super user");
        check(manager.checkGranted(operator, OPERATOR, address(0)), "operator's right");
    }
}
