// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { NominationStatus } from "../../src/types/TenantAccess.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: setRecoverer; property 25.
contract SetRecovererTest is PrivilegeFixture {
    function test_RevertWhen_AnybodyButTheSuperUserSetsIt() external {
        setRecoverer(RECOVERER);
        refuses(superUserRequired(STRANGER));
        vm.prank(STRANGER);
        manager.setRecoverer(STRANGER);
        refuses(superUserRequired(RECOVERER));
        vm.prank(RECOVERER);
        manager.setRecoverer(STRANGER);
    }

    function test_TheRecovererIsReadBackWithItsTimeLock() external {
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.RecovererChanged(address(0), RECOVERER, start + 7 days);
        setRecoverer(RECOVERER);
        (address account, uint64 activeFrom) = manager.recoverer();
        same(account, RECOVERER, "recoverer");
        same(activeFrom, start + manager.RECOVERER_DELAY(), "active from");
    }

    function test_P25_TheRecovererCanBeTakenBackAtAnyTime() external {
        setRecoverer(RECOVERER);
        vm.warp(start + 7 days);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.RecovererChanged(RECOVERER, address(0), 0);
        setRecoverer(address(0));
        (address account, uint64 activeFrom) = manager.recoverer();
        same(account, address(0), "recoverer");
        same(activeFrom, 0, "active from");
        refuses(nominatorRequired(RECOVERER));
        nominate(RECOVERER);
    }

    function test_P25_NamedAgainTheRecovererWaitsAgain() external {
        setRecoverer(RECOVERER);
        vm.warp(start + 7 days);
        setRecoverer(RECOVERER);
        refuses(abi.encodeWithSelector(IPrivilegeManager.RecovererNotActive.selector, start + 14 days));
        nominate(RECOVERER);
    }

    function test_WhatTheFormerRecovererNominatedIsCancelled() external {
        setRecoverer(RECOVERER);
        vm.warp(start + 7 days);
        nominate(RECOVERER);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.NominationCancelled(NOMINEE, operator);
        setRecoverer(address(0));
        isStatus(NominationStatus.CANCELLED);
        vm.warp(start + 9 days);
        refuses(notPending());
        commit(NOMINEE);
    }

    function test_WhatTheSuperUserNominatedStays() external {
        setRecoverer(RECOVERER);
        nominate(operator);
        setRecoverer(address(0));
        isStatus(NominationStatus.NOMINATED);
    }

    function test_ATenantNamesItsRecovererItself() external {
        vm.prank(tenant);
        tenantManager.setRecoverer(operator);
        (address account,) = tenantManager.recoverer();
        same(account, operator, "recoverer");
    }
}
