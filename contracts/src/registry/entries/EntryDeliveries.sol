// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEntryRegistryManager } from "../../interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../types/Entry.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { EntryData } from "../core/MovementData.sol";
import { Entries, EntryChange, EntryRecord, EntryRegistry, EntryStore, PreparedEntries } from "./Entries.sol";

/// @title The movements of deliveries between entries. They earmark the sender's entries and reserve the receiver's
/// fingerprints, so that nobody else can use them.
library EntryDeliveries {
    using Entries for EntryStore;

    /// @dev Earmarks the sender's entries for the caller's movement.
    function earmark(EntryStore storage self, IRegistry.Movement calldata movement, bytes32[] calldata spent)
        internal
    {
        PreparedEntries storage prepared = self.prepared[MovementChecks.key(msg.sender, movement)];
        if (prepared.firstSpent != 0) revert IRegistry.EarmarkAlreadyTaken(movement.movementRef);
        uint40 earmarker = _earmarkerNumber(self);
        for (uint256 i; i < spent.length; ++i) {
            EntryRecord memory record =
                self.requireFree(movement.registryId, spent[i], movement.sender, EntryType.ISSUED);
            record.earmarker = earmarker;
            self.records[spent[i]] = record;
        }
        prepared.firstSpent = _chain(self, spent);
        emit IEntryRegistryManager.EntriesEarmarked(
            movement.registryId, movement.movementRef, movement.sender, msg.sender, spent
        );
    }

    /// @dev Reserves the receiver's fingerprints for the caller's movement, and releases those reserved before.
    function reserve(
        EntryStore storage self,
        IRegistry.Movement calldata movement,
        bytes32[] calldata created
    ) internal {
        PreparedEntries storage prepared = self.prepared[MovementChecks.key(msg.sender, movement)];
        _unreserve(self, movement, _unchain(self, prepared.firstCreated));
        EntryRecord memory reserved = EntryRecord(
            movement.receiver, EntryType.NONE, self.numberOf(movement.registryId), _earmarkerNumber(self)
        );
        for (uint256 i; i < created.length; ++i) {
            self.requireUnused(created[i]);
            self.records[created[i]] = reserved;
        }
        prepared.firstCreated = _chain(self, created);
        emit IEntryRegistryManager.EntriesReserved(
            movement.registryId, movement.movementRef, movement.receiver, msg.sender, created
        );
    }

    /// @dev Releases everything that the caller's movement earmarked and reserved.
    function release(EntryStore storage self, IRegistry.Movement calldata movement) internal {
        (bytes32[] memory spent, bytes32[] memory created) = _take(self, movement);
        _unreserve(self, movement, created);
        if (spent.length == 0) return;
        _become(self, spent, EntryType.ISSUED);
        emit IEntryRegistryManager.EntriesUnearmarked(
            movement.registryId, movement.movementRef, movement.sender, msg.sender, spent
        );
    }

    /// @dev Ends the earmarked entries and begins the reserved ones. An issue ends none, a termination begins none.
    function settle(EntryStore storage self, IRegistry.Movement calldata movement, address registrar)
        internal
    {
        (bytes32[] memory spent, bytes32[] memory created) = _take(self, movement);
        RegistryEntryAction action = RegistryEntryAction.TRANSFER;
        if (movement.sender == registrar) action = RegistryEntryAction.ISSUE;
        else if (spent.length == 0) revert IRegistry.EarmarkNotTaken(movement.movementRef);
        if (movement.receiver == registrar) action = RegistryEntryAction.TERMINATE_ENTRY;
        else if (created.length == 0) revert IRegistry.ReceivingAccountMissing(movement.movementRef);
        _become(self, spent, EntryType.TERMINATED);
        _become(self, created, EntryType.ISSUED);
        EntryRegistry storage registry = self.registries[movement.registryId];
        registry.living = registry.living + uint64(created.length) - uint64(spent.length);
        EntryChange memory change = EntryChange(
            movement.registryId, movement.movementRef, action, movement.sender, movement.receiver
        );
        Entries.emitChanged(change, spent, created);
    }

    /// @dev The entries of one side, from the first on.
    function chained(EntryStore storage self, bytes32 first)
        internal
        view
        returns (bytes32[] memory fingerprints)
    {
        fingerprints = new bytes32[](EntryData.MAX_ENTRIES);
        uint256 count;
        for (bytes32 fingerprint = first; fingerprint != 0; fingerprint = self.nextOf[fingerprint]) {
            fingerprints[count++] = fingerprint;
        }
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            mstore(fingerprints, count)
        }
    }

    /// @dev Deletes the prepared movement before anything moves, so that nothing moves or is released twice.
    function _take(EntryStore storage self, IRegistry.Movement calldata movement)
        private
        returns (bytes32[] memory spent, bytes32[] memory created)
    {
        bytes32 key = MovementChecks.key(msg.sender, movement);
        PreparedEntries memory prepared = self.prepared[key];
        if (prepared.firstSpent == 0 && prepared.firstCreated == 0) {
            revert IRegistry.EarmarkNotTaken(movement.movementRef);
        }
        delete self.prepared[key];
        return (_unchain(self, prepared.firstSpent), _unchain(self, prepared.firstCreated));
    }

    function _unreserve(
        EntryStore storage self,
        IRegistry.Movement calldata movement,
        bytes32[] memory created
    ) private {
        if (created.length == 0) return;
        for (uint256 i; i < created.length; ++i) {
            delete self.records[created[i]];
        }
        emit IEntryRegistryManager.EntriesUnreserved(
            movement.registryId, movement.movementRef, movement.receiver, msg.sender, created
        );
    }

    function _become(EntryStore storage self, bytes32[] memory fingerprints, EntryType entryType) private {
        for (uint256 i; i < fingerprints.length; ++i) {
            EntryRecord memory record = self.records[fingerprints[i]];
            record.entryType = entryType;
            record.earmarker = 0;
            self.records[fingerprints[i]] = record;
        }
    }

    function _chain(EntryStore storage self, bytes32[] calldata fingerprints) private returns (bytes32) {
        for (uint256 i = 1; i < fingerprints.length; ++i) {
            self.nextOf[fingerprints[i - 1]] = fingerprints[i];
        }
        return fingerprints[0];
    }

    function _unchain(EntryStore storage self, bytes32 first)
        private
        returns (bytes32[] memory fingerprints)
    {
        fingerprints = chained(self, first);
        for (uint256 i = 1; i < fingerprints.length; ++i) {
            delete self.nextOf[fingerprints[i - 1]];
        }
    }

    /// @dev The calling dApp's number; assigns one on first use.
    function _earmarkerNumber(EntryStore storage self) private returns (uint40 number) {
        number = self.earmarkerNumbers[msg.sender];
        if (number == 0) {
            self.earmarkers.push(msg.sender);
            number = uint40(self.earmarkers.length);
            self.earmarkerNumbers[msg.sender] = number;
        }
    }
}
