// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { EntryModel } from "./EntryModel.sol";

/// @title Random actors doing random things with entries. Of every call the model knows whether it must succeed; that
/// it does exactly then is checked at once, and what it leaves behind by the invariants.
contract EntryHandler is EntryModel {
    uint256 private fresh;
    /// @dev How many calls went through.
    uint256 public successes;
    uint256 public settled;

    constructor() {
        build();
    }

    function manager() external view returns (IEntryRegistryManager) {
        return entries;
    }

    function registry(uint256 index) external view returns (RegistryId) {
        return registryIds[index];
    }

    function numKnown() external view returns (uint256) {
        return known.length;
    }

    function knownAt(uint256 index) external view returns (bytes32, GhostEntry memory) {
        return (known[index], ghosts[known[index]]);
    }

    function numMovements() external view returns (uint256) {
        return movements.length;
    }

    function movementAt(uint256 index) external view returns (GhostMovement memory) {
        return movements[index];
    }

    function issue(uint256 r, uint256 who, uint256 to, uint256 seed, uint256 kind) external {
        r %= 2;
        bool announce = kind % 4 == 0;
        address by = _mostly(registrars[r], who);
        address owner = _receiver(to);
        bytes32[] memory created_ = _created(seed);
        bool expected = by == registrars[r] && !suspended[r] && isInvestor(owner)
            && (announce ? areUnused(created_) : areIssuable(r, created_, owner));
        vm.prank(by);
        if (announce) {
            try entries.prepareEntry(registryIds[r], created_, owner) {
                _went(expected);
                _born(r, created_, owner, EntryType.PREPARED);
            } catch {
                _refused(expected);
            }
        } else {
            try entries.issue(registryIds[r], created_, owner) {
                _went(expected);
                _born(r, created_, owner, EntryType.ISSUED);
            } catch {
                _refused(expected);
            }
        }
    }

    function transfer(uint256 seed, uint256 who, uint256 to, uint256 newSeed) external {
        (uint256 r, address owner, bytes32[] memory spent) = _some(seed, EntryType.ISSUED);
        address by = _mostly(owner, who);
        address receiver = _receiver(to);
        bytes32[] memory created_ = _created(newSeed);
        bool expected = !suspended[r] && isInvestor(by) && whitelisted[r][by] && isInvestor(receiver)
            && receiver != by && areFree(r, spent, by, EntryType.ISSUED) && areUnused(created_);
        vm.prank(by);
        try entries.transfer(registryIds[r], spent, receiver, created_) {
            _went(expected);
            _become(spent, EntryType.TERMINATED);
            _born(r, created_, receiver, EntryType.ISSUED);
        } catch {
            _refused(expected);
        }
    }

    function reorg(uint256 seed, uint256 who, uint256 newSeed) external {
        (uint256 r, address owner, bytes32[] memory spent) = _some(seed, EntryType.ISSUED);
        address by = _mostly(owner, who);
        bytes32[] memory created_ = _created(newSeed);
        bool expected =
            !suspended[r] && isInvestor(by) && areFree(r, spent, by, EntryType.ISSUED) && areUnused(created_);
        vm.prank(by);
        try entries.reorg(registryIds[r], spent, created_) {
            _went(expected);
            _become(spent, EntryType.TERMINATED);
            _born(r, created_, by, EntryType.ISSUED);
        } catch {
            _refused(expected);
        }
    }

    function force(uint256 seed, uint256 who, uint256 to, uint256 newSeed) external {
        (uint256 r, address owner, bytes32[] memory spent) = _some(seed, EntryType.ISSUED);
        address by = _mostly(registrars[r], who);
        address receiver = _receiver(to);
        bytes32[] memory created_ = _created(newSeed);
        bool expected = by == registrars[r] && !suspended[r] && isInvestor(receiver) && receiver != owner
            && areFree(r, spent, owner, EntryType.ISSUED) && areUnused(created_);
        vm.prank(by);
        try entries.forcedTransfer(registryIds[r], owner, spent, receiver, created_, REASON) {
            _went(expected);
            _become(spent, EntryType.TERMINATED);
            _born(r, created_, receiver, EntryType.ISSUED);
        } catch {
            _refused(expected);
        }
    }

    function mark(uint256 seed, uint256 who) external {
        (uint256 r, address owner, bytes32[] memory marked) = _some(seed, EntryType.ISSUED);
        address by = _mostly(owner, who);
        bool expected = !suspended[r] && isInvestor(by) && areFree(r, marked, by, EntryType.ISSUED);
        vm.prank(by);
        try entries.markAsRedeemable(registryIds[r], marked) {
            _went(expected);
            _become(marked, EntryType.REDEEMABLE);
        } catch {
            _refused(expected);
        }
    }

    function unmark(uint256 seed, uint256 who) external {
        (uint256 r, address owner, bytes32[] memory marked) = _some(seed, EntryType.REDEEMABLE);
        address by = _mostly(owner, who);
        bool expected = areFree(r, marked, by, EntryType.REDEEMABLE);
        vm.prank(by);
        try entries.cancelRedeemable(registryIds[r], marked) {
            _went(expected);
            _become(marked, EntryType.ISSUED);
        } catch {
            _refused(expected);
        }
    }

    function terminate(uint256 seed, uint256 who) external {
        (uint256 r, address owner, bytes32[] memory ended) = _some(seed, EntryType.REDEEMABLE);
        address by = _mostly(registrars[r], who);
        bool expected = by == registrars[r] && !suspended[r] && areFree(r, ended, owner, EntryType.REDEEMABLE);
        vm.prank(by);
        try entries.terminateEntry(registryIds[r], ended, owner) {
            _went(expected);
            _become(ended, EntryType.TERMINATED);
        } catch {
            _refused(expected);
        }
    }

    function earmark(uint256 seed, uint256 to, uint256 dapp) external {
        (uint256 r, address owner, bytes32[] memory spent) = _some(seed, EntryType.ISSUED);
        uint256 index =
            _movement(r, owner, to % 5 == 0 ? registrars[r] : _receiver(to), dapps[dapp % 2], seed / 4);
        GhostMovement storage ghost = movements[index];
        IRegistry.Movement memory movement = ghost.movement;
        bool expected = _isPossible(ghost) && movement.sender != movement.registrar && ghost.spent.length == 0
            && areFree(ghost.registry, spent, movement.sender, EntryType.ISSUED);
        vm.prank(ghost.dapp);
        try entries.earmark(movement, abi.encode(spent)) {
            _went(expected);
            _hold(index, spent);
        } catch {
            _refused(expected);
        }
    }

    function name(uint256 seed, uint256 newSeed, uint256 r, uint256 to) external {
        r %= 2;
        bool isIssue = movements.length == 0 || seed % 4 == 0;
        uint256 index =
            isIssue ? _movement(r, registrars[r], _receiver(to), dapps[to % 2], 1) : _unnamed(seed);
        GhostMovement storage ghost = movements[index];
        bytes32[] memory named = _created(newSeed);
        bool expected = _isPossible(ghost) && ghost.movement.receiver != ghost.movement.registrar
            && _mayName(index, named);
        vm.prank(ghost.dapp);
        try entries.setReceivingAccount(ghost.movement, abi.encode(named)) {
            _went(expected);
            _forgetNamed(index);
            _reserve(index, named);
        } catch {
            _refused(expected);
        }
    }

    function settle(uint256 index, uint256 who) external {
        if (movements.length == 0) return;
        index = _ready(index);
        GhostMovement storage ghost = movements[index];
        IRegistry.Movement memory movement = ghost.movement;
        address by = who % 8 == 0 ? dapps[who / 8 % 2] : ghost.dapp;
        bool isIssue = movement.sender == movement.registrar;
        bool isTermination = movement.receiver == movement.registrar;
        bool expected = by == ghost.dapp && _isPossible(ghost) && (isIssue || ghost.spent.length > 0)
            && (isTermination || ghost.named.length > 0);
        vm.prank(by);
        try entries.transferAndUnearmark(movement) {
            _went(expected);
            _settled(index);
            ++settled;
        } catch {
            _refused(expected);
        }
    }

    function release(uint256 index, uint256 who) external {
        if (movements.length == 0) return;
        index %= movements.length;
        GhostMovement storage ghost = movements[index];
        address by = who % 8 == 0 ? actors[who / 8 % 6] : ghost.dapp;
        bool expected = by == ghost.dapp && ghost.spent.length + ghost.named.length > 0;
        vm.prank(by);
        try entries.unearmark(ghost.movement) {
            _went(expected);
            _released(index);
        } catch {
            _refused(expected);
        }
    }

    function toggle(uint256 r, uint256 who, uint256 kind) external {
        r %= 2;
        vm.startPrank(registrars[r]);
        if (kind % 2 == 0) {
            address sender = actors[who % 6];
            whitelisted[r][sender] = !whitelisted[r][sender];
            entries.setSenderWhitelisted(registryIds[r], sender, whitelisted[r][sender]);
        } else {
            // Suspended for about a fifth of the time, so that most calls meet a working registry.
            if (suspended[r]) entries.unsuspendRegistry(registryIds[r], REASON);
            else if (who % 4 == 0) entries.suspendRegistry(registryIds[r], REASON);
            suspended[r] = !suspended[r] && who % 4 == 0;
        }
        vm.stopPrank();
    }

    function grantOnEntries(address dapp) internal override {
        acceptProtocol(address(entries), dapp);
    }

    function _isPossible(GhostMovement storage ghost) private view returns (bool) {
        IRegistry.Movement storage movement = ghost.movement;
        return !suspended[ghost.registry] && movement.sender != movement.receiver
            && (isInvestor(movement.sender) || movement.sender == movement.registrar)
            && (isInvestor(movement.receiver) || movement.receiver == movement.registrar);
    }

    /// @dev What the same movement has named before is free to be named by it again.
    function _mayName(uint256 index, bytes32[] memory named) private view returns (bool) {
        for (uint256 i; i < named.length; ++i) {
            bool isOwn = ghosts[named[i]].holder == index + 1 && ghosts[named[i]].entryType == EntryType.NONE;
            if (!isUnused(named[i]) && !isOwn) return false;
        }
        return named.length < 2 || named[0] != named[1];
    }

    /// @dev A new movement for the most part, else the latest.
    function _movement(uint256 r, address sender, address receiver, address dapp, uint256 seed)
        private
        returns (uint256)
    {
        if (movements.length > 0 && seed % 8 == 0) return movements.length - 1;
        GhostMovement storage ghost = movements.push();
        ghost.registry = r;
        ghost.dapp = dapp;
        ghost.movement = IRegistry.Movement(
            registryIds[r], bytes32(movements.length), sender, receiver, registrars[r], 0
        );
        return movements.length - 1;
    }

    /// @dev One that still lacks its receipt for the most part, else any.
    function _unnamed(uint256 index) private view returns (uint256) {
        for (uint256 i; i < movements.length && index % 8 != 0; ++i) {
            uint256 place = (index / 8 % movements.length + i) % movements.length;
            if (movements[place].spent.length > 0 && movements[place].named.length == 0) return place;
        }
        return index % movements.length;
    }

    /// @dev One with both sides for the most part, else any.
    function _ready(uint256 index) private view returns (uint256) {
        for (uint256 i; i < movements.length && index % 8 != 0; ++i) {
            GhostMovement storage ghost = movements[(index / 8 % movements.length + i) % movements.length];
            bool isGiven = ghost.spent.length > 0 || ghost.movement.sender == ghost.movement.registrar;
            bool isNamed = ghost.named.length > 0 || ghost.movement.receiver == ghost.movement.registrar;
            if (isGiven && isNamed && ghost.spent.length + ghost.named.length > 0) {
                return (index / 8 % movements.length + i) % movements.length;
            }
        }
        return index % movements.length;
    }

    function _mostly(address right, uint256 who) private view returns (address) {
        return who % 8 == 0 || right == address(0) ? actors[who / 8 % 6] : right;
    }

    /// @dev One or two entries that are free and of this type for the most part, and of one owner; with the registry and
    /// the owner of the first.
    function _some(uint256 seed, EntryType entryType)
        private
        view
        returns (uint256 r, address owner, bytes32[] memory fingerprints)
    {
        bytes32 first = _find(seed / 2, entryType, 2, address(0));
        GhostEntry storage ghost = ghosts[first];
        (r, owner) = (ghost.registry, ghost.owner);
        if (seed % 2 == 0) return (r, owner, list(first));
        return (r, owner, list(first, _find(seed / 32, entryType, r, owner)));
    }

    /// @param r 2 for any registry.
    /// @param owner 0 for anybody.
    function _find(uint256 seed, EntryType entryType, uint256 r, address owner)
        private
        view
        returns (bytes32)
    {
        for (uint256 i; i < known.length && seed % 8 != 0; ++i) {
            bytes32 fingerprint = known[(seed / 8 + i) % known.length];
            GhostEntry storage ghost = ghosts[fingerprint];
            if (
                ghost.owner != address(0) && ghost.holder == 0 && ghost.entryType == entryType
                    && (r == 2 || ghost.registry == r) && (owner == address(0) || ghost.owner == owner)
            ) return fingerprint;
        }
        return known[seed / 8 % known.length];
    }

    function _receiver(uint256 to) private view returns (address) {
        return actors[to % 8 == 0 ? to / 8 % 6 : to % 3];
    }

    /// @dev One or two fingerprints, new ones for the most part.
    function _created(uint256 seed) private returns (bytes32[] memory) {
        bytes32 first = _fingerprint(seed);
        return seed % 2 == 0 ? list(first) : list(first, _fingerprint(seed / 64));
    }

    function _fingerprint(uint256 seed) private returns (bytes32) {
        if (seed % 16 == 7) return known[seed / 16 % known.length];
        return keccak256(abi.encode("fresh", ++fresh));
    }

    function _went(bool expected) private {
        check(expected, "went through against the model");
        ++successes;
    }

    function _refused(bool expected) private pure {
        check(!expected, "was refused against the model");
    }
}
