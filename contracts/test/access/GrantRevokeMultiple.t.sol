// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: grantRevokeMultiple.
contract GrantRevokeMultipleTest is PrivilegeFixture {
    function _changes(bool granted)
        private
        pure
        returns (IPrivilegeManager.PrivilegeChange[] memory changes)
    {
        changes = new IPrivilegeManager.PrivilegeChange[](2);
        changes[0] = change(INVESTOR, address(0), granted);
        changes[1] = change(REGISTRAR, DAPP, granted);
    }

    function test_RevertWhen_AnybodyButTheSuperUserChanges() external {
        refuses(superUserRequired(STRANGER));
        vm.prank(STRANGER);
        manager.grantRevokeMultiple(HOLDER, _changes(true));
    }

    function test_RevertWhen_OneOfTheChangesIsInvalid() external {
        IPrivilegeManager.PrivilegeChange[] memory changes = _changes(true);
        changes[1].privilege = 0;
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeMissing.selector));
        vm.prank(operator);
        manager.grantRevokeMultiple(HOLDER, changes);
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "half of a refused change was made");
    }

    function test_SeveralPrivilegesOfOneHolderChangeTogether() external {
        vm.startPrank(operator);
        manager.grantRevokeMultiple(HOLDER, _changes(true));
        check(manager.checkGranted(HOLDER, INVESTOR, address(0)), "investor");
        check(manager.checkGranted(HOLDER, REGISTRAR, DAPP), "registrar");
        check(!manager.checkGranted(HOLDER, REGISTRAR, address(0)), "registrar everywhere");
        manager.grantRevokeMultiple(HOLDER, _changes(false));
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "investor still");
        check(!manager.checkGranted(HOLDER, REGISTRAR, DAPP), "registrar still");
    }

    function test_TheLastChangeOfTheSamePrivilegeHolds() external {
        IPrivilegeManager.PrivilegeChange[] memory changes = new IPrivilegeManager.PrivilegeChange[](2);
        changes[0] = change(INVESTOR, address(0), true);
        changes[1] = change(INVESTOR, address(0), false);
        vm.prank(operator);
        manager.grantRevokeMultiple(HOLDER, changes);
        check(!manager.checkGranted(HOLDER, INVESTOR, address(0)), "held");
    }
}
