// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { NominationStatus } from "../../src/types/TenantAccess.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: rejectNomination.
contract RejectNominationTest is PrivilegeFixture {
    function test_RevertWhen_NothingIsPending() external {
        refuses(notPending());
        vm.prank(NOMINEE);
        manager.rejectNomination();
    }

    function test_CON10_RevertWhen_AnybodyButTheNomineeRejects() external {
        nominate(operator);
        address[3] memory wrong = [operator, STRANGER, RECOVERER];
        for (uint256 i; i < wrong.length; ++i) {
            refuses(nomineeRequired(wrong[i]));
            vm.prank(wrong[i]);
            manager.rejectNomination();
        }
    }

    function test_ARejectedNominationIsOver() external {
        nominate(operator);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.NominationCancelled(NOMINEE, NOMINEE);
        vm.prank(NOMINEE);
        manager.rejectNomination();
        isStatus(NominationStatus.CANCELLED);
        vm.warp(start + 1 days);
        refuses(notPending());
        commit(NOMINEE);
        nominate(operator);
        isStatus(NominationStatus.NOMINATED);
    }
}
