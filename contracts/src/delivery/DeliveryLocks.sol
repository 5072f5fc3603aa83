// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryLocks } from "../interfaces/delivery/IDeliveryLocks.sol";
import { IDeliveryManager } from "../interfaces/delivery/IDeliveryManager.sol";
import { ILockingLegManager } from "../interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId } from "../types/Delivery.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { DeliveryRecord, DeliveryRecords } from "./DeliveryRecords.sol";
import { DeliveryStorage } from "./DeliveryStorage.sol";
import { LegChecks } from "./LegChecks.sol";
import { LegDuties } from "./LegDuties.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegManagerStore, LegManagers } from "./LegManagers.sol";
import { LegTypes } from "./LegTypes.sol";

/// @title The part of the delivery manager for legs whose manager reports when they are fulfilled: HTLC.
/// @dev Its code runs by `delegatecall` on the delivery manager's state.
contract DeliveryLocks is IDeliveryLocks, DeliveryStorage {
    using DeliveryRecords for DeliveryRecord;
    using DeliveryRecords for mapping(DeliveryId => DeliveryRecord);
    using LegChecks for Leg[];
    using LegDuties for Leg[];
    using LegFlags for uint256;
    using LegManagers for LegManagerStore;
    using LegTypes for LegType;

    constructor(address platform_, address privilegeManager_)
        DeliveryStorage(platform_, privilegeManager_)
    { }

    /// @inheritdoc IDeliveryLocks
    function confirmAndLockLeg(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata data,
        bytes32 hash,
        uint64 deadline
    ) external nonReentrant {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.htlcLeg(deliveryId, legIdx);
        legs.requirePayable(deliveryId, record.flags(), legIdx);
        if (deadline <= record.valueDate()) revert ILockingLegManager.LockDeadlineInvalid(deadline);
        record.confirm(deliveryId, (LegFlags.SENDER | LegFlags.REPORTED).atLeg(legIdx));
        emit IDeliveryManager.LegLocked(deliveryId, legIdx, msg.sender, hash, deadline, data);
        _store().managers.locking(leg)
            .lock(deliveryId, _reference(deliveryId, legIdx), leg, data, hash, deadline);
    }

    /// @inheritdoc IDeliveryLocks
    function unlockAndDeliverLeg(
        DeliveryId deliveryId,
        Leg[] calldata legs,
        uint256 legIdx,
        bytes calldata key
    ) external nonReentrant {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.htlcLeg(deliveryId, legIdx);
        if (leg.receiver != msg.sender) revert IDeliveryManager.LegNotParty(deliveryId, legIdx, msg.sender);
        _requireUnlockable(deliveryId, record, legs, legIdx);
        bool settles = record.confirm(deliveryId, LegFlags.RECEIVER.atLeg(legIdx));
        emit IDeliveryManager.LegUnlocked(deliveryId, legIdx, msg.sender, key);
        _store().managers.locking(leg).unlock(_reference(deliveryId, legIdx), leg, key);
        if (settles) _settle(deliveryId, legs);
    }

    /// @inheritdoc IDeliveryLocks
    function notifyLegDelivery(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx)
        external
        nonReentrant
    {
        DeliveryRecord storage record = _store().records.requirePending(deliveryId, legs);
        Leg calldata leg = legs.leg(deliveryId, legIdx);
        if (leg.legType.isBuiltIn() || msg.sender != address(_store().managers.settling(leg))) {
            revert IDeliveryManager.LegManagerRequired(deliveryId, legIdx, msg.sender);
        }
        uint256 bits = record.flags().ofLeg(legIdx);
        if (leg.legType.isHtlc()) _requireUnlockable(deliveryId, record, legs, legIdx);
        if (!bits.hasAny(LegFlags.SENDER)) {
            revert IDeliveryManager.LegNotConfirmed(deliveryId, legIdx, LegRole.SENDER);
        }
        if (bits.hasAny(LegFlags.RECEIVER)) {
            revert IDeliveryManager.LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        }
        bool settles = record.confirm(deliveryId, LegFlags.RECEIVER.atLeg(legIdx));
        emit IDeliveryManager.LegDeliveryNotified(deliveryId, legIdx, msg.sender);
        if (settles) _settle(deliveryId, legs);
    }

    /// @dev The leg is locked, only unlockings are missing, and the value date has come.
    function _requireUnlockable(
        DeliveryId deliveryId,
        DeliveryRecord storage record,
        Leg[] calldata legs,
        uint256 legIdx
    ) private view {
        uint256 flags = record.flags();
        uint256 bits = flags.ofLeg(legIdx);
        if (!bits.hasAny(LegFlags.REPORTED)) revert IDeliveryManager.LegNotLocked(deliveryId, legIdx);
        if (bits.hasAny(LegFlags.RECEIVER)) {
            revert IDeliveryManager.LegAlreadyConfirmed(deliveryId, legIdx, LegRole.RECEIVER);
        }
        if (!legs.isUnlockable(flags)) revert IDeliveryManager.DeliveryUnlockedLast(deliveryId);
        record.requireValueDateCome(deliveryId);
    }
}
