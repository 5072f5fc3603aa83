// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: markAsRedeemable.
contract MarkAsRedeemableTest is EntryFixture {
    function _mark(address by, bytes32[] memory fingerprints) private {
        vm.prank(by);
        entries.markAsRedeemable(note, fingerprints);
    }

    function test_RevertWhen_TheEntryIsNotTheCallers() external {
        refuses(notOwned(A1, baltic));
        _mark(baltic, list(A1));
        refuses(notHeld(meridian, Privileges.REGISTRY_INVESTOR));
        _mark(meridian, list(A1));
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _mark(alpen, list(A1));
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        _mark(alpen, list(A1));
    }

    function test_P37_RevertWhen_TheRegistryIsExporting() external {
        startExporting();
        refuses(notRegistered(RegistryState.EXPORTING));
        _mark(alpen, list(A1));
    }

    function test_P05_RevertWhen_TheEntryIsEarmarked() external {
        prepareMovement();
        refuses(held(A1, address(this)));
        _mark(alpen, list(A1));
    }

    function test_RevertWhen_TheEntryIsMarkedAlreadyOrUnknown() external {
        _mark(alpen, list(A1));
        refuses(ofOtherType(A1, EntryType.REDEEMABLE, EntryType.ISSUED));
        _mark(alpen, list(A1));
        refuses(notKnown(N1));
        _mark(alpen, list(N1));
    }

    function test_RevertWhen_ThereAreNone() external {
        refuses(noneGiven());
        _mark(alpen, new bytes32[](0));
    }

    function test_Privilege_INVESTOR_HasIt_AndTheEntriesStillExist() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesMarked(
            note, alpen, RegistryEntryAction.MARK_AS_REDEEMABLE, EntryType.REDEEMABLE, list(A1, A3)
        );
        _mark(alpen, list(A1, A3));
        isEntry(A1, EntryType.REDEEMABLE, alpen);
        isEntry(A2, EntryType.ISSUED, alpen);
        isEntry(A3, EntryType.REDEEMABLE, alpen);
        check(entries.checkEntryExists(note, A1), "gone");
        same(entries.numEntries(note), 4, "entries");
    }

    function test_P05_AMarkedEntryIsNotEarmarked() external {
        _mark(alpen, list(A1));
        refuses(ofOtherType(A1, EntryType.REDEEMABLE, EntryType.ISSUED));
        entries.earmark(movement(alpen, baltic), side(A1));
    }
}
