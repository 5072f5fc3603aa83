// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ILockingLegManager } from "../../interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId } from "../../types/Delivery.sol";
import { Leg } from "../../types/Leg.sol";

/// @dev `earliest`: the first deadline of all locks from one party to another within a delivery.
/// @custom:storage-location erc7201:connex.HtlcLegManager
struct LockStore {
    mapping(bytes32 legRef => ILockingLegManager.Lock) locks;
    mapping(bytes32 hash => bool) isHashUsed;
    mapping(bytes32 deliveryAndParties => uint64) earliest;
}

/// @title Locks with a hash and a deadline.
library Locks {
    uint64 internal constant MARGIN = 1 hours;
    uint64 internal constant MIN_PERIOD = 1 hours;
    uint64 internal constant MAX_PERIOD = 90 days;

    /// @dev The terms that both parties knew before the first confirmation. See ILockingLegManager.
    function terms(bytes calldata data) internal pure returns (uint64 latestDeadline, bytes32 hash) {
        if (data.length != 64 || uint256(bytes32(data)) > type(uint64).max) {
            revert ILockingLegManager.LockTermsInvalid(data);
        }
        return abi.decode(data, (uint64, bytes32));
    }

    /// @dev The terms allow a lock now.
    function requireTerms(bytes calldata data) internal view {
        (uint64 latestDeadline,) = terms(data);
        if (latestDeadline < block.timestamp + MIN_PERIOD) revert ILockingLegManager.LockTermsInvalid(data);
    }

    function lock(
        LockStore storage self,
        DeliveryId deliveryId,
        bytes32 legRef,
        Leg calldata leg,
        bytes32 hash,
        uint64 deadline
    ) internal {
        (uint64 latest, bytes32 agreed) = terms(leg.senderData);
        if (hash == 0) revert ILockingLegManager.LockHashMissing();
        if (agreed != 0 && hash != agreed) revert ILockingLegManager.LockHashNotAgreed(hash, agreed);
        if (deadline > latest) revert ILockingLegManager.LockDeadlineTooLate(deadline, latest);
        if (self.locks[legRef].hash != 0) revert ILockingLegManager.LockAlreadyTaken(legRef);
        if (self.isHashUsed[hash]) revert ILockingLegManager.LockHashInUse(hash);
        if (deadline < block.timestamp + MIN_PERIOD || deadline > block.timestamp + MAX_PERIOD) {
            revert ILockingLegManager.LockDeadlineInvalid(deadline);
        }
        _order(self, deliveryId, leg, deadline);
        self.locks[legRef] = ILockingLegManager.Lock(hash, deadline, false);
        self.isHashUsed[hash] = true;
        emit ILockingLegManager.LockTaken(legRef, hash, deadline);
    }

    function unlock(LockStore storage self, bytes32 legRef, bytes calldata key) internal {
        ILockingLegManager.Lock storage current = self.locks[legRef];
        if (current.hash == 0) revert ILockingLegManager.LockNotTaken(legRef);
        if (current.isUnlocked) revert ILockingLegManager.LockAlreadyUnlocked(legRef);
        if (block.timestamp >= current.deadline) {
            revert ILockingLegManager.LockExpired(legRef, current.deadline);
        }
        if (key.length != 32 || sha256(key) != current.hash) {
            revert ILockingLegManager.LockKeyInvalid(legRef);
        }
        current.isUnlocked = true;
        emit ILockingLegManager.LockOpened(legRef, current.hash, bytes32(key));
    }

    function settle(LockStore storage self, bytes32 legRef) internal {
        requireUnlocked(self, legRef);
        delete self.locks[legRef];
    }

    /// @dev Before the deadline only as long as nobody has unlocked it: a registrar's refusal. From the deadline on,
    /// unlocked or not: an unlocked leg whose delivery did not settle, because another lock was never opened, would
    /// otherwise stay forever. The hash can be used again only if its key was never shown.
    function release(LockStore storage self, bytes32 legRef) internal {
        ILockingLegManager.Lock memory current = self.locks[legRef];
        if (current.isUnlocked && block.timestamp < current.deadline) {
            revert ILockingLegManager.LockNotExpired(legRef, current.deadline);
        }
        delete self.locks[legRef];
        if (!current.isUnlocked) delete self.isHashUsed[current.hash];
    }

    function requireUnlocked(LockStore storage self, bytes32 legRef) internal view {
        if (!self.locks[legRef].isUnlocked) revert ILockingLegManager.LockNotUnlocked(legRef);
    }

    function _order(LockStore storage self, DeliveryId deliveryId, Leg calldata leg, uint64 deadline)
        private
    {
        uint64 opposite = self.earliest[_between(deliveryId, leg.receiver, leg.sender)];
        if (opposite != 0 && deadline > opposite - MARGIN) {
            revert ILockingLegManager.LockDeadlineTooLate(deadline, opposite - MARGIN);
        }
        bytes32 own = _between(deliveryId, leg.sender, leg.receiver);
        if (self.earliest[own] == 0 || deadline < self.earliest[own]) self.earliest[own] = deadline;
    }

    function _between(DeliveryId deliveryId, address sender, address receiver)
        private
        pure
        returns (bytes32)
    {
        return keccak256(abi.encode(deliveryId, sender, receiver));
    }
}
