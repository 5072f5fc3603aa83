// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IDeliveryManager } from "../interfaces/IDeliveryManager.sol";
import { DeliveryId } from "../types/Delivery.sol";
import { Leg, LegRole, LegType } from "../types/Leg.sol";
import { LegDuties } from "./LegDuties.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegTypes } from "./LegTypes.sol";

/// @title Finds the leg of a call and checks that the call fits it.
library LegChecks {
    using LegFlags for uint256;
    using LegTypes for LegType;

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

    /// @dev Tokens in escrow against an off-ledger payment need a registrar who may refuse. Without a registrar all
    /// legs are EXTERNAL, HTLC or token legs.
    function requireArbiter(Leg[] calldata legs, DeliveryId deliveryId) internal pure {
        bool isEscrowed;
        bool isPaidOutside;
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].registrar != address(0)) return;
            LegType legType = legs[i].legType;
            isEscrowed = isEscrowed || legType.isConfirmed();
            isPaidOutside = isPaidOutside || legType.isOffLedger();
        }
        if (isEscrowed && isPaidOutside) revert IDeliveryManager.DeliveryWithoutArbiter(deliveryId);
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
}
