// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";
import { Counter } from "../support/Counter.sol";

/// @title DappController: checkUserPrivilege.
contract CheckUserPrivilegeTest is ControllerFixture {
    function test_ItAgreesWithGrantsAndStanding() external {
        bytes4 selector = Counter.increase.selector;
        check(controller.checkUserPrivilege(users[0], selector), "entitled");
        check(!controller.checkUserPrivilege(address(this), selector), "stranger");
        check(!controller.checkUserPrivilege(users[0], counter.count.selector), "not configured");
        revokeUser(tenant, users[0], DAPP_USER);
        check(!controller.checkUserPrivilege(users[0], selector), "inactive");
        blacklist(users[1]);
        check(!controller.checkUserPrivilege(users[1], selector), "blacklisted");
        blacklist(tenant);
        check(!controller.checkUserPrivilege(users[2], selector), "tenant blacklisted");
    }

    function test_APrivilegeOnThisDappIsEnoughAndOnAnotherIsNot() external {
        revokeUser(tenant, users[0], BACKOFFICE);
        address manager = ITenant(tenant).privilegeManager();
        vm.prank(tenant);
        IPrivilegeManager(manager).grant(users[0], BACKOFFICE, address(0xDA));
        check(!controller.checkUserPrivilege(users[0], Counter.increase.selector), "held elsewhere");
        vm.prank(tenant);
        IPrivilegeManager(manager).grant(users[0], BACKOFFICE, address(counter));
        check(controller.checkUserPrivilege(users[0], Counter.increase.selector), "not held here");
    }

    function test_NobodyOfAnUnregisteredTenantIsEntitled() external {
        vm.prank(operator);
        platform.unregisterTenant(tenant);
        check(!controller.checkUserPrivilege(users[0], Counter.increase.selector), "entitled");
    }
}
