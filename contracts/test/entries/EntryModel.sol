// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { CreationMark } from "../../src/types/Instrument.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title What entries and movements must be, written a second time and in another way: a list of entries, each with the
/// movement that holds it, and a list of movements with everything that they hold.
abstract contract EntryModel is EntryFixture {
    /// @dev `holder` is the index of the movement that holds or reserves it, plus one.
    struct GhostEntry {
        uint256 registry;
        EntryType entryType;
        address owner;
        uint256 holder;
    }

    struct GhostMovement {
        uint256 registry;
        address dapp;
        IRegistry.Movement movement;
        bytes32[] spent;
        bytes32[] named;
    }

    RegistryId[2] internal registryIds;
    address[2] internal registrars;
    address[2] internal dapps;
    address[] internal actors;
    bool[2] internal suspended;
    mapping(uint256 registry => mapping(address => bool)) internal whitelisted;
    mapping(bytes32 => GhostEntry) internal ghosts;
    bytes32[] internal known;
    GhostMovement[] internal movements;

    function build() internal {
        setUp();
        registryIds = [note, makeNote(nordhafen, "bill", CreationMark.NONE)];
        registrars = [meridian, nordhafen];
        dapps = [address(this), address(0xDA)];
        grantOnEntries(dapps[1]);
        actors = [alpen, baltic, rhone, meridian, nordhafen, stranger];
        for (uint256 i; i < 3; ++i) {
            whitelisted[0][actors[i]] = true;
            whitelistSender(actors[i]);
        }
        _born(0, list(A1, A2, A3), alpen, EntryType.ISSUED);
        _born(0, list(B1), baltic, EntryType.ISSUED);
    }

    function grantOnEntries(address dapp) internal virtual;

    function isInvestor(address party) internal view returns (bool) {
        return party == alpen || party == baltic || party == rhone;
    }

    function isUnused(bytes32 fingerprint) internal view returns (bool) {
        return ghosts[fingerprint].owner == address(0);
    }

    function areUnused(bytes32[] memory fingerprints) internal view returns (bool) {
        for (uint256 i; i < fingerprints.length; ++i) {
            if (!isUnused(fingerprints[i])) return false;
        }
        return _areDistinct(fingerprints);
    }

    /// @dev Each is new, or was prepared for this owner.
    function areIssuable(uint256 registry, bytes32[] memory fingerprints, address owner)
        internal
        view
        returns (bool)
    {
        for (uint256 i; i < fingerprints.length; ++i) {
            bytes32[] memory alone = list(fingerprints[i]);
            if (!areUnused(alone) && !areFree(registry, alone, owner, EntryType.PREPARED)) return false;
        }
        return _areDistinct(fingerprints);
    }

    function areFree(uint256 registry, bytes32[] memory fingerprints, address owner, EntryType entryType)
        internal
        view
        returns (bool)
    {
        for (uint256 i; i < fingerprints.length; ++i) {
            GhostEntry storage ghost = ghosts[fingerprints[i]];
            if (
                ghost.owner != owner || ghost.registry != registry || ghost.entryType != entryType
                    || ghost.holder != 0
            ) return false;
        }
        return _areDistinct(fingerprints);
    }

    function _areDistinct(bytes32[] memory fingerprints) private pure returns (bool) {
        return fingerprints.length < 2 || fingerprints[0] != fingerprints[1];
    }

    function _born(uint256 registry, bytes32[] memory fingerprints, address owner, EntryType entryType)
        internal
    {
        for (uint256 i; i < fingerprints.length; ++i) {
            _remember(fingerprints[i]);
            ghosts[fingerprints[i]] = GhostEntry(registry, entryType, owner, 0);
        }
    }

    function _become(bytes32[] memory fingerprints, EntryType entryType) internal {
        for (uint256 i; i < fingerprints.length; ++i) {
            ghosts[fingerprints[i]].entryType = entryType;
            ghosts[fingerprints[i]].holder = 0;
        }
    }

    function _hold(uint256 index, bytes32[] memory spent) internal {
        for (uint256 i; i < spent.length; ++i) {
            ghosts[spent[i]].holder = index + 1;
        }
        movements[index].spent = spent;
    }

    function _forgetNamed(uint256 index) internal {
        bytes32[] storage named = movements[index].named;
        for (uint256 i; i < named.length; ++i) {
            delete ghosts[named[i]];
        }
        delete movements[index].named;
    }

    function _reserve(uint256 index, bytes32[] memory named) internal {
        GhostMovement storage ghost = movements[index];
        for (uint256 i; i < named.length; ++i) {
            _remember(named[i]);
            ghosts[named[i]] = GhostEntry(ghost.registry, EntryType.NONE, ghost.movement.receiver, index + 1);
        }
        ghost.named = named;
    }

    function _settled(uint256 index) internal {
        _become(movements[index].spent, EntryType.TERMINATED);
        _become(movements[index].named, EntryType.ISSUED);
        delete movements[index].spent;
        delete movements[index].named;
    }

    function _released(uint256 index) internal {
        _become(movements[index].spent, EntryType.ISSUED);
        _forgetNamed(index);
        delete movements[index].spent;
    }

    function _remember(bytes32 fingerprint) private {
        for (uint256 i; i < known.length; ++i) {
            if (known[i] == fingerprint) return;
        }
        known.push(fingerprint);
    }
}
