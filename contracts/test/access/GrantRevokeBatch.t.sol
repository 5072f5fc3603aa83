// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: grantRevokeBatch.
contract GrantRevokeBatchTest is PrivilegeFixture {
    function test_RevertWhen_AnybodyButTheSuperUserChanges() external {
        refuses(superUserRequired(STRANGER));
        vm.prank(STRANGER);
        manager.grantRevokeBatch(batchFor(1, true));
    }

    function test_RevertWhen_OneHolderIsMissing() external {
        IPrivilegeManager.HolderChanges[] memory batch = batchFor(2, true);
        batch[1].holder = address(0);
        refuses(abi.encodeWithSelector(IPrivilegeManager.PrivilegeHolderMissing.selector));
        vm.prank(operator);
        manager.grantRevokeBatch(batch);
        check(!manager.checkGranted(batch[0].holder, INVESTOR, address(0)), "half of a batch was made");
    }

    function test_PrivilegesOfSeveralHoldersChangeTogether() external {
        vm.startPrank(operator);
        manager.grantRevokeBatch(batchFor(3, true));
        for (uint160 i; i < 3; ++i) {
            check(manager.checkGranted(address(0x100 + i), INVESTOR, address(0)), "not held");
        }
        manager.grantRevokeBatch(batchFor(2, false));
        check(!manager.checkGranted(address(0x101), INVESTOR, address(0)), "second held");
        check(manager.checkGranted(address(0x102), INVESTOR, address(0)), "third not held");
    }
}
