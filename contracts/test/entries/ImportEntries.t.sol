// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { CreationMark, InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: importEntries, finishImport.
contract ImportEntriesTest is EntryFixture {
    RegistryId private issued;

    function setUp() public override {
        super.setUp();
        issued = note;
        note = makeNote(meridian, "old", CreationMark.TO_IMPORT);
    }

    function _import(address by, bytes32[] memory fingerprints, address owner) private {
        vm.prank(by);
        entries.importEntries(note, fingerprints, owner);
    }

    function _finish(address by) private {
        vm.prank(by);
        entries.finishImport(note);
    }

    function _notImporting(RegistryId registryId) private pure returns (bytes memory) {
        return abi.encodeWithSelector(
            IRegistration.RegistryNotImporting.selector, registryId, RegistryState.REGISTERED
        );
    }

    function test_RevertWhen_AnybodyButTheRegistrarImports() external {
        refuses(notItsRegistrar(nordhafen));
        _import(nordhafen, list(N1), alpen);
        refuses(notItsRegistrar(issuer));
        _finish(issuer);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _import(meridian, list(N1), alpen);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _finish(meridian);
    }

    function test_P26_ABlacklistedTenantReceivesNoImportedEntries() external {
        blacklist(alpen);
        refuses(blacklisted(alpen));
        _import(meridian, list(N1), alpen);
    }

    function test_P02_RevertWhen_TheInstrumentHasExpired() external {
        InstrumentId id = entries.registries(note).instrumentId;
        vm.prank(issuer);
        instruments.expireInstrument(id);
        refuses(abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, id));
        _import(meridian, list(N1), alpen);
    }

    function test_P37_RevertWhen_TheRegistryIsNotImporting() external {
        vm.prank(meridian);
        refuses(_notImporting(issued));
        entries.importEntries(issued, list(N1), alpen);
    }

    function test_P37_RevertWhen_TheImportIsFinished_OnceForAll() external {
        _finish(meridian);
        refuses(_notImporting(note));
        _import(meridian, list(N1), alpen);
        refuses(_notImporting(note));
        _finish(meridian);
    }

    function test_P37_WhileImportingNothingElseWorks() external {
        _import(meridian, list(N1, N2), alpen);
        bytes memory err = notRegistered(RegistryState.IMPORTING);
        vm.startPrank(meridian);
        refuses(err);
        entries.issue(note, list(N3), alpen);
        refuses(err);
        entries.prepareEntry(note, list(N3), alpen);
        refuses(err);
        entries.forcedTransfer(note, alpen, list(N1), baltic, list(N3), REASON);
        refuses(err);
        entries.forcedReorg(note, alpen, list(N1), list(N3), REASON);
        refuses(err);
        entries.terminateEntry(note, list(N1), alpen);
        refuses(err);
        entries.suspendRegistry(note, REASON);
        refuses(err);
        entries.startExporting(note, REASON);
        vm.stopPrank();
        vm.startPrank(alpen);
        refuses(err);
        entries.transfer(note, list(N1), baltic, list(N3));
        refuses(err);
        entries.reorg(note, list(N1), list(N3));
        refuses(err);
        entries.markAsRedeemable(note, list(N1));
        vm.stopPrank();
        refuses(err);
        entries.earmark(movement(alpen, baltic), side(N1));
        refuses(err);
        entries.setReceivingAccount(movement(alpen, baltic), side(N3));
        refuses(err);
        entries.checkMovement(movement(alpen, baltic));
    }

    function test_RevertWhen_TheOwnerMayNotHoldIt() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _import(meridian, list(N1), stranger);
        refuses(withoutInvestor());
        _import(meridian, list(N1), meridian);
    }

    function test_P07_RevertWhen_AFingerprintWasUsedBefore() external {
        refuses(used(A1));
        _import(meridian, list(A1), alpen);
    }

    function test_RevertWhen_ThereAreNoneOrTooMany() external {
        refuses(noneGiven());
        _import(meridian, new bytes32[](0), alpen);
        refuses(tooMany(101, 100));
        _import(meridian, many("many", 101), alpen);
    }

    function test_Privilege_REGISTRAR_HasIt_AndTheEntriesBegin() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            0,
            RegistryEntryAction.NONE,
            RegistryEntryAction.IMPORT,
            address(0),
            alpen,
            new bytes32[](0),
            list(N1, N2)
        );
        _import(meridian, list(N1, N2), alpen);
        isEntry(N1, EntryType.ISSUED, alpen);
        same(entries.numEntries(note), 2, "entries");
        vm.expectEmit(address(entries));
        emit IRegistration.RegistryImportFinished(note);
        _finish(meridian);
        vm.prank(alpen);
        entries.reorg(note, list(N1), list(N3));
        isEntry(N3, EntryType.ISSUED, alpen);
    }
}
