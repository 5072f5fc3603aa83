// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../access/Privileges.sol";
import { IDeliveryCancellations } from "../interfaces/delivery/IDeliveryCancellations.sol";
import { IDeliveryManager } from "../interfaces/delivery/IDeliveryManager.sol";
import { ILockingLegManager } from "../interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId, DeliveryState } from "../types/Delivery.sol";
import { Leg } from "../types/Leg.sol";
import { DeliveryRecord, DeliveryRecords } from "./DeliveryRecords.sol";
import { DeliveryStorage, DeliveryStore } from "./DeliveryStorage.sol";
import { LegChecks } from "./LegChecks.sol";
import { LegDuties } from "./LegDuties.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegManagerStore, LegManagers } from "./LegManagers.sol";

/// @title The part of the delivery manager that ends deliveries without settling them.
/// @dev Its code runs by `delegatecall` on the delivery manager's state.
contract DeliveryCancellations is IDeliveryCancellations, DeliveryStorage {
    using DeliveryRecords for DeliveryRecord;
    using DeliveryRecords for mapping(DeliveryId => DeliveryRecord);
    using LegChecks for Leg[];
    using LegDuties for Leg[];
    using LegFlags for uint256;
    using LegManagers for LegManagerStore;

    constructor(address platform_, address privilegeManager_)
        DeliveryStorage(platform_, privilegeManager_)
    { }

    /// @inheritdoc IDeliveryCancellations
    function cancelDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp)
        external
        nonReentrant
    {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        bool refuses = legs.isRegistrar(msg.sender);
        uint256 votes = legs.votes(msg.sender);
        if (!refuses && votes == 0) legs.revertWithoutVote(deliveryId);
        uint256 flags = record.flags();
        // A key can be shown only after every registrar has confirmed.
        bool mayBeUnlocked = legs.locks(flags) != 0 && !legs.owesAsRegistrar(msg.sender, flags);
        if (mayBeUnlocked) revert IDeliveryManager.DeliveryLocked(deliveryId);
        if (refuses) {
            if (reasonFp == 0) revert IDeliveryManager.DeliveryReasonMissing(deliveryId);
        } else if (!_votesThrough(deliveryId, record, legs, votes)) {
            emit IDeliveryManager.DeliveryCancelRequested(deliveryId, msg.sender, reasonFp);
            return;
        }
        _cancel(deliveryId, record, legs, reasonFp, refuses);
    }

    /// @inheritdoc IDeliveryCancellations
    function cancelExpired(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp)
        external
        only(Privileges.DELIVERY_OPERATOR)
        nonReentrant
    {
        DeliveryStore storage store = _store();
        DeliveryRecord storage record = store.records.requirePending(deliveryId, legs);
        if (reasonFp == 0) revert IDeliveryManager.DeliveryReasonMissing(deliveryId);
        uint64 expiresAt = record.expiresAt();
        if (block.timestamp < expiresAt) revert IDeliveryManager.DeliveryNotExpired(deliveryId, expiresAt);
        uint256 flags = record.flags();
        if (legs.locks(flags) != 0) revert IDeliveryManager.DeliveryLocked(deliveryId);
        if (!legs.isPaid(flags)) revert IDeliveryManager.DeliveryNotPaid(deliveryId);
        legs.requireNoArbiter(deliveryId, standings);
        _cancel(deliveryId, record, legs, reasonFp, true);
    }

    /// @inheritdoc IDeliveryCancellations
    function unlockAndCancel(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp)
        external
        nonReentrant
    {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        if (!legs.isParticipant(msg.sender)) {
            revert IDeliveryManager.DeliveryNotParticipant(deliveryId, msg.sender);
        }
        uint256 flags = record.flags();
        uint256 locked = legs.locks(flags);
        if (locked == 0) revert IDeliveryManager.DeliveryNotLocked(deliveryId);
        for (uint256 i; i < legs.length; ++i) {
            if (locked.ofLeg(i) != 0) _requireExpired(_reference(deliveryId, i), legs[i]);
        }
        if (legs.isPaid(flags)) _releaseLocks(deliveryId, record, legs, locked);
        else _cancel(deliveryId, record, legs, reasonFp, false);
    }

    /// @inheritdoc IDeliveryCancellations
    function releaseLeg(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external nonReentrant {
        DeliveryStore storage store = _store();
        DeliveryState state = store.records.requireKnown(deliveryId, legs).state;
        if (state != DeliveryState.CANCELED) revert IDeliveryManager.DeliveryNotCanceled(deliveryId, state);
        Leg calldata leg = legs.leg(deliveryId, legIdx);
        if (!store.managers.release(_reference(deliveryId, legIdx), leg)) {
            revert IDeliveryManager.LegNotReleased(deliveryId, legIdx);
        }
    }

    /// @dev Counts the caller's vote. One vote cancels an unmatched or expired delivery without a payment; any other
    /// needs every investor's.
    function _votesThrough(
        DeliveryId deliveryId,
        DeliveryRecord storage record,
        Leg[] calldata legs,
        uint256 votes
    ) private returns (bool) {
        uint256 flags = record.flags();
        bool needsOne = !legs.isMatched(flags) || block.timestamp >= record.expiresAt();
        if (needsOne && !legs.isPaid(flags)) return true;
        if (flags.hasAll(votes)) {
            revert IDeliveryManager.DeliveryCancelAlreadyRequested(deliveryId, msg.sender);
        }
        flags |= votes;
        record.setFlags(flags);
        return flags.hasAll(LegFlags.CANCEL.atEach(legs.length));
    }

    function _cancel(
        DeliveryId deliveryId,
        DeliveryRecord storage record,
        Leg[] calldata legs,
        bytes32 reasonFp,
        bool refused
    ) private {
        record.state = DeliveryState.CANCELED;
        emit IDeliveryManager.DeliveryCanceled(deliveryId, msg.sender, reasonFp, refused);
        for (uint256 i; i < legs.length; ++i) {
            _release(deliveryId, legs, i);
        }
    }

    /// @dev Takes back the locks and nothing else: the payment leaves the rest to the votes and the registrar.
    function _releaseLocks(
        DeliveryId deliveryId,
        DeliveryRecord storage record,
        Leg[] calldata legs,
        uint256 locked
    ) private {
        record.setFlags(record.flags() & ~(locked | LegDuties.unlockings(legs)));
        for (uint256 i; i < legs.length; ++i) {
            if (locked.ofLeg(i) == 0) continue;
            emit IDeliveryManager.LegLockReleased(deliveryId, i, msg.sender);
            _release(deliveryId, legs, i);
        }
    }

    /// @dev A leg's manager that fails keeps its own leg and no other.
    function _release(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) private {
        if (_store().managers.release(_reference(deliveryId, legIdx), legs[legIdx])) return;
        emit IDeliveryManager.LegReleaseFailed(deliveryId, legIdx);
    }

    function _requireExpired(bytes32 legRef, Leg calldata leg) private view {
        uint64 deadline = _store().managers.locking(leg).locks(legRef).deadline;
        if (block.timestamp < deadline) revert ILockingLegManager.LockNotExpired(legRef, deadline);
    }
}
