// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntry } from "../../src/types/Entry.sol";
import { Test } from "../support/Test.sol";
import { EntryHandler } from "./EntryHandler.sol";
import { EntryModel } from "./EntryModel.sol";

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @title At every moment, after whatever anybody did with entries: each is what the model says, so that nobody but
/// the named party has ended it, nothing moved while suspended, and no fingerprint lives twice; it is earmarked exactly
/// while a movement holds it; and movements hold exactly what was given to them.
contract EntryInvariants is Test {
    EntryHandler private handler;

    function setUp() external {
        handler = new EntryHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](16);
        selectors[0] = EntryHandler.issue.selector;
        selectors[1] = EntryHandler.transfer.selector;
        selectors[2] = EntryHandler.reorg.selector;
        selectors[3] = EntryHandler.force.selector;
        selectors[4] = EntryHandler.mark.selector;
        selectors[5] = EntryHandler.unmark.selector;
        selectors[6] = EntryHandler.terminate.selector;
        selectors[7] = EntryHandler.release.selector;
        selectors[8] = EntryHandler.toggle.selector;
        // Movements take three steps: they come more often, so that many are settled.
        selectors[9] = EntryHandler.earmark.selector;
        selectors[10] = EntryHandler.earmark.selector;
        selectors[11] = EntryHandler.name.selector;
        selectors[12] = EntryHandler.name.selector;
        selectors[13] = EntryHandler.name.selector;
        selectors[14] = EntryHandler.settle.selector;
        selectors[15] = EntryHandler.settle.selector;
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    function invariant_P07_P03_P05_EntriesAndMovementsAreWhatTheModelSays() external view {
        _entriesAreWhatTheModelSays();
        _movementsHoldWhatWasGivenToThem();
    }

    /// @dev Random calls that were nearly all refused would prove little.
    function test_RandomCallsGoThroughOftenEnough() external {
        bytes4[] memory selectors = this.targetSelectors()[0].selectors;
        for (uint256 i; i < 400; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            bytes4 selector = selectors[seed % selectors.length];
            bytes memory arguments = abi.encode(seed >> 8, seed >> 56, seed >> 104, seed >> 152, seed >> 200);
            (bool isDone,) = address(handler).call(abi.encodePacked(selector, arguments));
            check(isDone, "the handler itself failed");
        }
        check(handler.successes() > 120, "hardly anything went through");
        check(handler.settled() > 10, "hardly anything was settled");
    }

    function _entriesAreWhatTheModelSays() private view {
        IEntryRegistryManager entries = handler.manager();
        uint256[2] memory living;
        for (uint256 i; i < handler.numKnown(); ++i) {
            (bytes32 fingerprint, EntryModel.GhostEntry memory ghost) = handler.knownAt(i);
            RegistryEntry memory entry =
                entries.registryEntries(handler.registry(ghost.registry), fingerprint);
            check(entry.entryType == ghost.entryType, "type differs from the model");
            same(entry.owner, ghost.owner, "owner differs from the model");
            address holder = ghost.holder == 0 ? address(0) : handler.movementAt(ghost.holder - 1).dapp;
            same(entry.earmarkedBy, holder, "earmarked by another than the model says");
            address elsewhere =
                entries.registryEntries(handler.registry(1 - ghost.registry), fingerprint).owner;
            same(elsewhere, address(0), "known in two registries");
            bool lives = ghost.entryType == EntryType.ISSUED || ghost.entryType == EntryType.REDEEMABLE;
            check(entries.checkEntryExists(handler.registry(ghost.registry), fingerprint) == lives, "exists");
            if (lives) ++living[ghost.registry];
        }
        same(entries.numEntries(handler.registry(0)), living[0], "living in the first registry");
        same(entries.numEntries(handler.registry(1)), living[1], "living in the second registry");
    }

    function _movementsHoldWhatWasGivenToThem() private view {
        IEntryRegistryManager entries = handler.manager();
        for (uint256 i; i < handler.numMovements(); ++i) {
            EntryModel.GhostMovement memory ghost = handler.movementAt(i);
            (bytes32[] memory spent, bytes32[] memory named) =
                entries.preparedEntries(ghost.dapp, ghost.movement);
            same(keccak256(abi.encode(spent)), keccak256(abi.encode(ghost.spent)), "spent");
            same(keccak256(abi.encode(named)), keccak256(abi.encode(ghost.named)), "named");
        }
    }
}
