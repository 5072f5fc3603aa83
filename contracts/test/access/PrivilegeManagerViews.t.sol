// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { NominationStatus } from "../../src/types/TenantAccess.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: isSuperUser, recoverer, nomination, adminPrivileges, the constants, getVersion.
contract PrivilegeManagerViewsTest is PrivilegeFixture {
    function test_TheSuperUserIsKnown() external view {
        check(manager.isSuperUser(operator), "operator");
        check(!manager.isSuperUser(HOLDER), "holder");
        check(!manager.isSuperUser(address(0)), "nobody");
        check(tenantManager.isSuperUser(tenant), "tenant");
    }

    function test_AtFirstThereIsNeitherRecovererNorNomination() external view {
        (address account, uint64 activeFrom) = manager.recoverer();
        same(account, address(0), "recoverer");
        same(activeFrom, 0, "active from");
        IPrivilegeManager.Nomination memory latest = manager.nomination();
        isStatus(NominationStatus.NONE);
        same(latest.committableUntil, 0, "until");
    }

    function test_AdminPrivilegesBelongToATenantsManagerOnly() external view {
        same(manager.adminPrivileges().length, 0, "dApp's");
        bytes32[] memory privileges = tenantManager.adminPrivileges();
        same(privileges.length, 2, "tenant's");
        same(privileges[0], Privileges.USER_DAPP_USER, "first");
        same(privileges[1], Privileges.USER_TENANT_ADMIN, "second");
    }

    function test_TheTimeLocksAreReadable() external view {
        same(manager.RECOVERER_DELAY(), 7 days, "recoverer");
        same(manager.NOMINATION_DELAY(), 1 days, "nomination");
        same(manager.NOMINATION_LIFETIME(), 30 days, "lifetime");
        same(manager.getVersion(), 1, "version");
    }
}
