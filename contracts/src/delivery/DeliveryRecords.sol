// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../types/Delivery.sol";
import { Leg } from "../types/Leg.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegsHash } from "./LegsHash.sol";

/// @dev A delivery on the ledger. The flags of up to five legs share the first slot with every other field that
/// changes, so that a usual delivery takes two slots and a confirmation writes one. Its legs have none: the delivery's
/// id is their hash. `startsAt`: the value date, or the time of creation where there is none; in seconds, until the
/// year 2106.
struct DeliveryRecord {
    address creator;
    uint32 startsAt;
    bool hasValueDate;
    DeliveryState state;
    uint8 numLegs;
    uint40 flagsOfFew;
    bytes32 privateDataFp;
    uint256 flagsOfMany;
}

/// @title Reads and writes the records of deliveries.
library DeliveryRecords {
    using LegFlags for uint256;

    uint64 internal constant EXPIRY_PERIOD = 90 days;
    uint256 private constant FEW = 5;

    /// @dev The id that a delivery of these terms has, and no other.
    function idOf(address creator, bytes32 privateDataFp, uint64 valueDate_, bytes32 legsHash)
        internal
        pure
        returns (DeliveryId)
    {
        return DeliveryId.wrap(keccak256(abi.encode(creator, privateDataFp, valueDate_, legsHash)));
    }

    /// @dev The delivery exists and has these legs.
    function requireKnown(
        mapping(DeliveryId => DeliveryRecord) storage self,
        DeliveryId deliveryId,
        Leg[] calldata legs
    ) internal view returns (DeliveryRecord storage record) {
        record = self[deliveryId];
        _checkKnown(record, record.state, deliveryId, legs);
    }

    /// @dev As requireKnown, neither settled nor canceled.
    function requirePending(
        mapping(DeliveryId => DeliveryRecord) storage self,
        DeliveryId deliveryId,
        Leg[] calldata legs
    ) internal view returns (DeliveryRecord storage record) {
        record = self[deliveryId];
        DeliveryState state = record.state;
        _checkKnown(record, state, deliveryId, legs);
        if (state != DeliveryState.CREATED && state != DeliveryState.PENDING) {
            revert IDeliveryManager.DeliveryNotPending(deliveryId, state);
        }
    }

    function flags(DeliveryRecord storage record) internal view returns (uint256) {
        return record.numLegs > FEW ? record.flagsOfMany : record.flagsOfFew;
    }

    function setFlags(DeliveryRecord storage record, uint256 flags_) internal {
        if (record.numLegs > FEW) record.flagsOfMany = flags_;
        else record.flagsOfFew = uint40(flags_);
    }

    /// @dev Records confirmations. With the last ones the state becomes SETTLED, before anything moves.
    function confirm(DeliveryRecord storage record, DeliveryId deliveryId, uint256 confirmations)
        internal
        returns (bool settles)
    {
        uint256 numLegs = record.numLegs;
        uint256 flags_ = flags(record) | confirmations;
        settles = flags_.hasAll(LegFlags.CONFIRMED.atEach(numLegs));
        if (settles) {
            requireValueDateCome(record, deliveryId);
            flags_ |= LegFlags.DELIVERED.atEach(numLegs);
            record.state = DeliveryState.SETTLED;
        } else if (record.state == DeliveryState.CREATED) {
            record.state = DeliveryState.PENDING;
        }
        setFlags(record, flags_);
    }

    /// @dev 0 for none.
    function valueDate(DeliveryRecord storage record) internal view returns (uint64) {
        return record.hasValueDate ? record.startsAt : 0;
    }

    /// @dev Neither settles nor unlocks before its value date.
    function requireValueDateCome(DeliveryRecord storage record, DeliveryId deliveryId) internal view {
        // Without a value date, it starts with its creation, which is never later than now.
        if (block.timestamp >= record.startsAt) return;
        revert IDeliveryManager.DeliveryBeforeValueDate(deliveryId, record.startsAt);
    }

    function expiresAt(DeliveryRecord storage record) internal view returns (uint64) {
        return record.startsAt + EXPIRY_PERIOD;
    }

    function toView(DeliveryRecord storage record)
        internal
        view
        returns (IDeliveryManager.Delivery memory delivery)
    {
        delivery.used = record.state != DeliveryState.NONE;
        delivery.valid = delivery.used && record.state != DeliveryState.CANCELED;
        delivery.numLegs = record.numLegs;
        delivery.privateDataFp = record.privateDataFp;
        delivery.valueDate = valueDate(record);
        if (delivery.used) delivery.expiresAt = expiresAt(record);
        delivery.creator = record.creator;
        delivery.state = record.state;
        uint256 flags_ = flags(record);
        for (uint256 i; i < delivery.numLegs; ++i) {
            uint256 bits = flags_.ofLeg(i);
            if (bits.hasAll(LegFlags.CONFIRMED)) ++delivery.numLegsConfirmed;
            if (bits.hasAny(LegFlags.DELIVERED)) ++delivery.numLegsDelivered;
        }
    }

    function _checkKnown(
        DeliveryRecord storage record,
        DeliveryState state,
        DeliveryId deliveryId,
        Leg[] calldata legs
    ) private view {
        if (state == DeliveryState.NONE) {
            revert IDeliveryManager.DeliveryUnknown(deliveryId);
        }
        bytes32 legsHash = LegsHash.hash(legs);
        if (deliveryId != idOf(record.creator, record.privateDataFp, valueDate(record), legsHash)) {
            revert IDeliveryManager.DeliveryLegsMismatch(deliveryId);
        }
    }
}
