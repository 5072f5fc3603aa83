// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { NominationStatus } from "../../src/types/TenantAccess.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: commitNomination; CON-10, property 24.
contract CommitNominationTest is PrivilegeFixture {
    function test_CON10_RevertWhen_NobodyIsNominated() external {
        refuses(notPending());
        commit(NOMINEE);
    }

    function test_CON10_RevertWhen_CommittedBeforeTheTimeLock() external {
        nominate(operator);
        vm.warp(start + 1 days - 1);
        refuses(
            abi.encodeWithSelector(
                IPrivilegeManager.NominationNotCommittable.selector, start + 1 days, start + 31 days
            )
        );
        commit(NOMINEE);
    }

    function test_CON10_RevertWhen_CommittedTooLate() external {
        nominate(operator);
        vm.warp(start + 31 days + 1);
        refuses(
            abi.encodeWithSelector(
                IPrivilegeManager.NominationNotCommittable.selector, start + 1 days, start + 31 days
            )
        );
        commit(NOMINEE);
    }

    function test_CON10_RevertWhen_CommittedByTheWrongAccount() external {
        nominateAndWait();
        address[3] memory wrong = [operator, STRANGER, RECOVERER];
        for (uint256 i; i < wrong.length; ++i) {
            refuses(nomineeRequired(wrong[i]));
            commit(wrong[i]);
        }
    }

    function test_CON10_RevertWhen_CommittedAfterItWasRevoked() external {
        nominateAndWait();
        vm.prank(operator);
        manager.revokeNomination();
        refuses(notPending());
        commit(NOMINEE);
    }

    function test_CON10_RevertWhen_CommittedTwice() external {
        nominateAndWait();
        commit(NOMINEE);
        refuses(notPending());
        commit(NOMINEE);
    }

    function test_P24_TheNomineeOfADappsManagerBecomesItsSuperUser() external {
        nominateAndWait();
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.NominationCommitted(NOMINEE);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.SuperUserChanged(operator, NOMINEE);
        commit(NOMINEE);
        isStatus(NominationStatus.COMMITTED);
        check(manager.isSuperUser(NOMINEE), "nominee");
        check(!manager.isSuperUser(operator), "former super user");
        refuses(superUserRequired(operator));
        vm.prank(operator);
        manager.grant(HOLDER, INVESTOR, address(0));
    }

    function test_ANominationIsCommittedInItsLastSecond() external {
        nominate(operator);
        vm.warp(start + 31 days);
        commit(NOMINEE);
        check(manager.isSuperUser(NOMINEE), "nominee");
    }

    /// @dev A tenant whose admins lost their keys gets a new one, and stays its own super user.
    function test_TheNomineeOfATenantsManagerBecomesAnAdmin() external {
        vm.prank(tenant);
        tenantManager.setRecoverer(RECOVERER);
        vm.warp(start + 7 days);
        vm.prank(RECOVERER);
        tenantManager.nominateAdmin(NOMINEE);
        vm.warp(start + 8 days);
        vm.expectEmit(address(tenantManager));
        emit IPrivilegeManager.PrivilegeGranted(NOMINEE, Privileges.USER_TENANT_ADMIN, address(0));
        vm.prank(NOMINEE);
        tenantManager.commitNomination();
        check(tenantManager.checkGranted(NOMINEE, Privileges.USER_DAPP_USER, address(0)), "active");
        check(tenantManager.checkGranted(NOMINEE, Privileges.USER_TENANT_ADMIN, address(0)), "admin");
        check(tenantManager.isSuperUser(tenant), "the tenant is its own super user");
        check(!tenantManager.isSuperUser(NOMINEE), "nominee is a user");
    }
}
