// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IEntryRegistryManager } from "../../interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntryAction } from "../../types/Entry.sol";
import { RegistryId } from "../../types/Registry.sol";

/// @dev One slot: registries and dApps stand in it by the numbers that this manager gave them. `earmarker` is 0 where
/// the entry is free. A fingerprint was never used where the owner is 0.
struct EntryRecord {
    address owner;
    EntryType entryType;
    uint40 registryNumber;
    uint40 earmarker;
}

/// @dev `number` is 0 until the registry begins its first entry, or a receiver names one.
struct EntryRegistry {
    uint40 number;
    uint64 living;
}

/// @dev The entries of a prepared movement: those that the sender gives, and those that the receiver has named. Each
/// knows the next one of its side.
struct PreparedEntries {
    bytes32 firstSpent;
    bytes32 firstCreated;
}

struct EntryStore {
    mapping(bytes32 fingerprint => EntryRecord) records;
    mapping(bytes32 fingerprint => bytes32) nextOf;
    mapping(bytes32 movementKey => PreparedEntries) prepared;
    mapping(RegistryId => EntryRegistry) registries;
    mapping(address dapp => uint40) earmarkerNumbers;
    address[] earmarkers;
    uint40 numRegistries;
}

/// @title The life of entries: they begin, are marked, and end; nothing of an entry changes otherwise.
/// @dev Callers check who may, and the registry's state.
library Entries {
    uint256 internal constant MAX_ENTRIES = 100;

    /// @dev Entries begin under fingerprints that were never used in this registry manager. To issue may also make a
    /// holding of what was prepared for this owner.
    function begin(
        EntryStore storage self,
        RegistryId registryId,
        RegistryEntryAction action,
        address owner,
        bytes32[] calldata created
    ) internal {
        _begin(self, registryId, action, owner, created);
        emitChanged(registryId, 0, action, address(0), new bytes32[](0), owner, created);
    }

    /// @dev An owner's free entries of one type end.
    function end(
        EntryStore storage self,
        RegistryId registryId,
        RegistryEntryAction action,
        address owner,
        bytes32[] calldata spent,
        EntryType entryType
    ) internal {
        _end(self, registryId, owner, spent, entryType);
        emitChanged(registryId, 0, action, owner, spent, address(0), new bytes32[](0));
    }

    /// @dev An owner's free entries end, and others begin, by one action.
    function replace(
        EntryStore storage self,
        RegistryId registryId,
        RegistryEntryAction action,
        address sender,
        bytes32[] calldata spent,
        address receiver,
        bytes32[] calldata created,
        bytes32 reasonFp
    ) internal {
        _end(self, registryId, sender, spent, EntryType.ISSUED);
        _begin(self, registryId, action, receiver, created);
        emitChanged(registryId, reasonFp, action, sender, spent, receiver, created);
    }

    /// @param action What begins the created entries; where it is a reorg, its other half ends the spent ones.
    function emitChanged(
        RegistryId registryId,
        bytes32 movementRef,
        RegistryEntryAction action,
        address sender,
        bytes32[] memory spent,
        address receiver,
        bytes32[] memory created
    ) internal {
        RegistryEntryAction ending = action == RegistryEntryAction.REORG_CREATE
            ? RegistryEntryAction.REORG_DELETE
            : action;
        emit IEntryRegistryManager.EntriesChanged(
            registryId,
            movementRef,
            spent.length == 0 ? RegistryEntryAction.NONE : ending,
            created.length == 0 ? RegistryEntryAction.NONE : action,
            spent.length == 0 ? address(0) : sender,
            created.length == 0 ? address(0) : receiver,
            spent,
            created
        );
    }

    /// @dev The caller's free entries of one type become another.
    function mark(
        EntryStore storage self,
        RegistryId registryId,
        RegistryEntryAction action,
        bytes32[] calldata fingerprints,
        EntryType from,
        EntryType to
    ) internal {
        _change(self, registryId, msg.sender, fingerprints, from, to);
        emit IEntryRegistryManager.EntriesMarked(registryId, msg.sender, action, to, fingerprints);
    }

    /// @dev The registry's number, added where it had none.
    function numberOf(EntryStore storage self, RegistryId registryId) internal returns (uint40 number) {
        EntryRegistry storage registry = self.registries[registryId];
        number = registry.number;
        if (number == 0) {
            number = ++self.numRegistries;
            registry.number = number;
        }
    }

    /// @dev The record of a fingerprint that is, or was, an entry of this registry, or is named for one.
    function ofRegistry(EntryStore storage self, RegistryId registryId, bytes32 fingerprint)
        internal
        view
        returns (EntryRecord memory record)
    {
        record = self.records[fingerprint];
        if (record.owner == address(0) || record.registryNumber != self.registries[registryId].number) {
            delete record;
        }
    }

    /// @dev The dApp whose movement holds it; 0 where it is free.
    function earmarkerOf(EntryStore storage self, EntryRecord memory record) internal view returns (address) {
        return record.earmarker == 0 ? address(0) : self.earmarkers[record.earmarker - 1];
    }

    function requireFree(
        EntryStore storage self,
        RegistryId registryId,
        bytes32 fingerprint,
        address owner,
        EntryType entryType
    ) internal view returns (EntryRecord memory record) {
        record = ofRegistry(self, registryId, fingerprint);
        if (record.owner == address(0)) revert IEntryRegistryManager.EntryUnknown(registryId, fingerprint);
        if (record.owner != owner) revert IEntryRegistryManager.EntryNotOwned(fingerprint, owner);
        if (record.earmarker != 0) {
            revert IEntryRegistryManager.EntryEarmarked(fingerprint, earmarkerOf(self, record));
        }
        if (record.entryType != entryType) {
            revert IEntryRegistryManager.EntryOfOtherType(fingerprint, record.entryType, entryType);
        }
    }

    function requireUnused(EntryStore storage self, bytes32 fingerprint) internal view {
        if (fingerprint == 0) revert IEntryRegistryManager.EntryFingerprintMissing();
        if (self.records[fingerprint].owner != address(0)) {
            revert IEntryRegistryManager.EntryFingerprintUsed(fingerprint);
        }
    }

    function _begin(
        EntryStore storage self,
        RegistryId registryId,
        RegistryEntryAction action,
        address owner,
        bytes32[] calldata created
    ) private {
        _requireCount(created.length);
        bool prepares = action == RegistryEntryAction.PREPARE_ENTRY;
        EntryRecord memory begun = EntryRecord(
            owner, prepares ? EntryType.PREPARED : EntryType.ISSUED, numberOf(self, registryId), 0
        );
        for (uint256 i; i < created.length; ++i) {
            bytes32 fingerprint = created[i];
            bool wasPrepared = self.records[fingerprint].entryType == EntryType.PREPARED;
            if (wasPrepared && action == RegistryEntryAction.ISSUE) {
                requireFree(self, registryId, fingerprint, owner, EntryType.PREPARED);
            } else {
                requireUnused(self, fingerprint);
            }
            self.records[fingerprint] = begun;
        }
        if (!prepares) self.registries[registryId].living += uint64(created.length);
    }

    function _end(
        EntryStore storage self,
        RegistryId registryId,
        address owner,
        bytes32[] calldata spent,
        EntryType entryType
    ) private {
        _change(self, registryId, owner, spent, entryType, EntryType.TERMINATED);
        if (entryType != EntryType.PREPARED) self.registries[registryId].living -= uint64(spent.length);
    }

    function _change(
        EntryStore storage self,
        RegistryId registryId,
        address owner,
        bytes32[] calldata fingerprints,
        EntryType from,
        EntryType to
    ) private {
        _requireCount(fingerprints.length);
        for (uint256 i; i < fingerprints.length; ++i) {
            EntryRecord memory record = requireFree(self, registryId, fingerprints[i], owner, from);
            record.entryType = to;
            self.records[fingerprints[i]] = record;
        }
    }

    function _requireCount(uint256 count) private pure {
        if (count == 0) revert IEntryRegistryManager.EntriesMissing();
        if (count > MAX_ENTRIES) revert IEntryRegistryManager.EntriesTooMany(count, MAX_ENTRIES);
    }
}
