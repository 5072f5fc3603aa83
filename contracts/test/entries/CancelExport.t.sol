// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: cancelExport.
contract CancelExportTest is EntryFixture {
    function setUp() public override {
        super.setUp();
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(A3));
        startExporting();
        vm.prank(alpen);
        entries.markEntriesForExport(note, list(A1, A2));
    }

    function _cancel(address by, bytes32[] memory fingerprints) private {
        vm.prank(by);
        entries.cancelExport(note, fingerprints);
    }

    function test_RevertWhen_TheEntryIsNotTheCallers() external {
        refuses(notOwned(A1, meridian));
        _cancel(meridian, list(A1));
    }

    function test_RevertWhen_TheEntryIsNotMarkedForIt() external {
        refuses(ofOtherType(A3, EntryType.REDEEMABLE, EntryType.EXPORTING));
        _cancel(alpen, list(A3));
        refuses(ofOtherType(B1, EntryType.ISSUED, EntryType.EXPORTING));
        _cancel(baltic, list(B1));
    }

    function test_P02_RevertWhen_TheEntryIsTerminated() external {
        vm.prank(meridian);
        entries.terminateEntry(note, list(A1), alpen);
        refuses(ofOtherType(A1, EntryType.TERMINATED, EntryType.EXPORTING));
        _cancel(alpen, list(A1));
    }

    function test_RevertWhen_ThereAreNone() external {
        refuses(noneGiven());
        _cancel(alpen, new bytes32[](0));
    }

    function test_TheEntriesAreAvailableAndMayBeMarkedAgain() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesMarked(
            note, alpen, RegistryEntryAction.NONE, EntryType.ISSUED, list(A1, A2)
        );
        _cancel(alpen, list(A1, A2));
        isEntry(A1, EntryType.ISSUED, alpen);
        isEntry(A2, EntryType.ISSUED, alpen);
        vm.prank(alpen);
        entries.markEntriesForExport(note, list(A1));
        isEntry(A1, EntryType.EXPORTING, alpen);
    }
}
