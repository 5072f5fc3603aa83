// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryLegState } from "../types/Delivery.sol";
import { Leg, LegType } from "../types/Leg.sol";
import { LegFlags } from "./LegFlags.sol";
import { LegTypes } from "./LegTypes.sol";

/// @title The duties of the parties on the legs of a delivery, as bits of LegFlags.
library LegDuties {
    using LegFlags for uint256;
    using LegTypes for LegType;

    /// @dev The flags of a new delivery, in one pass: the bits that nobody owes, and the creator's confirmations as
    /// investor.
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

    /// @dev The bits that nobody owes. They count as confirmed from the start.
    function notOwed(Leg[] calldata legs) internal pure returns (uint256 flags) {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            flags |= _notOwed(leg, leg.sender, leg.receiver).atLeg(i);
        }
    }

    /// @dev All the confirmations of a party, outstanding or not. Without payments and locks, which have their own
    /// calls.
    function dutiesOf(Leg[] calldata legs, address party) internal pure returns (uint256 duties) {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            uint256 bits = _asInvestor(leg, leg.sender, leg.receiver, party);
            if (leg.registrar == party) bits |= LegFlags.REGISTRAR;
            if (leg.txCoordinator == party) bits |= LegFlags.COORDINATOR;
            duties |= bits.atLeg(i);
        }
    }

    /// @dev Whether investors owe nothing but unlockings, which come last.
    function isMatched(Leg[] calldata legs, uint256 flags) internal pure returns (bool) {
        uint256 missing = LegFlags.INVESTORS.atEach(legs.length) & ~flags;
        return missing == 0 || unlockings(legs).hasAll(missing);
    }

    /// @dev Whether only unlockings are missing.
    function isUnlockable(Leg[] calldata legs, uint256 flags) internal pure returns (bool) {
        return (flags | unlockings(legs)).hasAll(LegFlags.CONFIRMED.atEach(legs.length));
    }

    /// @dev The bits SENDER and REPORTED of locked HTLC legs; 0 if none is locked.
    function locks(Leg[] calldata legs, uint256 flags) internal pure returns (uint256 bits) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType.isHtlc()) bits |= (LegFlags.SENDER | LegFlags.REPORTED).atLeg(i);
        }
        return bits & flags;
    }

    /// @dev Whether a delivery outside the ledger, such as a payment, was reported.
    function isPaid(Leg[] calldata legs, uint256 flags) internal pure returns (bool) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType.isOffLedger() && flags.ofLeg(i).hasAny(LegFlags.REPORTED)) return true;
        }
        return false;
    }

    /// @dev The receivers' bits of HTLC legs.
    function unlockings(Leg[] calldata legs) internal pure returns (uint256 bits) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType.isHtlc()) bits |= LegFlags.RECEIVER.atLeg(i);
        }
    }

    /// @dev The party's votes to cancel, on every leg that it sends or receives.
    function votes(Leg[] calldata legs, address party) internal pure returns (uint256 bits) {
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            if (leg.sender == party) bits |= LegFlags.CANCEL_SENDER.atLeg(i);
            if (leg.receiver == party) bits |= LegFlags.CANCEL_RECEIVER.atLeg(i);
        }
    }

    /// @dev Whether the party still owes a confirmation as registrar.
    function owesAsRegistrar(Leg[] calldata legs, address party, uint256 flags) internal pure returns (bool) {
        uint256 duties = dutiesOf(legs, party) & LegFlags.REGISTRAR.atEach(legs.length);
        return !flags.hasAll(duties);
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

    /// @dev The state of each leg. Bits that nobody owes do not count as a partial confirmation.
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

    /// @dev All parties, for one call to the platform. Skips those of the previous leg: most deliveries go back and forth
    /// between the same two, at one registrar.
    function tenants(Leg[] calldata legs) internal pure returns (address[] memory parties) {
        parties = new address[](legs.length * 4);
        uint256 count;
        address lastSender;
        address lastReceiver;
        address lastRegistrar;
        for (uint256 i; i < legs.length; ++i) {
            Leg calldata leg = legs[i];
            (address sender, address receiver, address coordinator) =
                (leg.sender, leg.receiver, leg.txCoordinator);
            if (i == 0 || (sender != lastSender && sender != lastReceiver)) parties[count++] = sender;
            if (i == 0 || (receiver != lastSender && receiver != lastReceiver)) parties[count++] = receiver;
            if (coordinator != address(0)) parties[count++] = coordinator;
            (lastSender, lastReceiver) = (sender, receiver);
            address registrar = leg.registrar;
            if (registrar == address(0) || registrar == lastRegistrar) continue;
            (parties[count++], lastRegistrar) = (registrar, registrar);
        }
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            mstore(parties, count)
        }
    }

    /// @dev A registrar that is also sender or receiver confirms once, as registrar, and has no vote as a party.
    /// `sender` and `receiver` are passed to read them from calldata only once.
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
