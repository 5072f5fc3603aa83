// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { NominationStatus } from "../../src/types/TenantAccess.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: revokeNomination.
contract RevokeNominationTest is PrivilegeFixture {
    function _revoke(address by) private {
        vm.prank(by);
        manager.revokeNomination();
    }

    function test_RevertWhen_NothingIsPending() external {
        refuses(notPending());
        _revoke(operator);
    }

    function test_CON10_RevertWhen_TheNomineeOrAStrangerRevokes() external {
        nominate(operator);
        refuses(nominatorRequired(NOMINEE));
        _revoke(NOMINEE);
        refuses(nominatorRequired(STRANGER));
        _revoke(STRANGER);
    }

    function test_CON10_RevertWhen_TheRecovererRevokesTheSuperUsersNomination() external {
        setRecoverer(RECOVERER);
        vm.warp(start + 7 days);
        nominate(operator);
        refuses(nominatorRequired(RECOVERER));
        _revoke(RECOVERER);
    }

    function test_TheRecovererRevokesItsOwn() external {
        setRecoverer(RECOVERER);
        vm.warp(start + 7 days);
        nominate(RECOVERER);
        _revoke(RECOVERER);
        isStatus(NominationStatus.CANCELLED);
    }

    function test_TheSuperUserRevokesAny() external {
        setRecoverer(RECOVERER);
        vm.warp(start + 7 days);
        nominate(RECOVERER);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.NominationCancelled(NOMINEE, operator);
        _revoke(operator);
        isStatus(NominationStatus.CANCELLED);
        nominate(operator);
        _revoke(operator);
        isStatus(NominationStatus.CANCELLED);
    }
}
