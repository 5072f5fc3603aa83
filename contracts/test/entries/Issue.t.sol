// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { CreationMark, InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: issue.
contract IssueEntriesTest is EntryFixture {
    function _issue(address by, bytes32[] memory fingerprints, address owner) private {
        vm.prank(by);
        entries.issue(note, fingerprints, owner);
    }

    function test_CON06_RevertWhen_AnybodyButTheRegistrarIssues() external {
        refuses(notItsRegistrar(nordhafen));
        _issue(nordhafen, list(N1), alpen);
        refuses(notItsRegistrar(issuer));
        _issue(issuer, list(N1), alpen);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _issue(meridian, list(N1), alpen);
    }

    function test_P36_CON06_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        _issue(meridian, list(N1), alpen);
    }

    function test_P37_RevertWhen_TheRegistryIsImportingOrExporting() external {
        startExporting();
        refuses(notRegistered(RegistryState.EXPORTING));
        _issue(meridian, list(N1), alpen);
        note = makeNote(meridian, "old", CreationMark.TO_IMPORT);
        refuses(notRegistered(RegistryState.IMPORTING));
        _issue(meridian, list(N1), alpen);
    }

    function test_RevertWhen_TheInstrumentHasExpired() external {
        vm.prank(issuer);
        instruments.expireInstrument(InstrumentId.wrap("note"));
        refuses(abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, InstrumentId.wrap("note")));
        _issue(meridian, list(N1), alpen);
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _issue(meridian, list(N1), alpen);
    }

    function test_RevertWhen_TheRegistrarIssuesToItself() external {
        grantOn(address(entries), meridian, Privileges.REGISTRY_INVESTOR);
        refuses(withoutInvestor());
        _issue(meridian, list(N1), meridian);
    }

    function test_P26_ABlacklistedTenantReceivesNoEntries() external {
        blacklist(alpen);
        refuses(blacklisted(alpen));
        _issue(meridian, list(N1), alpen);
    }

    function test_P39_RevertWhen_TheOwnerIsNotWhitelisted() external {
        note = makePrivateNote();
        refuses(notWhitelisted(rhone));
        _issue(meridian, list(N2), rhone);
    }

    function test_P07_RevertWhen_AFingerprintWasUsedBefore() external {
        refuses(used(A1));
        _issue(meridian, list(A1), alpen);
        refuses(used(N1));
        _issue(meridian, list(N1, N1), alpen);
    }

    function test_P07_RevertWhen_AFingerprintWasUsedInAnotherRegistry() external {
        RegistryId other = makeNote(nordhafen, "other", CreationMark.NONE);
        vm.prank(nordhafen);
        refuses(used(A1));
        entries.issue(other, list(A1), alpen);
    }

    function test_P07_RevertWhen_AFingerprintIsReservedForAMovement() external {
        prepareMovement();
        refuses(used(N1));
        _issue(meridian, list(N1), baltic);
    }

    function test_RevertWhen_AFingerprintIsMissing() external {
        refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryFingerprintMissing.selector));
        _issue(meridian, list(N1, 0), alpen);
    }

    function test_RevertWhen_ThereAreNoneOrTooMany() external {
        refuses(noneGiven());
        _issue(meridian, new bytes32[](0), alpen);
        refuses(tooMany(101, 100));
        _issue(meridian, many("many", 101), alpen);
    }

    function test_RevertWhen_WhatIsPreparedIsAnothers() external {
        vm.prank(meridian);
        entries.prepareEntry(note, list(N1), alpen);
        refuses(notOwned(N1, baltic));
        _issue(meridian, list(N1), baltic);
    }

    function test_RevertWhen_WhatIsPreparedIsOfAnotherRegistry() external {
        vm.prank(meridian);
        entries.prepareEntry(note, list(N1), alpen);
        RegistryId other = makeNote(meridian, "other", CreationMark.NONE);
        refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryUnknown.selector, other, N1));
        vm.prank(meridian);
        entries.issue(other, list(N1), alpen);
    }

    function test_Privilege_REGISTRAR_HasIt_AndTheEntriesBegin() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            0,
            RegistryEntryAction.NONE,
            RegistryEntryAction.ISSUE,
            address(0),
            rhone,
            new bytes32[](0),
            list(N1, N2)
        );
        _issue(meridian, list(N1, N2), rhone);
        isEntry(N1, EntryType.ISSUED, rhone);
        isEntry(N2, EntryType.ISSUED, rhone);
        same(entries.numEntries(note), 6, "entries");
    }

    function test_WhatWasPreparedIsIssuedTogetherWithWhatIsNew() external {
        vm.prank(meridian);
        entries.prepareEntry(note, list(N1), alpen);
        same(entries.numEntries(note), 4, "a prepared entry is not a holding");
        _issue(meridian, list(N1, N2), alpen);
        isEntry(N1, EntryType.ISSUED, alpen);
        isEntry(N2, EntryType.ISSUED, alpen);
        same(entries.numEntries(note), 6, "entries");
    }

    function test_AHundredEntriesBeginAtOnce() external {
        _issue(meridian, many("many", 100), alpen);
        same(entries.numEntries(note), 104, "entries");
    }
}
