// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryId } from "../types/Delivery.sol";
import { Leg } from "../types/Leg.sol";
import { IEscrowLegManager } from "./IEscrowLegManager.sol";

/// @title The manager of a leg type that is locked with a hash and moves when the key is shown (HTLC).
/// @notice The sender locks, by `lock` in the place of `confirmSender`; the receiver unlocks, last of all. `release`
/// gives back only before a lock or from its deadline on, `settle` moves only what is unlocked.
///
/// The leg's senderData are the terms of its lock, `abi.encode(uint64 latestDeadline, bytes32 hash)`: part of the legs
/// from the creation on, so that whoever confirms another leg knows how long a lock can hold it at most, and by whose
/// key it opens. A hash of 0 leaves the choice to the sender, who can then lock with a key that nobody has: the terms
/// name a hash wherever that would hurt.
///
/// A hash is never used by two live locks, in whichever delivery, and never again once its key has been shown. Whoever
/// sees a hash may lock something of its own with it first, until its own deadline; then another one is taken.
///
/// Where two parties of one delivery lock against each other, who locks later is released earlier: whoever learns a key
/// by an unlocking has LOCK_MARGIN left to use what it learned.
interface ILockingLegManager is IEscrowLegManager {
    /// @param hash sha256 of a key of exactly 32 bytes; 0 where nothing is locked.
    /// @param deadline Unix time in seconds from which on nothing is unlocked any more, and may be released.
    struct Lock {
        bytes32 hash;
        uint64 deadline;
        bool isUnlocked;
    }

    event LockTaken(bytes32 indexed legRef, bytes32 indexed hash, uint64 deadline);
    event LockOpened(bytes32 indexed legRef, bytes32 indexed hash, bytes32 key);

    /// @notice Not as they are encoded, or too near to be locked by.
    error LockTermsInvalid(bytes terms);
    error LockHashMissing();
    error LockHashNotAgreed(bytes32 hash, bytes32 agreed);
    error LockHashInUse(bytes32 hash);
    /// @notice Not between MIN_LOCK_PERIOD and MAX_LOCK_PERIOD from now.
    error LockDeadlineInvalid(uint64 deadline);
    /// @notice After what the leg's terms say; or, where two parties lock against each other, not LOCK_MARGIN before the
    /// lock of who locked first.
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
    /// @param hash sha256 of a key of exactly 32 bytes; the one of the terms where they name one.
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

    /// @notice By anybody who knows the key: unlocks the leg and tells the delivery manager, which settles where
    /// nothing else is owed, and refuses while anybody else owes a confirmation.
    /// @param legs The delivery's legs, exactly as created.
    function deliver(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx, bytes calldata key) external;

    /// @return The lock while it lives; nothing once the leg is settled or released.
    function locks(bytes32 legRef) external view returns (Lock memory);

    /// @return One hour, in seconds.
    function LOCK_MARGIN() external pure returns (uint64);

    /// @return One hour, in seconds.
    function MIN_LOCK_PERIOD() external pure returns (uint64);

    /// @return Ninety days, in seconds.
    function MAX_LOCK_PERIOD() external pure returns (uint64);
}
