// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryId } from "../types/DeliveryId.sol";
import { Leg } from "../types/Leg.sol";
import { ISettlingLegManager } from "./ISettlingLegManager.sol";

/// @title The manager of a leg type that is locked with a hash and moves when the key is shown (HTLC).
/// @notice The sender locks, by `lock` in the place of `confirmSender`; the receiver unlocks, last of all. `release`
/// gives back only before a lock or after its deadline, `settle` moves only what is unlocked.
interface ILockingLegManager is ISettlingLegManager {
    /// @param hash sha256 of a key of exactly 32 bytes; 0 where nothing is locked.
    /// @param deadline Unix time in seconds from which on nothing is unlocked any more, and may be released.
    struct Lock {
        bytes32 hash;
        uint64 deadline;
        bool isUnlocked;
    }

    error LockHashMissing();
    error LockHashInUse(bytes32 hash);
    error LockDeadlineInvalid(uint64 deadline);
    /// @notice Where two parties lock against each other, who locks later is released earlier, by LOCK_MARGIN.
    error LockDeadlineTooLate(uint64 deadline, uint64 latest);
    error LockAlreadyTaken(bytes32 legRef);
    error LockNotTaken(bytes32 legRef);
    error LockKeyInvalid(bytes32 legRef);
    error LockExpired(bytes32 legRef, uint64 deadline);
    error LockNotExpired(bytes32 legRef, uint64 deadline);

    /// @notice Takes the leg's asset from its sender and locks it.
    function lock(
        DeliveryId deliveryId,
        bytes32 legRef,
        Leg calldata leg,
        bytes calldata data,
        bytes32 hash,
        uint64 deadline
    ) external;

    /// @notice Unlocks with the key, before the deadline.
    function unlock(bytes32 legRef, Leg calldata leg, bytes calldata key) external;

    function locks(bytes32 legRef) external view returns (Lock memory);
}
