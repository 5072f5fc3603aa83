// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { CreationMark } from "../../src/types/Instrument.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: forcedTransfer.
contract ForcedTransferEntriesTest is EntryFixture {
    function _force(address by, bytes32[] memory spent, address receiver, bytes32[] memory created_) private {
        vm.prank(by);
        entries.forcedTransfer(note, alpen, spent, receiver, created_, REASON);
    }

    function test_RevertWhen_AnybodyButTheRegistrarForces() external {
        refuses(notItsRegistrar(nordhafen));
        _force(nordhafen, list(A1), baltic, list(N1));
        refuses(notItsRegistrar(alpen));
        _force(alpen, list(A1), baltic, list(N1));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _force(meridian, list(A1), baltic, list(N1));
    }

    function test_RevertWhen_ThereIsNoReason() external {
        refuses(abi.encodeWithSelector(IRegistry.ReasonMissing.selector));
        vm.prank(meridian);
        entries.forcedTransfer(note, alpen, list(A1), baltic, list(N1), 0);
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        _force(meridian, list(A1), baltic, list(N1));
    }

    function test_P37_RevertWhen_TheRegistryIsImporting() external {
        note = makeNote(meridian, "imported", CreationMark.TO_IMPORT);
        refuses(notRegistered(RegistryState.IMPORTING));
        _force(meridian, list(A1), baltic, list(N1));
    }

    function test_P37_P43_WhileExportingWhatAnOwnerNeverMarksIsMarkedByAnother() external {
        startExporting();
        _force(meridian, list(A1), baltic, list(N1));
        vm.prank(baltic);
        entries.markEntriesForExport(note, list(N1));
        vm.prank(meridian);
        entries.terminateEntry(note, list(N1), baltic);
        isEntry(N1, EntryType.TERMINATED, baltic);
    }

    function test_RevertWhen_TheReceiverIsNoInvestorTheRegistrarOrTheSender() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _force(meridian, list(A1), stranger, list(N1));
        refuses(withoutInvestor());
        _force(meridian, list(A1), meridian, list(N1));
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        _force(meridian, list(A1), alpen, list(N1));
    }

    function test_P26_ABlacklistedTenantReceivesNothingByForce() external {
        blacklist(baltic);
        refuses(blacklisted(baltic));
        _force(meridian, list(A1), baltic, list(N1));
    }

    function test_ItMayTakeFromABlacklistedOwner() external {
        blacklist(alpen);
        _force(meridian, list(A1), baltic, list(N1));
        isEntry(N1, EntryType.ISSUED, baltic);
    }

    function test_P39_RevertWhen_TheReceiverIsNotWhitelisted() external {
        note = makePrivateNote();
        refuses(notWhitelisted(rhone));
        _force(meridian, list(N1), rhone, list(N2));
    }

    function test_CON05_RevertWhen_TheEntryIsEarmarked() external {
        prepareMovement();
        refuses(held(A1, address(this)));
        _force(meridian, list(A1), rhone, list(N2));
    }

    function test_RevertWhen_TheEntryIsMarkedOrAnothers() external {
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(A1));
        refuses(ofOtherType(A1, EntryType.REDEEMABLE, EntryType.ISSUED));
        _force(meridian, list(A1), rhone, list(N1));
        refuses(notOwned(B1, alpen));
        _force(meridian, list(B1), rhone, list(N1));
    }

    function test_P07_RevertWhen_AFingerprintWasUsedBefore() external {
        refuses(used(B1));
        _force(meridian, list(A1), baltic, list(B1));
    }

    function test_RevertWhen_NothingIsSpentOrCreated() external {
        refuses(noneGiven());
        _force(meridian, new bytes32[](0), baltic, list(N1));
        refuses(noneGiven());
        _force(meridian, list(A1), baltic, new bytes32[](0));
    }

    function test_P04_Privilege_REGISTRAR_HasIt_AndTheReasonIsEmitted() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            REASON,
            RegistryEntryAction.FORCED_TRANSFER,
            RegistryEntryAction.FORCED_TRANSFER,
            alpen,
            rhone,
            list(A1, A2),
            list(N1)
        );
        _force(meridian, list(A1, A2), rhone, list(N1));
        isEntry(A1, EntryType.TERMINATED, alpen);
        isEntry(A2, EntryType.TERMINATED, alpen);
        isEntry(N1, EntryType.ISSUED, rhone);
        same(entries.numEntries(note), 3, "entries");
    }

    function test_ItReachesAnOwnerWhoIsNoInvestorAnyMore() external {
        revokeOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        _force(meridian, list(A1), baltic, list(N1));
        isEntry(N1, EntryType.ISSUED, baltic);
    }
}
