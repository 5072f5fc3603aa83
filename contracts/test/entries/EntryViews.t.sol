// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { EntryType, RegistryEntry } from "../../src/types/Entry.sol";
import { CreationMark } from "../../src/types/Instrument.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: registryEntries, checkEntryExists, numEntries, preparedEntries, preparedSides.
contract EntryViewsTest is EntryFixture {
    function test_AnEntryTellsTypeEarmarkIssuerAndOwner() external {
        prepareMovement();
        RegistryEntry memory entry = entries.registryEntries(note, A1);
        check(entry.entryType == EntryType.ISSUED, "type");
        same(entry.earmarkedBy, address(this), "earmarked by");
        same(entry.issuer, issuer, "issuer");
        same(entry.owner, alpen, "owner");
    }

    function test_WhatNobodyKnowsIsEmpty() external view {
        isEntry(N1, EntryType.NONE, address(0));
        check(!entries.checkEntryExists(note, N1), "exists");
        isEntry(0, EntryType.NONE, address(0));
    }

    function test_AnEntryExistsInItsOwnRegistryOnly() external {
        RegistryId other = makeNote(nordhafen, "other", CreationMark.NONE);
        check(!entries.checkEntryExists(other, A1), "in a registry without entries");
        vm.prank(nordhafen);
        entries.issue(other, list(N1), rhone);
        check(!entries.checkEntryExists(other, A1), "in another");
        check(!entries.checkEntryExists(note, N1), "the other's here");
        check(entries.checkEntryExists(other, N1), "in its own");
        same(entries.registryEntries(other, A1).owner, address(0), "owner in another");
        same(entries.numEntries(other), 1, "the other's");
        same(entries.numEntries(note), 4, "this one's");
    }

    function test_AnEntryExistsFromIssueToTermination() external {
        check(entries.checkEntryExists(note, A1), "issued");
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(A1));
        check(entries.checkEntryExists(note, A1), "redeemable");
        vm.prank(meridian);
        entries.terminateEntry(note, list(A1), alpen);
        check(!entries.checkEntryExists(note, A1), "terminated");
        isEntry(A1, EntryType.TERMINATED, alpen);
    }

    function test_PreparedEntriesAreThoseOfEachSide() external {
        prepareMovement();
        (bytes32[] memory spent, bytes32[] memory named) =
            entries.preparedEntries(address(this), movement(alpen, baltic));
        same(keccak256(abi.encode(spent)), keccak256(abi.encode(list(A1, A2))), "spent");
        same(keccak256(abi.encode(named)), keccak256(abi.encode(list(N1))), "named");
        (spent, named) = entries.preparedEntries(address(deliveries), movement(alpen, baltic));
        same(spent.length + named.length, 0, "another dApp's");
    }

    function test_ItKnowsWhatItIs() external view {
        same(entries.platform(), address(platform), "platform");
        same(entries.kind(), bytes32("EntryRegistryManager"), "kind");
        same(entries.getVersion(), 1, "version");
    }
}
