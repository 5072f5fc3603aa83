// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: reorg.
contract ReorgEntriesTest is EntryFixture {
    function _reorg(address by, bytes32[] memory spent, bytes32[] memory created_) private {
        vm.prank(by);
        entries.reorg(note, spent, created_);
    }

    function test_RevertWhen_TheEntryIsNotTheCallers() external {
        refuses(notOwned(A1, baltic));
        _reorg(baltic, list(A1), list(N1));
        refuses(notHeld(meridian, Privileges.REGISTRY_INVESTOR));
        _reorg(meridian, list(A1), list(N1));
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _reorg(alpen, list(A1), list(N1));
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        _reorg(alpen, list(A1), list(N1));
    }

    function test_P37_RevertWhen_TheRegistryIsExporting() external {
        startExporting();
        refuses(notRegistered(RegistryState.EXPORTING));
        _reorg(alpen, list(A1), list(N1));
    }

    function test_P05_CON05_RevertWhen_TheEntryIsEarmarked() external {
        prepareMovement();
        refuses(held(A1, address(this)));
        _reorg(alpen, list(A1), list(N2));
    }

    function test_RevertWhen_TheEntryIsMarkedOrHasEnded() external {
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(A1));
        refuses(ofOtherType(A1, EntryType.REDEEMABLE, EntryType.ISSUED));
        _reorg(alpen, list(A1), list(N1));
        _reorg(alpen, list(A2), list(N1));
        refuses(ofOtherType(A2, EntryType.TERMINATED, EntryType.ISSUED));
        _reorg(alpen, list(A2), list(N2));
    }

    function test_P07_RevertWhen_AFingerprintIsUsedOrReserved() external {
        refuses(used(A1));
        _reorg(alpen, list(A1), list(A1));
        prepareMovement();
        refuses(used(N1));
        _reorg(alpen, list(A3), list(N1));
    }

    function test_RevertWhen_NothingIsSpentOrCreated() external {
        refuses(noneGiven());
        _reorg(alpen, new bytes32[](0), list(N1));
        refuses(noneGiven());
        _reorg(alpen, list(A1), new bytes32[](0));
    }

    function test_P04_Privilege_INVESTOR_HasIt_AndTheEntriesAreSplitAndMerged() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            0,
            RegistryEntryAction.REORG_DELETE,
            RegistryEntryAction.REORG_CREATE,
            alpen,
            alpen,
            list(A1, A2),
            list(N1, N2, N3)
        );
        _reorg(alpen, list(A1, A2), list(N1, N2, N3));
        isEntry(A1, EntryType.TERMINATED, alpen);
        isEntry(A2, EntryType.TERMINATED, alpen);
        isEntry(N1, EntryType.ISSUED, alpen);
        isEntry(N2, EntryType.ISSUED, alpen);
        isEntry(N3, EntryType.ISSUED, alpen);
        same(entries.numEntries(note), 5, "entries");
    }

    function test_ItNeedsNoWhitelistedSender_SinceTheyStayTheOwners() external {
        check(!entries.isSenderWhitelisted(note, alpen), "whitelisted");
        _reorg(alpen, list(A1), list(N1));
        isEntry(N1, EntryType.ISSUED, alpen);
    }

    /// @dev Property 6, for what the ledger knows of entries: split and merged again, an owner has as many as before.
    function testFuzz_P06_SplitAndMergeIsIdentity(uint256 count) external {
        count = 1 + count % 100;
        bytes32[] memory pieces = many("pieces", count);
        _reorg(alpen, list(A1), pieces);
        same(entries.numEntries(note), 3 + count, "after the split");
        _reorg(alpen, pieces, list(N1));
        same(entries.numEntries(note), 4, "after the merge");
        isEntry(N1, EntryType.ISSUED, alpen);
        for (uint256 i; i < count; ++i) {
            check(!entries.checkEntryExists(note, pieces[i]), "a piece is left");
        }
    }
}
