// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { Case, Course, Photo, Photos } from "./Photos.sol";

/// @dev A call that the ledger accepted. `concerned`: the case that it was about, or NOTHING. `allowed`: the caller's
/// allowance of the owner that it names. `isForce`: with a reason, to move what is not the caller's. `named`: a bit for
/// each leg that it brought account data for.
struct Action {
    uint256 seed;
    uint256 step;
    address by;
    address target;
    bytes4 selector;
    uint256 concerned;
    uint256 allowed;
    bool isForce;
    uint256 named;
}

uint256 constant NOTHING = type(uint256).max;

/// @title What must be true of a delivery after a call, seen from the ledger before and after it: whose confirmations
/// appeared, what is final, and that all legs settle or none.
abstract contract Alarms is Photos {
    uint256 internal constant BY_SENDER = 0x01;
    uint256 internal constant BY_RECEIVER = 0x02;
    uint256 internal constant CONFIRMED = 0x0f;
    uint256 internal constant REPORTED = 0x40;
    uint256 internal constant DELIVERED = 0x80;

    /// @dev Which rule the ledger broke, and how to find the call: the course's seed and the step in it.
    error Alarm(string rule, uint256 seed, uint256 step, address by, address target, bytes4 selector);

    function ensure(bool isRight, Action memory action, string memory rule) internal pure {
        if (!isRight) {
            revert Alarm(rule, action.seed, action.step, action.by, action.target, action.selector);
        }
    }

    /// @dev A call changes the delivery that it is about, and no other.
    function watchDeliveries(Course memory course, Photo memory now_, Action memory action) internal view {
        Photo memory before = course.last;
        for (uint256 c; c < course.numCases; ++c) {
            if (course.cases[c].isOver) continue;
            bool isNew = c >= before.flags.length;
            uint256 flags = isNew ? 0 : before.flags[c];
            DeliveryState state = isNew ? DeliveryState.NONE : before.states[c];
            if (flags == now_.flags[c] && state == now_.states[c]) continue;
            ensure(c == action.concerned, action, "another delivery changed");
            _watchFlags(course.cases[c], flags, now_.flags[c], isNew, action);
            _watchState(course.cases[c], now_.flags[c], now_.states[c], action);
        }
    }

    function _watchFlags(Case memory one_, uint256 before, uint256 now_, bool isNew, Action memory action)
        private
        view
    {
        for (uint256 i; i < one_.legs.length; ++i) {
            Leg memory leg = one_.legs[i];
            uint256 appeared = bitsOf(now_ & ~before, i);
            if (isNew) appeared &= ~_nobodys(leg);
            _watchAppeared(leg, appeared, action);
            uint256 gone = bitsOf(before & ~now_, i);
            if (gone == 0) continue;
            // Only an expired lock takes confirmations back: its sender's, and every unlocking.
            bool isLock = leg.legType == LegType.HTLC && gone & ~(BY_SENDER | BY_RECEIVER | REPORTED) == 0;
            ensure(isLock && action.selector == deliveries.unlockAndCancel.selector, action, "taken back");
        }
    }

    function _watchAppeared(Leg memory leg, uint256 bits, Action memory action) private view {
        address by = action.by;
        if (bits & BY_SENDER != 0) ensure(by == leg.sender, action, "the sender's confirmation");
        if (bits & BY_RECEIVER != 0) {
            // Whoever has the key unlocks.
            bool hasKey = leg.legType == LegType.HTLC && action.target == address(htlcLegs)
                && action.selector == htlcLegs.deliver.selector;
            ensure(by == leg.receiver || hasKey, action, "the receiver's confirmation");
        }
        if (bits & 0x04 != 0) ensure(by == leg.registrar, action, "the registrar's confirmation");
        if (bits & 0x08 != 0) ensure(by == leg.txCoordinator, action, "the coordinator's confirmation");
        if (bits & 0x10 != 0) ensure(by == leg.sender, action, "the sender's vote");
        if (bits & 0x20 != 0) ensure(by == leg.receiver, action, "the receiver's vote");
        if (bits & REPORTED != 0) ensure(by == leg.sender, action, "the sender's report");
    }

    /// @dev The bits of a new leg that nobody owes: an absent registrar's or coordinator's, and those of a registrar as
    /// a party.
    function _nobodys(Leg memory leg) private pure returns (uint256 bits) {
        if (leg.registrar == address(0)) bits = 0x04;
        else if (isIssue(leg)) bits = 0x11;
        else if (isTermination(leg)) bits = 0x22;
        if (leg.txCoordinator == address(0)) bits |= 0x08;
    }

    function _watchState(Case memory one_, uint256 flags, DeliveryState state, Action memory action)
        private
        view
    {
        bool isSettled = state == DeliveryState.SETTLED;
        for (uint256 i; i < one_.legs.length; ++i) {
            uint256 bits = bitsOf(flags, i);
            ensure((bits & DELIVERED != 0) == isSettled, action, "delivered in part");
            ensure(!isSettled || bits & CONFIRMED == CONFIRMED, action, "settled without a confirmation");
            if (isSettled) _watchStanding(one_.legs[i], action);
        }
        bool isCanceled = state == DeliveryState.CANCELED;
        ensure(!isCanceled || _isParty(one_, action.by), action, "canceled by a stranger");
        ensure(!isSettled || block.timestamp >= one_.valueDate, action, "settled before its value date");
        ensure(
            isCanceled || isSettled || !_isComplete(flags, one_.legs.length),
            action,
            "complete, and not settled"
        );
    }

    /// @dev Who may end it: an investor or a registrar of any leg, or the operator.
    function _isParty(Case memory one_, address by) private view returns (bool) {
        for (uint256 i; i < one_.legs.length; ++i) {
            Leg memory leg = one_.legs[i];
            if (by == leg.sender || by == leg.receiver || by == leg.registrar) return true;
            if (by == leg.txCoordinator) return true;
        }
        return by == operator;
    }

    function _isComplete(uint256 flags, uint256 numLegs) private pure returns (bool) {
        for (uint256 i; i < numLegs; ++i) {
            if (bitsOf(flags, i) & CONFIRMED != CONFIRMED) return false;
        }
        return true;
    }

    /// @dev Nothing settles for, or at, a tenant that the platform does not admit.
    function _watchStanding(Leg memory leg, Action memory action) private view {
        address[4] memory parties = [leg.sender, leg.receiver, leg.registrar, leg.txCoordinator];
        for (uint256 i; i < 4; ++i) {
            if (parties[i] == address(0)) continue;
            bool isActive = platform.isTenant(parties[i]) && !platform.isBlacklisted(parties[i]);
            ensure(isActive, action, "settled for a tenant in bad standing");
        }
    }

    /// @dev What has ended stays as it was: one that ended before at each step, all of them at the end of the course.
    function watchFinal(Case memory one_, Action memory action) internal view {
        if (!one_.isOver) return;
        ensure(hashOf(one_.id) == one_.finalHash, action, "what was final changed");
        for (uint256 i; i < one_.legs.length; ++i) {
            if (!isDigital(one_.legs[i])) continue;
            (bool isEarmarked, bool isSet) =
                IRegistry(one_.legs[i].assetManager).preparedSides(address(deliveries), movementOf(one_, i));
            ensure(!isEarmarked && !isSet, action, "a hold of a delivery that is over");
        }
    }
}
