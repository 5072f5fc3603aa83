// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: forcedReorg.
contract ForcedReorgEntriesTest is EntryFixture {
    function _force(address by, address owner, bytes32[] memory spent, bytes32[] memory created_) private {
        vm.prank(by);
        entries.forcedReorg(note, owner, spent, created_, REASON);
    }

    function test_RevertWhen_AnybodyButTheRegistrarForces() external {
        refuses(notItsRegistrar(alpen));
        _force(alpen, alpen, list(A1), list(N1));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _force(meridian, alpen, list(A1), list(N1));
    }

    function test_RevertWhen_ThereIsNoReason() external {
        refuses(abi.encodeWithSelector(IRegistry.ReasonMissing.selector));
        vm.prank(meridian);
        entries.forcedReorg(note, alpen, list(A1), list(N1), 0);
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        _force(meridian, alpen, list(A1), list(N1));
    }

    function test_P37_RevertWhen_TheRegistryIsExporting() external {
        startExporting();
        refuses(notRegistered(RegistryState.EXPORTING));
        _force(meridian, alpen, list(A1), list(N1));
    }

    function test_P05_RevertWhen_TheEntryIsEarmarked() external {
        prepareMovement();
        refuses(held(A1, address(this)));
        _force(meridian, alpen, list(A1), list(N2));
    }

    function test_RevertWhen_TheEntriesAreOfSeveralOwners() external {
        refuses(notOwned(B1, alpen));
        _force(meridian, alpen, list(A1, B1), list(N1));
    }

    function test_P04_Privilege_REGISTRAR_HasIt_AndTheOwnerStays() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            REASON,
            RegistryEntryAction.REORG_DELETE,
            RegistryEntryAction.REORG_CREATE,
            alpen,
            alpen,
            list(A1),
            list(N1, N2)
        );
        _force(meridian, alpen, list(A1), list(N1, N2));
        isEntry(A1, EntryType.TERMINATED, alpen);
        isEntry(N1, EntryType.ISSUED, alpen);
        isEntry(N2, EntryType.ISSUED, alpen);
        same(entries.numEntries(note), 5, "entries");
    }
}
