// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryLegState } from "../types/DeliveryState.sol";
import { Leg, LegType } from "../types/Leg.sol";
import { LegFlags } from "./LegFlags.sol";

/// @title Who owes what on the legs of a delivery, as bits of LegFlags.
library LegDuties {
    using LegFlags for uint256;

    /// @dev Whether the leg moves outside the ledger: it is reported and confirmed, and has nothing to settle here.
    function isOutside(Leg calldata leg) internal pure returns (bool) {
        return leg.legType == LegType.EXTERNAL || leg.legType == LegType.TRADITIONAL;
    }

    /// @dev What nobody owes counts as given from the start: a registrar that is itself sender or receiver owes its
    /// one confirmation as registrar, and has no vote as a party.
    function notOwed(Leg[] calldata legs) internal pure returns (uint256 flags) {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            uint256 bits;
            if (leg.registrar == address(0)) bits |= LegFlags.REGISTRAR;
            else if (leg.registrar == leg.sender) bits |= LegFlags.SENDER | LegFlags.CANCEL_SENDER;
            else if (leg.registrar == leg.receiver) bits |= LegFlags.RECEIVER | LegFlags.CANCEL_RECEIVER;
            if (leg.txCoordinator == address(0)) bits |= LegFlags.COORDINATOR;
            flags |= bits.atLeg(i);
        }
    }

    /// @dev What the party still owes as sender and receiver of legs that move on the ledger.
    function asInvestor(Leg[] calldata legs, uint256 flags, address party)
        internal
        pure
        returns (uint256 owed)
    {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            if (leg.sender == party && !isOutside(leg)) owed |= LegFlags.SENDER.atLeg(i);
            if (leg.receiver == party && !isOutside(leg)) owed |= LegFlags.RECEIVER.atLeg(i);
        }
        owed &= ~flags;
    }

    /// @dev What the party still owes as registrar and coordinator.
    function asOfficer(Leg[] calldata legs, uint256 flags, address party)
        internal
        pure
        returns (uint256 owed)
    {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            if (leg.registrar == party) owed |= LegFlags.REGISTRAR.atLeg(i);
            if (leg.txCoordinator == party) owed |= LegFlags.COORDINATOR.atLeg(i);
        }
        owed &= ~flags;
    }

    /// @dev The party's votes for cancelling, on every leg that it sends or receives.
    function votes(Leg[] calldata legs, address party) internal pure returns (uint256 bits) {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            if (leg.sender == party) bits |= LegFlags.CANCEL_SENDER.atLeg(i);
            if (leg.receiver == party) bits |= LegFlags.CANCEL_RECEIVER.atLeg(i);
        }
    }

    function isRegistrar(Leg[] calldata legs, address party) internal pure returns (bool) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].registrar == party) return true;
        }
        return false;
    }

    function isParticipant(Leg[] calldata legs, address party) internal pure returns (bool) {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            if (
                leg.sender == party || leg.receiver == party || leg.registrar == party
                    || leg.txCoordinator == party
            ) return true;
        }
        return false;
    }

    /// @dev What each leg has come to. What nobody owes does not count as a beginning.
    function states(Leg[] calldata legs, uint256 flags)
        internal
        pure
        returns (DeliveryLegState[] memory result)
    {
        uint256 given = flags & ~notOwed(legs);
        result = new DeliveryLegState[](legs.length);
        for (uint256 i; i < legs.length; ++i) {
            uint256 bits = flags.ofLeg(i);
            if (bits.hasAny(LegFlags.DELIVERED)) {
                result[i] = DeliveryLegState.DELIVERED;
            } else if (bits.hasAll(LegFlags.CONFIRMED)) {
                result[i] = DeliveryLegState.CONFIRMED;
            } else if (given.ofLeg(i).hasAny(LegFlags.CONFIRMED)) {
                result[i] = DeliveryLegState.PARTIALY_CONFIRMED;
            } else {
                result[i] = DeliveryLegState.CREATED;
            }
        }
    }

    /// @dev The caller, and every sender and receiver, for asking the platform about all of them at once.
    function parties(Leg[] calldata legs, address caller) internal pure returns (address[] memory tenants) {
        tenants = new address[](legs.length * 2 + 1);
        tenants[0] = caller;
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            tenants[2 * i + 1] = leg.sender;
            tenants[2 * i + 2] = leg.receiver;
        }
    }
}
