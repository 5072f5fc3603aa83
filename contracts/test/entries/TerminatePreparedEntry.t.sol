// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: terminatePreparedEntry.
contract TerminatePreparedEntryTest is EntryFixture {
    function setUp() public override {
        super.setUp();
        vm.prank(meridian);
        entries.prepareEntry(note, list(N1, N2), rhone);
    }

    function _terminate(address by, bytes32[] memory fingerprints, address owner) private {
        vm.prank(by);
        entries.terminatePreparedEntry(note, fingerprints, owner);
    }

    function test_RevertWhen_AnybodyButTheRegistrarTerminates() external {
        refuses(notItsRegistrar(rhone));
        _terminate(rhone, list(N1), rhone);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _terminate(meridian, list(N1), rhone);
    }

    function test_P02_RevertWhen_TheEntryIsNotOnlyPrepared() external {
        refuses(ofOtherType(A1, EntryType.ISSUED, EntryType.PREPARED));
        _terminate(meridian, list(A1), alpen);
        _terminate(meridian, list(N1), rhone);
        refuses(ofOtherType(N1, EntryType.TERMINATED, EntryType.PREPARED));
        _terminate(meridian, list(N1), rhone);
    }

    function test_RevertWhen_TheEntryIsUnknownOrAnothers() external {
        refuses(notKnown(N3));
        _terminate(meridian, list(N3), rhone);
        refuses(notOwned(N1, alpen));
        _terminate(meridian, list(N1), alpen);
    }

    function test_RevertWhen_ThereAreNone() external {
        refuses(noneGiven());
        _terminate(meridian, new bytes32[](0), rhone);
    }

    function test_Privilege_REGISTRAR_HasIt_AndNothingHeldChanges() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            0,
            RegistryEntryAction.TERMINATE_PREPARED_ENTRY,
            RegistryEntryAction.NONE,
            rhone,
            address(0),
            list(N1, N2),
            new bytes32[](0)
        );
        _terminate(meridian, list(N1, N2), rhone);
        isEntry(N1, EntryType.TERMINATED, rhone);
        isEntry(N2, EntryType.TERMINATED, rhone);
        same(entries.numEntries(note), 4, "entries");
    }

    function test_P07_ItsFingerprintIsNotUsedAgain() external {
        _terminate(meridian, list(N1), rhone);
        refuses(used(N1));
        vm.prank(meridian);
        entries.issue(note, list(N1), rhone);
    }

    function test_ItWorksWhileSuspendedOrExporting() external {
        suspend();
        _terminate(meridian, list(N1), rhone);
        unsuspend();
        startExporting();
        _terminate(meridian, list(N2), rhone);
        isEntry(N2, EntryType.TERMINATED, rhone);
    }
}
