// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: unearmark.
contract UnearmarkEntriesTest is EntryFixture {
    function test_CON05_RevertWhen_AnotherReleases() external {
        prepareMovement();
        refuses(notTaken());
        vm.prank(address(deliveries));
        entries.unearmark(movement(alpen, baltic));
        refuses(notTaken());
        vm.prank(alpen);
        entries.unearmark(movement(alpen, baltic));
    }

    function test_RevertWhen_TheMovementDiffers() external {
        prepareMovement();
        IRegistry.Movement memory other = movement(alpen, baltic);
        other.movementRef = "another";
        refuses(abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("another")));
        entries.unearmark(other);
        refuses(notTaken());
        entries.unearmark(movement(alpen, rhone));
    }

    function test_RevertWhen_ReleasedTwice() external {
        prepareMovement();
        entries.unearmark(movement(alpen, baltic));
        refuses(notTaken());
        entries.unearmark(movement(alpen, baltic));
    }

    function test_P03_EverythingIsAsBefore() external {
        prepareMovement();
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesUnreserved(note, REF, baltic, address(this), list(N1));
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesUnearmarked(note, REF, alpen, address(this), list(A1, A2));
        entries.unearmark(movement(alpen, baltic));
        isEntry(A1, EntryType.ISSUED, alpen);
        isEntry(A2, EntryType.ISSUED, alpen);
        isEntry(N1, EntryType.NONE, address(0));
        same(entries.numEntries(note), 4, "entries");
        (bytes32[] memory spent, bytes32[] memory named) =
            entries.preparedEntries(address(this), movement(alpen, baltic));
        same(spent.length + named.length, 0, "prepared");
    }

    function test_P07_AFingerprintThatNeverBeganMayBeNamedAgain() external {
        prepareMovement();
        entries.unearmark(movement(alpen, baltic));
        prepareMovement();
        isEntry(A2, EntryType.ISSUED, alpen, address(this));
        isEntry(N1, EntryType.NONE, baltic, address(this));
    }

    function test_OneSideAloneIsReleasedToo() external {
        entries.earmark(movement(alpen, baltic), side(A1));
        entries.unearmark(movement(alpen, baltic));
        isEntry(A1, EntryType.ISSUED, alpen);
        entries.setReceivingAccount(movement(alpen, baltic), side(N1));
        vm.recordLogs();
        entries.unearmark(movement(alpen, baltic));
        isEntry(N1, EntryType.NONE, address(0));
        // No event for the side without an earmark.
        same(vm.getRecordedLogs().length, 1, "events");
    }

    function test_P36_ItNeedsNoPrivilegeAndWorksWhileSuspended() external {
        prepareMovement();
        suspend();
        revokeOn(address(entries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        entries.unearmark(movement(alpen, baltic));
        isEntry(A1, EntryType.ISSUED, alpen);
    }
}
