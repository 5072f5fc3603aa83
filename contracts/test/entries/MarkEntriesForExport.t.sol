// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: markEntriesForExport, startExporting.
contract MarkEntriesForExportTest is EntryFixture {
    function _mark(address by, bytes32[] memory fingerprints) private {
        vm.prank(by);
        entries.markEntriesForExport(note, fingerprints);
    }

    function test_P37_RevertWhen_TheRegistryIsNotExporting() external {
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotExporting.selector, note, RegistryState.REGISTERED
            )
        );
        _mark(alpen, list(A1));
    }

    function test_RevertWhen_AnybodyButTheRegistrarStartsExporting() external {
        refuses(notItsRegistrar(issuer));
        vm.prank(issuer);
        entries.startExporting(note, REASON);
    }

    function test_P37_RevertWhen_ExportingStartsTwice() external {
        startExporting();
        refuses(notRegistered(RegistryState.EXPORTING));
        vm.prank(meridian);
        entries.startExporting(note, REASON);
    }

    function test_RevertWhen_TheEntryIsNotTheCallers() external {
        startExporting();
        refuses(notOwned(A1, baltic));
        _mark(baltic, list(A1));
        refuses(notHeld(meridian, Privileges.REGISTRY_INVESTOR));
        _mark(meridian, list(A1));
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        startExporting();
        revokeOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _mark(alpen, list(A1));
    }

    function test_P05_RevertWhen_TheEntryIsEarmarkedUntilTheMovementIsReleased() external {
        IRegistry.Movement memory prepared = prepareMovement();
        startExporting();
        refuses(notRegistered(RegistryState.EXPORTING));
        entries.transferAndUnearmark(prepared);
        refuses(held(A1, address(this)));
        _mark(alpen, list(A1));
        entries.unearmark(prepared);
        _mark(alpen, list(A1));
        isEntry(A1, EntryType.EXPORTING, alpen);
    }

    function test_RevertWhen_TheEntryIsMarkedAlready() external {
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(A1));
        startExporting();
        refuses(ofOtherType(A1, EntryType.REDEEMABLE, EntryType.ISSUED));
        _mark(alpen, list(A1));
    }

    function test_RevertWhen_ThereAreNone() external {
        startExporting();
        refuses(noneGiven());
        _mark(alpen, new bytes32[](0));
    }

    function test_Privilege_INVESTOR_HasIt_AndTheEntriesStillExist() external {
        vm.expectEmit(address(entries));
        emit IRegistration.RegistryExportStarted(note, REASON);
        startExporting();
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesMarked(
            note, alpen, RegistryEntryAction.EXPORT, EntryType.EXPORTING, list(A1, A2)
        );
        _mark(alpen, list(A1, A2));
        isEntry(A1, EntryType.EXPORTING, alpen);
        check(entries.checkEntryExists(note, A1), "gone");
        same(entries.numEntries(note), 4, "entries");
    }
}
