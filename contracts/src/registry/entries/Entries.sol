// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEntryRegistryManager } from "../../interfaces/IEntryRegistryManager.sol";
import { EntryType, RegistryEntryAction } from "../../types/Entry.sol";
import { RegistryId } from "../../types/Registry.sol";

/// @dev One slot: registries and dApps are stored by the numbers that this manager assigned them. `earmarker`: 0 for
/// an available entry. `owner`: 0 for an unused fingerprint.
struct EntryRecord {
    address owner;
    EntryType entryType;
    uint40 registryNumber;
    uint40 earmarker;
}

/// @dev `number`: 0 until the registry has its first entry or reservation. `living`: the number of entries held.
struct EntryRegistry {
    uint40 number;
    uint64 living;
}

/// @dev The first entry on each side of a prepared movement: the sender's and the receiver's. Each entry links to the
/// next.
struct PreparedEntries {
    bytes32 firstSpent;
    bytes32 firstCreated;
}

/// @custom:storage-location erc7201:connex.EntryRegistryManager
struct EntryStore {
    mapping(bytes32 fingerprint => EntryRecord) records;
    mapping(bytes32 fingerprint => bytes32) nextOf;
    mapping(bytes32 movementKey => PreparedEntries) prepared;
    mapping(RegistryId => EntryRegistry) registries;
    mapping(address dapp => uint40) earmarkerNumbers;
    address[] earmarkers;
    uint40 numRegistries;
}

/// @dev One action on entries: those of `sender` end, those of `receiver` begin. 0 for a side without entries.
/// `action` begins the created entries; of a reorg its other half ends the spent ones.
struct EntryChange {
    RegistryId registryId;
    bytes32 movementRef;
    RegistryEntryAction action;
    address sender;
    address receiver;
}

/// @dev The caller's mark on its entries, or its withdrawal.
struct EntryMark {
    RegistryId registryId;
    RegistryEntryAction action;
    EntryType from;
    EntryType to;
}

/// @title The life of entries: they begin, are marked, and end. Nothing else of an entry changes.
/// @dev Callers check the rights and the registry's state.
library Entries {
    uint256 internal constant MAX_ENTRIES = 100;

    /// @dev Begins entries under fingerprints that were never used in this registry manager. ISSUE also turns the
    /// owner's prepared entries into holdings.
    function begin(EntryStore storage self, EntryChange memory change, bytes32[] calldata created) internal {
        _begin(self, change, created);
        emitChanged(change, new bytes32[](0), created);
    }

    /// @dev Ends an owner's available entries of one type.
    function end(
        EntryStore storage self,
        EntryChange memory change,
        bytes32[] calldata spent,
        EntryType entryType
    ) internal {
        _end(self, change, spent, entryType);
        emitChanged(change, spent, new bytes32[](0));
    }

    /// @dev Ends available entries and begins others by one action.
    function replace(
        EntryStore storage self,
        EntryChange memory change,
        bytes32[] calldata spent,
        bytes32[] calldata created
    ) internal {
        _end(self, change, spent, EntryType.ISSUED);
        _begin(self, change, created);
        emitChanged(change, spent, created);
    }

    function emitChanged(EntryChange memory change, bytes32[] memory spent, bytes32[] memory created)
        internal
    {
        RegistryEntryAction action = change.action;
        RegistryEntryAction ending =
            action == RegistryEntryAction.REORG_CREATE ? RegistryEntryAction.REORG_DELETE : action;
        emit IEntryRegistryManager.EntriesChanged(
            change.registryId,
            change.movementRef,
            spent.length == 0 ? RegistryEntryAction.NONE : ending,
            created.length == 0 ? RegistryEntryAction.NONE : action,
            spent.length == 0 ? address(0) : change.sender,
            created.length == 0 ? address(0) : change.receiver,
            spent,
            created
        );
    }

    /// @dev Changes the type of the caller's available entries.
    function mark(EntryStore storage self, EntryMark memory mark_, bytes32[] calldata fingerprints) internal {
        _change(self, mark_, msg.sender, fingerprints);
        emit IEntryRegistryManager.EntriesMarked(
            mark_.registryId, msg.sender, mark_.action, mark_.to, fingerprints
        );
    }

    /// @dev The registry's number; assigns one on first use.
    function numberOf(EntryStore storage self, RegistryId registryId) internal returns (uint40 number) {
        EntryRegistry storage registry = self.registries[registryId];
        number = registry.number;
        if (number == 0) {
            number = ++self.numRegistries;
            registry.number = number;
        }
    }

    /// @dev The record of an entry, former entry or reserved fingerprint of this registry; empty for any other.
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

    /// @dev The dApp that earmarked it; 0 for an available entry.
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

    function _begin(EntryStore storage self, EntryChange memory change, bytes32[] calldata created) private {
        (RegistryId registryId, address owner) = (change.registryId, change.receiver);
        _requireCount(created.length);
        bool prepares = change.action == RegistryEntryAction.PREPARE_ENTRY;
        EntryRecord memory begun = EntryRecord(
            owner, prepares ? EntryType.PREPARED : EntryType.ISSUED, numberOf(self, registryId), 0
        );
        for (uint256 i; i < created.length; ++i) {
            bytes32 fingerprint = created[i];
            bool wasPrepared = self.records[fingerprint].entryType == EntryType.PREPARED;
            if (wasPrepared && change.action == RegistryEntryAction.ISSUE) {
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
        EntryChange memory change,
        bytes32[] calldata spent,
        EntryType entryType
    ) private {
        RegistryId registryId = change.registryId;
        EntryMark memory end_ = EntryMark(registryId, change.action, entryType, EntryType.TERMINATED);
        _change(self, end_, change.sender, spent);
        if (entryType != EntryType.PREPARED) self.registries[registryId].living -= uint64(spent.length);
    }

    function _change(
        EntryStore storage self,
        EntryMark memory mark_,
        address owner,
        bytes32[] calldata fingerprints
    ) private {
        _requireCount(fingerprints.length);
        for (uint256 i; i < fingerprints.length; ++i) {
            EntryRecord memory record =
                requireFree(self, mark_.registryId, fingerprints[i], owner, mark_.from);
            record.entryType = mark_.to;
            self.records[fingerprints[i]] = record;
        }
    }

    function _requireCount(uint256 count) private pure {
        if (count == 0) revert IEntryRegistryManager.EntriesMissing();
        if (count > MAX_ENTRIES) revert IEntryRegistryManager.EntriesTooMany(count, MAX_ENTRIES);
    }
}
