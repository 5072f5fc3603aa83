// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId } from "../../types/Delivery.sol";
import { Leg } from "../../types/Leg.sol";
import { IEscrowLegManager } from "./IEscrowLegManager.sol";

/// @title The manager of a leg type that is locked with a hash and unlocked with its key (HTLC).
/// @notice The sender locks by `lock`, in place of `confirmSender`; the receiver unlocks, last of all. `settle` works
/// only after unlocking; `release` then only from the deadline on. Before unlocking, the delivery manager decides: it
/// releases from the deadline on, or earlier where a registrar refuses that has not confirmed.
///
/// The leg's senderData holds the terms of its lock, `abi.encode(uint64 latestDeadline, bytes32 hash)`. They are part
/// of the legs from creation on, so that the parties of other legs know the longest possible lock and its key's hash.
/// A hash of 0 leaves the choice to the sender. Warning: the sender can then lock with a key that nobody has.
///
/// No two live locks share a hash, in any delivery, and a hash is never used again once its key was shown. Anybody
/// who sees a hash may lock first with it; the other lock then needs another hash.
///
/// If two parties of a delivery lock against each other, the later lock has the earlier deadline: a party that learns
/// a key has LOCK_MARGIN left to use it.
interface ILockingLegManager is IEscrowLegManager {
    /// @param hash sha256 of a key of exactly 32 bytes; 0 without a lock.
    /// @param deadline Unix time in seconds from which the lock can be released and no longer unlocked.
    struct Lock {
        bytes32 hash;
        uint64 deadline;
        bool isUnlocked;
    }

    event LockTaken(bytes32 indexed legRef, bytes32 indexed hash, uint64 deadline);
    event LockOpened(bytes32 indexed legRef, bytes32 indexed hash, bytes32 key);

    /// @notice Wrongly encoded, or too soon for a lock.
    error LockTermsInvalid(bytes terms);
    error LockHashMissing();
    error LockHashNotAgreed(bytes32 hash, bytes32 agreed);
    error LockHashInUse(bytes32 hash);
    /// @notice Not between MIN_LOCK_PERIOD and MAX_LOCK_PERIOD from now.
    error LockDeadlineInvalid(uint64 deadline);
    /// @notice After the leg's terms; or, with two parties locking against each other, less than LOCK_MARGIN before
    /// the first lock's deadline.
    error LockDeadlineTooLate(uint64 deadline, uint64 latest);
    error LockAlreadyTaken(bytes32 legRef);
    error LockNotTaken(bytes32 legRef);
    error LockAlreadyUnlocked(bytes32 legRef);
    error LockNotUnlocked(bytes32 legRef);
    error LockKeyInvalid(bytes32 legRef);
    error LockExpired(bytes32 legRef, uint64 deadline);
    error LockNotExpired(bytes32 legRef, uint64 deadline);

    /// @notice Takes the leg's asset from its sender and locks it.
    /// @param data Empty.
    /// @param hash sha256 of a key of exactly 32 bytes; the terms' hash if they have one.
    /// @param deadline At most the terms' latestDeadline.
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

    /// @notice By anybody with the key: unlocks the leg and notifies the delivery manager, which settles if nothing
    /// else is owed, and reverts while another confirmation is missing.
    /// @param legs The delivery's legs, exactly as created.
    function deliver(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx, bytes calldata key) external;

    /// @return The live lock; empty once the leg is settled or released.
    function locks(bytes32 legRef) external view returns (Lock memory);

    /// @return One hour, in seconds.
    function LOCK_MARGIN() external pure returns (uint64);

    /// @return One hour, in seconds.
    function MIN_LOCK_PERIOD() external pure returns (uint64);

    /// @return Ninety days, in seconds.
    function MAX_LOCK_PERIOD() external pure returns (uint64);
}
