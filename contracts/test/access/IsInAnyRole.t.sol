// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: isInAnyRole.
contract IsInAnyRoleTest is PrivilegeFixture {
    function test_OneOfTheRolesIsEnough() external {
        bytes32[] memory roles = new bytes32[](2);
        roles[0] = INVESTOR;
        roles[1] = REGISTRAR;
        check(!manager.isInAnyRole(HOLDER, roles, DAPP), "in a role before");
        check(!manager.isInAnyRole(HOLDER, new bytes32[](0), DAPP), "in a role of none");
        vm.prank(operator);
        manager.grant(HOLDER, REGISTRAR, DAPP);
        check(manager.isInAnyRole(HOLDER, roles, DAPP), "in no role");
        check(!manager.isInAnyRole(HOLDER, roles, address(0)), "in a role everywhere");
    }
}
