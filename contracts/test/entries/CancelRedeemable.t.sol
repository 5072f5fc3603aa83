// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: cancelRedeemable.
contract CancelRedeemableTest is EntryFixture {
    function setUp() public override {
        super.setUp();
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(A1, A2));
    }

    function _cancel(address by, bytes32[] memory fingerprints) private {
        vm.prank(by);
        entries.cancelRedeemable(note, fingerprints);
    }

    function test_RevertWhen_TheEntryIsNotTheCallers() external {
        refuses(notOwned(A1, baltic));
        _cancel(baltic, list(A1));
        refuses(notOwned(A1, meridian));
        _cancel(meridian, list(A1));
    }

    function test_RevertWhen_TheEntryIsNotMarked() external {
        refuses(ofOtherType(A3, EntryType.ISSUED, EntryType.REDEEMABLE));
        _cancel(alpen, list(A3));
        refuses(notKnown(N1));
        _cancel(alpen, list(N1));
    }

    function test_P02_RevertWhen_TheEntryIsTerminated() external {
        vm.prank(meridian);
        entries.terminateEntry(note, list(A1), alpen);
        refuses(ofOtherType(A1, EntryType.TERMINATED, EntryType.REDEEMABLE));
        _cancel(alpen, list(A1));
    }

    function test_RevertWhen_ThereAreNone() external {
        refuses(noneGiven());
        _cancel(alpen, new bytes32[](0));
    }

    function test_TheEntriesAreFreeAgain() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesMarked(
            note, alpen, RegistryEntryAction.NONE, EntryType.ISSUED, list(A1, A2)
        );
        _cancel(alpen, list(A1, A2));
        isEntry(A1, EntryType.ISSUED, alpen);
        isEntry(A2, EntryType.ISSUED, alpen);
        entries.earmark(movement(alpen, baltic), side(A1));
        isEntry(A1, EntryType.ISSUED, alpen, address(this));
    }

    function test_ItWorksWhileSuspendedAndExporting() external {
        suspend();
        _cancel(alpen, list(A1));
        isEntry(A1, EntryType.ISSUED, alpen);
        unsuspend();
        startExporting();
        _cancel(alpen, list(A2));
        isEntry(A2, EntryType.ISSUED, alpen);
    }

    function test_AnOwnerMayWithdrawItsConsentAfterLosingItsRights() external {
        revokeOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        _cancel(alpen, list(A1));
        isEntry(A1, EntryType.ISSUED, alpen);
    }
}
