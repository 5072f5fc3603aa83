// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: prepareEntry.
contract PrepareEntryTest is EntryFixture {
    function _prepare(address by, bytes32[] memory fingerprints, address owner) private {
        vm.prank(by);
        entries.prepareEntry(note, fingerprints, owner);
    }

    function test_RevertWhen_AnybodyButTheRegistrarPrepares() external {
        refuses(notItsRegistrar(alpen));
        _prepare(alpen, list(N1), alpen);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _prepare(meridian, list(N1), alpen);
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        _prepare(meridian, list(N1), alpen);
    }

    function test_P37_RevertWhen_TheRegistryIsExporting() external {
        startExporting();
        refuses(notRegistered(RegistryState.EXPORTING));
        _prepare(meridian, list(N1), alpen);
    }

    function test_RevertWhen_TheInstrumentHasExpired() external {
        vm.prank(issuer);
        instruments.expireInstrument(InstrumentId.wrap("note"));
        refuses(abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, InstrumentId.wrap("note")));
        _prepare(meridian, list(N1), alpen);
    }

    function test_RevertWhen_TheOwnerMayNotHoldIt() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _prepare(meridian, list(N1), stranger);
        refuses(withoutInvestor());
        _prepare(meridian, list(N1), meridian);
    }

    function test_P39_RevertWhen_TheOwnerIsNotWhitelisted() external {
        note = makePrivateNote();
        refuses(notWhitelisted(rhone));
        _prepare(meridian, list(N2), rhone);
    }

    function test_P07_RevertWhen_AFingerprintWasUsedBefore() external {
        refuses(used(A1));
        _prepare(meridian, list(A1), alpen);
        _prepare(meridian, list(N1), alpen);
        refuses(used(N1));
        _prepare(meridian, list(N1), alpen);
    }

    function test_RevertWhen_ThereAreNoneOrTooMany() external {
        refuses(noneGiven());
        _prepare(meridian, new bytes32[](0), alpen);
        refuses(tooMany(101, 100));
        _prepare(meridian, many("many", 101), alpen);
    }

    function test_Privilege_REGISTRAR_HasIt_AndTheEntriesAreNoHoldingYet() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            0,
            RegistryEntryAction.NONE,
            RegistryEntryAction.PREPARE_ENTRY,
            address(0),
            rhone,
            new bytes32[](0),
            list(N1, N2)
        );
        _prepare(meridian, list(N1, N2), rhone);
        isEntry(N1, EntryType.PREPARED, rhone);
        check(!entries.checkEntryExists(note, N1), "exists already");
        same(entries.numEntries(note), 4, "entries");
    }

    function test_APreparedEntryIsNotMovedByItsOwner() external {
        _prepare(meridian, list(N1), alpen);
        refuses(ofOtherType(N1, EntryType.PREPARED, EntryType.ISSUED));
        vm.prank(alpen);
        entries.reorg(note, list(N1), list(N2));
        refuses(ofOtherType(N1, EntryType.PREPARED, EntryType.ISSUED));
        entries.earmark(movement(alpen, baltic), side(N1));
    }
}
