// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { NominationStatus } from "../../src/types/TenantAccess.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: nominateAdmin; CON-10, properties 24 and 25.
contract NominateAdminTest is PrivilegeFixture {
    function test_RevertWhen_AStrangerNominates() external {
        refuses(nominatorRequired(STRANGER));
        nominate(STRANGER);
    }

    function test_RevertWhen_NobodyIsNominated() external {
        refuses(abi.encodeWithSelector(IPrivilegeManager.NomineeMissing.selector));
        vm.prank(operator);
        manager.nominateAdmin(address(0));
    }

    function test_CON10_RevertWhen_TheRecovererNominatesBeforeItsTimeLock() external {
        setRecoverer(RECOVERER);
        vm.warp(start + 7 days - 1);
        refuses(abi.encodeWithSelector(IPrivilegeManager.RecovererNotActive.selector, start + 7 days));
        nominate(RECOVERER);
    }

    function test_P24_RevertWhen_AnotherNominationIsPending() external {
        nominate(operator);
        refuses(abi.encodeWithSelector(IPrivilegeManager.NominationPending.selector, NOMINEE));
        vm.prank(operator);
        manager.nominateAdmin(STRANGER);
        vm.warp(start + 31 days);
        refuses(abi.encodeWithSelector(IPrivilegeManager.NominationPending.selector, NOMINEE));
        vm.prank(operator);
        manager.nominateAdmin(STRANGER);
    }

    function test_TheNominationIsReadBack() external {
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.AdminNominated(NOMINEE, operator, start + 1 days, start + 31 days);
        nominate(operator);
        IPrivilegeManager.Nomination memory latest = manager.nomination();
        isStatus(NominationStatus.NOMINATED);
        same(latest.nominee, NOMINEE, "nominee");
        same(latest.nominator, operator, "nominator");
        same(latest.committableFrom, start + manager.NOMINATION_DELAY(), "from");
        same(latest.committableUntil, latest.committableFrom + manager.NOMINATION_LIFETIME(), "until");
    }

    function test_P25_TheRecovererNominatesFromItsTimeLockOn() external {
        setRecoverer(RECOVERER);
        vm.warp(start + 7 days);
        nominate(RECOVERER);
        same(manager.nomination().nominator, RECOVERER, "nominator");
    }

    /// @dev Else a nomination that nobody commits would shut out the recoverer for good.
    function test_ANominationThatCanNoLongerBeCommittedMakesWay() external {
        setRecoverer(RECOVERER);
        nominate(operator);
        vm.warp(start + 31 days + 1);
        vm.expectEmit(address(manager));
        emit IPrivilegeManager.NominationCancelled(NOMINEE, RECOVERER);
        vm.prank(RECOVERER);
        manager.nominateAdmin(STRANGER);
        same(manager.nomination().nominee, STRANGER, "nominee");
    }
}
