// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId } from "../../types/Delivery.sol";
import { Leg } from "../../types/Leg.sol";

/// @title Legs that are locked with a hash and unlocked with its key (HTLC). Their manager: ILockingLegManager.
interface IDeliveryLocks {
    /// @notice The sender of an HTLC leg locks its tokens, once every on-ledger leg is earmarked. The lock counts as
    /// a reported payment, and nobody can cancel before its deadline.
    /// @param data Read by the leg's manager.
    /// @param hash sha256 of a key of 32 bytes.
    /// @param deadline Unix time in seconds, after the value date: from then on the leg cannot be unlocked.
    function confirmAndLockLeg(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data,
        bytes32 hash,
        uint64 deadline
    ) external;

    /// @notice The receiver of an HTLC leg unlocks it, last of all: everything but unlockings is confirmed, and the
    /// value date has come. The last unlocking settles.
    function unlockAndDeliverLeg(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata key
    ) external;

    /// @notice The manager of the leg's type only, where it is a contract of its own: the receiver's side is fulfilled
    /// there, as if the receiver had confirmed or, for HTLC, unlocked. Settles where that was the last one.
    function notifyLegDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;
}
