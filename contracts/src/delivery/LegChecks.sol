// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../interfaces/delivery/IDeliveryManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";
import { DeliveryId } from "../types/Delivery.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { LegDuties } from "./LegDuties.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegTypes } from "./LegTypes.sol";

/// @title Finds the leg of a call and checks that the call fits it.
library LegChecks {
    using LegFlags for uint256;
    using LegTypes for LegType;

    /// @dev The gas that a leg's manager may use to release its leg.
    uint256 internal constant RELEASE_GAS = 500_000;
    /// @dev Enough to encode the leg's release and to record that it failed.
    uint256 private constant RELEASE_OVERHEAD = 60_000;

    function leg(Leg[] calldata legs, DeliveryId deliveryId, uint256 legIdx)
        internal
        pure
        returns (Leg calldata)
    {
        if (legIdx >= legs.length) revert IDeliveryManager.LegIndexInvalid(deliveryId, legIdx);
        return legs[legIdx];
    }

    function offLedgerLeg(Leg[] calldata legs, DeliveryId deliveryId, uint256 legIdx)
        internal
        pure
        returns (Leg calldata found)
    {
        found = leg(legs, deliveryId, legIdx);
        if (!found.legType.isOffLedger()) revert IDeliveryManager.LegNotExternal(deliveryId, legIdx);
    }

    function htlcLeg(Leg[] calldata legs, DeliveryId deliveryId, uint256 legIdx)
        internal
        pure
        returns (Leg calldata found)
    {
        found = leg(legs, deliveryId, legIdx);
        if (!found.legType.isHtlc()) revert IDeliveryManager.LegNotHtlc(deliveryId, legIdx);
    }

    /// @dev A creator fills in its own side only; the terms of a lock belong to both.
    function requireOwnData(Leg calldata leg_, uint256 legIdx) internal view {
        bool saysOfSender = leg_.senderData.length > 0 && !leg_.legType.isHtlc();
        if (saysOfSender && leg_.sender != msg.sender) revert IDeliveryManager.LegDataNotOwn(legIdx);
        if (leg_.receiverData.length > 0 && leg_.receiver != msg.sender) {
            revert IDeliveryManager.LegDataNotOwn(legIdx);
        }
    }

    function revertWithoutVote(Leg[] calldata legs, DeliveryId deliveryId) internal view {
        if (LegDuties.isParticipant(legs, msg.sender)) {
            revert IDeliveryManager.DeliveryWithoutVote(deliveryId, msg.sender);
        }
        revert IDeliveryManager.DeliveryNotParticipant(deliveryId, msg.sender);
    }

    /// @dev An off-ledger payment against anything on the ledger needs an arbiter, who may refuse: if one side reports
    /// the payment and the other denies it, nobody else could release what is on the ledger.
    function requireArbiter(Leg[] calldata legs, DeliveryId deliveryId) internal pure {
        bool isOnLedger;
        bool isOffLedger;
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType.isOffLedger()) isOffLedger = true;
            else isOnLedger = true;
        }
        if (!isOnLedger || !isOffLedger) return;
        for (uint256 i; i < legs.length; ++i) {
            if (isArbiter(legs, legs[i].registrar)) return;
        }
        revert IDeliveryManager.DeliveryWithoutArbiter(deliveryId);
    }

    /// @dev No arbiter of the delivery is in good standing on the platform.
    function requireNoArbiter(Leg[] calldata legs, DeliveryId deliveryId, IStandings standings)
        internal
        view
    {
        for (uint256 i; i < legs.length; ++i) {
            address registrar = legs[i].registrar;
            if (!isArbiter(legs, registrar) || !_isInGoodStanding(registrar, standings)) continue;
            revert IDeliveryManager.DeliveryRegistrarInGoodStanding(deliveryId, registrar);
        }
    }

    /// @dev A registrar that is neither sender nor receiver of any leg.
    function isArbiter(Leg[] calldata legs, address registrar) internal pure returns (bool) {
        return registrar != address(0) && LegDuties.votes(legs, registrar) == 0;
    }

    /// @dev A call receives at most 63/64 of the remaining gas: without this check, a canceling caller could leave a
    /// leg's manager too little to release its leg.
    function requireReleaseGas() internal view {
        if (gasleft() < RELEASE_GAS / 63 * 64 + RELEASE_OVERHEAD) {
            revert IDeliveryManager.DeliveryReleaseGasMissing(gasleft());
        }
    }

    /// @dev The caller sends the leg, has not yet reported or locked it, and every on-ledger leg is earmarked: nobody
    /// pays before that.
    function requirePayable(Leg[] calldata legs, DeliveryId deliveryId, uint256 flags, uint256 legIdx)
        internal
        view
    {
        if (legs[legIdx].sender != msg.sender) {
            revert IDeliveryManager.LegNotParty(deliveryId, legIdx, msg.sender);
        }
        if (flags.ofLeg(legIdx).hasAny(LegFlags.SENDER)) {
            revert IDeliveryManager.LegAlreadyConfirmed(deliveryId, legIdx, LegRole.SENDER);
        }
        for (uint256 i; i < legs.length; ++i) {
            bool isMissing = legs[i].legType.isConfirmed() && !flags.ofLeg(i).hasAny(LegFlags.SENDER);
            if (isMissing) revert IDeliveryManager.LegNotEarmarked(deliveryId, i);
        }
    }

    function _isInGoodStanding(address tenant, IStandings standings) private view returns (bool) {
        return standings.isTenant(tenant) && !standings.isBlacklisted(tenant);
    }
}
