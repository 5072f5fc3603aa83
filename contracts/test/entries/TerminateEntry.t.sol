// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: terminateEntry.
contract TerminateEntryTest is EntryFixture {
    function setUp() public override {
        super.setUp();
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(A1, A2));
    }

    function _terminate(address by, bytes32[] memory fingerprints, address owner) private {
        vm.prank(by);
        entries.terminateEntry(note, fingerprints, owner);
    }

    /// @dev The registry is being exported, and Alpen has marked A3 for it.
    function _exportA3() private {
        startExporting();
        vm.prank(alpen);
        entries.markEntriesForExport(note, list(A3));
    }

    function test_RevertWhen_AnybodyButTheRegistrarTerminates() external {
        refuses(notItsRegistrar(nordhafen));
        _terminate(nordhafen, list(A1), alpen);
        refuses(notItsRegistrar(alpen));
        _terminate(alpen, list(A1), alpen);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _terminate(meridian, list(A1), alpen);
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        _terminate(meridian, list(A1), alpen);
    }

    function test_P02_RevertWhen_TheOwnerHasNotMarkedIt() external {
        refuses(ofOtherType(A3, EntryType.ISSUED, EntryType.REDEEMABLE));
        _terminate(meridian, list(A3), alpen);
        startExporting();
        refuses(ofOtherType(A3, EntryType.ISSUED, EntryType.REDEEMABLE));
        _terminate(meridian, list(A3), alpen);
    }

    function test_P02_RevertWhen_ItIsTerminatedAlready() external {
        _terminate(meridian, list(A1), alpen);
        refuses(ofOtherType(A1, EntryType.TERMINATED, EntryType.REDEEMABLE));
        _terminate(meridian, list(A1), alpen);
    }

    function test_RevertWhen_MarksOfBothKindsAreMixed() external {
        _exportA3();
        refuses(ofOtherType(A1, EntryType.REDEEMABLE, EntryType.EXPORTING));
        _terminate(meridian, list(A3, A1), alpen);
        refuses(ofOtherType(A3, EntryType.EXPORTING, EntryType.REDEEMABLE));
        _terminate(meridian, list(A1, A3), alpen);
    }

    function test_RevertWhen_TheEntryIsUnknownOrAnothers() external {
        refuses(notKnown(N1));
        _terminate(meridian, list(N1), alpen);
        refuses(notOwned(A1, baltic));
        _terminate(meridian, list(A1), baltic);
    }

    function test_RevertWhen_ThereAreNone() external {
        refuses(noneGiven());
        _terminate(meridian, new bytes32[](0), alpen);
    }

    function test_P02_Privilege_REGISTRAR_HasIt_AndFewerAreHeld() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            0,
            RegistryEntryAction.TERMINATE_ENTRY,
            RegistryEntryAction.NONE,
            alpen,
            address(0),
            list(A1, A2),
            new bytes32[](0)
        );
        _terminate(meridian, list(A1, A2), alpen);
        isEntry(A1, EntryType.TERMINATED, alpen);
        isEntry(A2, EntryType.TERMINATED, alpen);
        check(!entries.checkEntryExists(note, A1), "still exists");
        same(entries.numEntries(note), 2, "entries");
    }

    function test_P07_ItsFingerprintIsNotUsedAgain() external {
        _terminate(meridian, list(A1), alpen);
        refuses(used(A1));
        issueTo(alpen, list(A1));
    }

    function test_P37_WhileExportingBothKindsOfMarksAreEnded() external {
        _exportA3();
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            0,
            RegistryEntryAction.EXPORT,
            RegistryEntryAction.NONE,
            alpen,
            address(0),
            list(A3),
            new bytes32[](0)
        );
        _terminate(meridian, list(A3), alpen);
        _terminate(meridian, list(A1, A2), alpen);
        same(entries.numEntries(note), 1, "entries");
    }
}
