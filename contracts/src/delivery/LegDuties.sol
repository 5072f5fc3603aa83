// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryLegState } from "../types/Delivery.sol";
import { Leg, LegType } from "../types/Leg.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegTypes } from "./LegTypes.sol";

/// @title Who owes what on the legs of a delivery, as bits of LegFlags.
library LegDuties {
    using LegFlags for uint256;
    using LegTypes for LegType;

    /// @dev What a delivery starts with, in one pass: what nobody owes, and what its creator gives as an investor.
    function initialFlags(Leg[] calldata legs, address creator)
        internal
        pure
        returns (uint256 exempt, uint256 confirmations)
    {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            (address sender, address receiver) = (leg.sender, leg.receiver);
            uint256 bits = _notOwed(leg, sender, receiver);
            exempt |= bits.atLeg(i);
            confirmations |= (_asInvestor(leg, sender, receiver, creator) & ~bits).atLeg(i);
        }
    }

    /// @dev What nobody owes, which counts as confirmations from the start.
    function notOwed(Leg[] calldata legs) internal pure returns (uint256 flags) {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            flags |= _notOwed(leg, leg.sender, leg.receiver).atLeg(i);
        }
    }

    /// @dev What the party confirms, given or not. Payments and locks have calls of their own, and are left out.
    function dutiesOf(Leg[] calldata legs, address party) internal pure returns (uint256 duties) {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            uint256 bits = _asInvestor(leg, leg.sender, leg.receiver, party);
            if (leg.registrar == party) bits |= LegFlags.REGISTRAR;
            if (leg.txCoordinator == party) bits |= LegFlags.COORDINATOR;
            duties |= bits.atLeg(i);
        }
    }

    /// @dev Whether no investor owes anything any more but the unlocking, which comes last of all.
    function isMatched(Leg[] calldata legs, uint256 flags) internal pure returns (bool) {
        uint256 missing = LegFlags.INVESTORS.atEach(legs.length) & ~flags;
        return missing == 0 || unlockings(legs).hasAll(missing);
    }

    /// @dev Whether nothing is missing but unlockings.
    function isUnlockable(Leg[] calldata legs, uint256 flags) internal pure returns (bool) {
        return (flags | unlockings(legs)).hasAll(LegFlags.CONFIRMED.atEach(legs.length));
    }

    function isLocked(Leg[] calldata legs, uint256 flags) internal pure returns (bool) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType.isHtlc() && flags.ofLeg(i).hasAny(LegFlags.REPORTED)) return true;
        }
        return false;
    }

    /// @dev The receivers' bits of HTLC legs.
    function unlockings(Leg[] calldata legs) internal pure returns (uint256 bits) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType.isHtlc()) bits |= LegFlags.RECEIVER.atLeg(i);
        }
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
        if (party == address(0)) return false;
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
        uint256 confirmations = flags & ~notOwed(legs);
        result = new DeliveryLegState[](legs.length);
        for (uint256 i; i < legs.length; ++i) {
            uint256 bits = flags.ofLeg(i);
            if (bits.hasAny(LegFlags.DELIVERED)) {
                result[i] = DeliveryLegState.DELIVERED;
            } else if (bits.hasAll(LegFlags.CONFIRMED)) {
                result[i] = DeliveryLegState.CONFIRMED;
            } else if (confirmations.ofLeg(i).hasAny(LegFlags.CONFIRMED)) {
                result[i] = DeliveryLegState.PARTIALY_CONFIRMED;
            } else {
                result[i] = DeliveryLegState.CREATED;
            }
        }
    }

    /// @dev Senders, receivers and coordinators, for asking the platform about all of them at once. Who is named on
    /// the leg before is in the list already: most deliveries go there and back between the same two.
    function tenants(Leg[] calldata legs) internal pure returns (address[] memory parties) {
        parties = new address[](legs.length * 3);
        uint256 count;
        address lastSender;
        address lastReceiver;
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            (address sender, address receiver, address coordinator) =
                (leg.sender, leg.receiver, leg.txCoordinator);
            if (i == 0 || (sender != lastSender && sender != lastReceiver)) parties[count++] = sender;
            if (i == 0 || (receiver != lastSender && receiver != lastReceiver)) parties[count++] = receiver;
            if (coordinator != address(0)) parties[count++] = coordinator;
            (lastSender, lastReceiver) = (sender, receiver);
        }
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            mstore(parties, count)
        }
    }

    /// @dev A registrar that is itself sender or receiver owes its one confirmation as registrar, and has no vote as a
    /// party. The parties come beside it, read from calldata once.
    function _notOwed(Leg calldata leg, address sender, address receiver)
        private
        pure
        returns (uint256 bits)
    {
        address registrar = leg.registrar;
        if (registrar == address(0)) bits = LegFlags.REGISTRAR;
        else if (registrar == sender) bits = LegFlags.SENDER | LegFlags.CANCEL_SENDER;
        else if (registrar == receiver) bits = LegFlags.RECEIVER | LegFlags.CANCEL_RECEIVER;
        if (leg.txCoordinator == address(0)) bits |= LegFlags.COORDINATOR;
    }

    function _asInvestor(Leg calldata leg, address sender, address receiver, address party)
        private
        pure
        returns (uint256 bits)
    {
        if (sender == party) bits = LegFlags.SENDER;
        if (receiver == party) bits |= LegFlags.RECEIVER;
        if (bits != 0 && !leg.legType.isConfirmed()) bits = 0;
    }
}
