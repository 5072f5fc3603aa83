// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { LegRules } from "./LegRules.sol";

/// @title The rules of deliveries once more, without their code: who gives what when, who may cancel, and what then
/// happens to all legs at once.
abstract contract DeliveryRules is LegRules {
    // One byte for each leg, the first leg lowest, as the interface says of `legFlags`.
    uint256 internal constant SENT = 1;
    uint256 internal constant RECEIVED = 2;
    uint256 internal constant REGISTERED = 4;
    uint256 internal constant COORDINATED = 8;
    uint256 internal constant SENDER_CANCELS = 16;
    uint256 internal constant RECEIVER_CANCELS = 32;
    uint256 internal constant REPORTED = 64;
    uint256 internal constant DELIVERED = 128;
    uint256 internal constant PARTIES = SENT | RECEIVED;
    uint256 internal constant EVERYBODY = PARTIES | REGISTERED | COORDINATED;

    mapping(DeliveryId => bool) private isKnown;

    function ruleCreate(DeliveryId id, address by, Leg[] calldata legs, uint64 valueDate) external {
        demand(!isKnown[id], IDeliveryManager.DeliveryAlreadyExists.selector);
        demand(isParty(legs, by), IDeliveryManager.DeliveryNotParticipant.selector);
        _demandArbiter(legs);
        demandActive(by);
        isKnown[id] = true;
        uint256 g = ghosts.length;
        Ghost storage ghost = ghosts.push();
        (ghost.id, ghost.creator, ghost.valueDate, ghost.legs) = (id, by, valueDate, abi.encode(legs));
        ghost.expiresAt = uint64(valueDate > 0 ? valueDate : block.timestamp) + 90 days;
        uint256[] memory confirmations = new uint256[](legs.length);
        for (uint256 i; i < legs.length; ++i) {
            uint256 nobodys = _nobodys(legs[i]);
            confirmations[i] = duties(legs[i], by) & PARTIES & ~nobodys;
            ghost.flags |= (nobodys | confirmations[i]) << (8 * i);
            if (isDigital(legs[i]) && confirmations[i] == 0) demandMovement(legs[i]);
            if (legs[i].legType == LegType.TRADITIONAL) demandAgent(legs[i]);
        }
        for (uint256 i; i < legs.length; ++i) {
            if (confirmations[i] & SENT != 0) giveAsSender(g, i, legs[i], legs[i].senderData);
            else if (confirmations[i] != 0) giveAsReceiver(g, i, legs[i], legs[i].receiverData);
        }
    }

    /// @dev A payment against anything on the ledger needs a registrar that is not a party.
    function _demandArbiter(Leg[] calldata legs) private view {
        (bool hasArbiter, bool hasAsset, bool hasPayment) = (false, false, false);
        for (uint256 i; i < legs.length; ++i) {
            if (isArbiter(legs, legs[i].registrar)) hasArbiter = true;
            if (isOffLedger(legs[i])) hasPayment = true;
            else hasAsset = true;
        }
        demand(hasArbiter || !hasAsset || !hasPayment, IDeliveryManager.DeliveryWithoutArbiter.selector);
    }

    function ruleConfirm(uint256 g, address by, uint256 roles, bytes[] calldata data) external {
        Leg[] memory legs = _open(g);
        uint256 confirmations = owedNow(g, by, roles * _ones(legs.length), legs);
        _give(g, legs, confirmations, data);
    }

    function ruleConfirmLeg(uint256 g, address by, uint256 i, bytes[] calldata data) external {
        Leg[] memory legs = _open(g);
        demand(!isHtlc(legs[i]), IDeliveryManager.LegIsHtlc.selector);
        bool isAgent = !isOffLedger(legs[i]) || legs[i].registrar == by;
        demand(isAgent, IDeliveryManager.LegIsExternal.selector);
        uint256 confirmations = owedNow(g, by, (PARTIES | REGISTERED) << (8 * i), legs);
        _give(g, legs, confirmations, data);
    }

    function ruleReport(uint256 g, address by, uint256 i) external {
        Leg[] memory legs = _open(g);
        demand(isOffLedger(legs[i]), IDeliveryManager.LegNotExternal.selector);
        _demandPayable(g, by, i, legs);
        ghosts[g].flags |= (SENT | REPORTED) << (8 * i);
    }

    function ruleConfirmExternal(uint256 g, address by, uint256 i) external {
        Leg[] memory legs = _open(g);
        demand(isOffLedger(legs[i]), IDeliveryManager.LegNotExternal.selector);
        demand(legs[i].receiver == by, IDeliveryManager.LegNotParty.selector);
        demand(bitsOf(g, i) & REPORTED != 0, IDeliveryManager.LegNotReported.selector);
        demand(bitsOf(g, i) & RECEIVED == 0, IDeliveryManager.LegAlreadyConfirmed.selector);
        _give(g, legs, RECEIVED << (8 * i), new bytes[](legs.length));
    }

    function ruleLock(uint256 g, address by, uint256 i, bytes32 hash, uint64 deadline) external {
        Leg[] memory legs = _open(g);
        demand(isHtlc(legs[i]), IDeliveryManager.LegNotHtlc.selector);
        _demandPayable(g, by, i, legs);
        demand(deadline > ghosts[g].valueDate, ILockingLegManager.LockDeadlineInvalid.selector);
        ghosts[g].flags |= (SENT | REPORTED) << (8 * i);
        lockLeg(g, i, legs[i], hash, deadline);
    }

    function ruleUnlock(uint256 g, address by, uint256 i, bytes calldata key) external {
        Leg[] memory legs = _open(g);
        demand(isHtlc(legs[i]), IDeliveryManager.LegNotHtlc.selector);
        demand(legs[i].receiver == by, IDeliveryManager.LegNotParty.selector);
        _demandUnlockable(g, i, legs);
        unlockLeg(g, i, key);
        _give(g, legs, RECEIVED << (8 * i), new bytes[](legs.length));
    }

    /// @dev By anybody who has the key, at the manager of locks.
    function ruleDeliver(uint256 g, uint256 i, bytes calldata key) external {
        unlockLeg(g, i, key);
        Leg[] memory legs = _open(g);
        _demandUnlockable(g, i, legs);
        _give(g, legs, RECEIVED << (8 * i), new bytes[](legs.length));
    }

    function ruleName(uint256 g, address by, uint256 i, bytes calldata data) external {
        Leg[] memory legs = _open(g);
        demand(!isOffLedger(legs[i]), IDeliveryManager.LegIsExternal.selector);
        demand(legs[i].receiver == by, IDeliveryManager.LegNotParty.selector);
        demand(bitsOf(g, i) & RECEIVED == 0, IDeliveryManager.LegAlreadyConfirmed.selector);
        name(g, i, legs[i], data);
    }

    function ruleCancel(uint256 g, address by) external {
        Leg[] memory legs = _open(g);
        (bool refuses, uint256 votes) = _say(legs, by);
        if (!refuses && votes == 0) {
            demand(isParty(legs, by), IDeliveryManager.DeliveryNotParticipant.selector);
            refuse(IDeliveryManager.DeliveryWithoutVote.selector);
        }
        bool isFree = !isLocked(g, legs) || _owesAsRegistrar(g, legs, by);
        demand(isFree, IDeliveryManager.DeliveryLocked.selector);
        Ghost storage ghost = ghosts[g];
        bool isBinding = isMatched(ghost.flags, legs) && block.timestamp < ghost.expiresAt;
        if (!refuses && (isBinding || isPaid(g, legs))) {
            bool isNew = ghost.flags & votes != votes;
            demand(isNew, IDeliveryManager.DeliveryCancelAlreadyRequested.selector);
            ghost.flags |= votes;
            uint256 all = (SENDER_CANCELS | RECEIVER_CANCELS) * _ones(legs.length);
            if (ghost.flags & all != all) return;
        }
        _cancel(g, legs);
    }

    function ruleUnlockAndCancel(uint256 g, address by) external {
        Leg[] memory legs = _open(g);
        demand(isParty(legs, by), IDeliveryManager.DeliveryNotParticipant.selector);
        demand(isLocked(g, legs), IDeliveryManager.DeliveryNotLocked.selector);
        bool isExpired = block.timestamp >= lastDeadline(g, legs);
        demand(isExpired, ILockingLegManager.LockNotExpired.selector);
        if (!isPaid(g, legs)) return _cancel(g, legs);
        for (uint256 i; i < legs.length; ++i) {
            if (!isHtlc(legs[i])) continue;
            ghosts[g].flags &= ~((SENT | REPORTED | RECEIVED) << (8 * i));
            releaseLeg(g, i, legs[i]);
        }
    }

    function ruleCancelExpired(uint256 g, address by) external {
        demand(by == operator, IPrivilegeManager.PrivilegeNotHeld.selector);
        Leg[] memory legs = _open(g);
        demand(block.timestamp >= ghosts[g].expiresAt, IDeliveryManager.DeliveryNotExpired.selector);
        demand(!isLocked(g, legs), IDeliveryManager.DeliveryLocked.selector);
        demand(isPaid(g, legs), IDeliveryManager.DeliveryNotPaid.selector);
        for (uint256 i; i < legs.length; ++i) {
            bool isGone = !isArbiter(legs, legs[i].registrar) || blacklisted[legs[i].registrar];
            demand(isGone, IDeliveryManager.DeliveryRegistrarInGoodStanding.selector);
        }
        _cancel(g, legs);
    }

    function bitsOf(uint256 g, uint256 i) internal view returns (uint256) {
        return (ghosts[g].flags >> (8 * i)) & 0xff;
    }

    function legsOf(uint256 g) public view returns (Leg[] memory) {
        return abi.decode(ghosts[g].legs, (Leg[]));
    }

    function isParty(Leg[] memory legs, address by) internal pure returns (bool found) {
        for (uint256 i; i < legs.length; ++i) {
            Leg memory leg = legs[i];
            if (by == leg.sender || by == leg.receiver) found = true;
            if (by == leg.registrar || by == leg.txCoordinator) found = true;
        }
    }

    /// @dev A registrar that is not an investor of the delivery.
    function isArbiter(Leg[] memory legs, address registrar) internal pure returns (bool) {
        (, uint256 votes) = _say(legs, registrar);
        return registrar != address(0) && votes == 0;
    }

    /// @dev Whether anybody has reported a payment, which the ledger cannot give back.
    function isPaid(uint256 g, Leg[] memory legs) internal view returns (bool found) {
        for (uint256 i; i < legs.length; ++i) {
            if (isOffLedger(legs[i]) && bitsOf(g, i) & REPORTED != 0) found = true;
        }
    }

    /// @dev What a party confirms on a leg, outstanding or not; payments and locks have calls of their own.
    function duties(Leg memory leg, address by) internal pure returns (uint256 bits) {
        if (isConfirmed(leg) && leg.sender == by) bits |= SENT;
        if (isConfirmed(leg) && leg.receiver == by) bits |= RECEIVED;
        if (leg.registrar == by) bits |= REGISTERED;
        if (leg.txCoordinator == by) bits |= COORDINATED;
    }

    /// @dev Investors give at once; registrars and coordinators once no investor owes anything but an unlocking.
    function owedNow(uint256 g, address by, uint256 mask, Leg[] memory legs) internal view returns (uint256) {
        uint256 owed;
        for (uint256 i; i < legs.length; ++i) {
            owed |= duties(legs[i], by) << (8 * i);
        }
        owed &= mask & ~ghosts[g].flags;
        uint256 asInvestor = owed & (PARTIES * _ones(legs.length));
        if (owed != asInvestor && isMatched(ghosts[g].flags | asInvestor, legs)) return owed;
        if (asInvestor != 0) return asInvestor;
        demand(owed == 0, IDeliveryManager.DeliveryInvestorsFirst.selector);
        demand(isParty(legs, by), IDeliveryManager.DeliveryNotParticipant.selector);
        demand(false, IDeliveryManager.DeliveryNothingToConfirm.selector);
        return 0;
    }

    function isMatched(uint256 flags, Leg[] memory legs) internal pure returns (bool) {
        return _hasAll(flags, PARTIES, legs);
    }

    function isLocked(uint256 g, Leg[] memory legs) internal view returns (bool) {
        return lastDeadline(g, legs) > 0;
    }

    /// @dev 0 where nothing is locked.
    function lastDeadline(uint256 g, Leg[] memory legs) internal view returns (uint64 last) {
        for (uint256 i; i < legs.length; ++i) {
            Side storage side = sides[g][i];
            if (isHtlc(legs[i]) && side.isHeld && side.deadline > last) last = side.deadline;
        }
    }

    function _open(uint256 g) private view returns (Leg[] memory) {
        demand(ghosts[g].state == State.OPEN, IDeliveryManager.DeliveryNotPending.selector);
        return legsOf(g);
    }

    function _demandActive(Leg[] memory legs) private view {
        for (uint256 i; i < legs.length; ++i) {
            demandActive(legs[i].sender);
            demandActive(legs[i].receiver);
            demandActive(legs[i].txCoordinator);
        }
    }

    function _give(uint256 g, Leg[] memory legs, uint256 confirmations, bytes[] memory data) private {
        Ghost storage ghost = ghosts[g];
        ghost.flags |= confirmations;
        bool settles = ghost.flags & (EVERYBODY * _ones(legs.length)) == EVERYBODY * _ones(legs.length);
        bool isTime = !settles || block.timestamp >= ghost.valueDate;
        demand(isTime, IDeliveryManager.DeliveryBeforeValueDate.selector);
        for (uint256 i; i < legs.length; ++i) {
            uint256 bits = (confirmations >> (8 * i)) & 0xff;
            if (isConfirmed(legs[i]) && bits & SENT != 0) giveAsSender(g, i, legs[i], data[i]);
            else if (isConfirmed(legs[i]) && bits & RECEIVED != 0) giveAsReceiver(g, i, legs[i], data[i]);
            if (isOffLedger(legs[i]) && bits & REGISTERED != 0) demandAgent(legs[i]);
        }
        if (settles) _settle(g, legs);
    }

    function _settle(uint256 g, Leg[] memory legs) private {
        beginSettling();
        _demandActive(legs);
        for (uint256 i; i < legs.length; ++i) {
            demandActive(legs[i].registrar);
        }
        for (uint256 i; i < legs.length; ++i) {
            settleLeg(g, i, legs[i]);
        }
        ghosts[g].flags |= DELIVERED * _ones(legs.length);
        _close(g, State.SETTLED);
        endSettling();
    }

    function _cancel(uint256 g, Leg[] memory legs) private {
        for (uint256 i; i < legs.length; ++i) {
            releaseLeg(g, i, legs[i]);
        }
        _close(g, State.CANCELED);
    }

    function _close(uint256 g, State state) private {
        ghosts[g].state = state;
        ++ghosts[g].numClosings;
    }

    /// @dev Nobody pays before everything else is set aside.
    function _demandPayable(uint256 g, address by, uint256 i, Leg[] memory legs) private view {
        demand(legs[i].sender == by, IDeliveryManager.LegNotParty.selector);
        demand(bitsOf(g, i) & SENT == 0, IDeliveryManager.LegAlreadyConfirmed.selector);
        for (uint256 j; j < legs.length; ++j) {
            bool isGiven = !isConfirmed(legs[j]) || bitsOf(g, j) & SENT != 0;
            demand(isGiven, IDeliveryManager.LegNotEarmarked.selector);
        }
    }

    function _demandUnlockable(uint256 g, uint256 i, Leg[] memory legs) private view {
        demand(bitsOf(g, i) & REPORTED != 0, IDeliveryManager.LegNotLocked.selector);
        demand(bitsOf(g, i) & RECEIVED == 0, IDeliveryManager.LegAlreadyConfirmed.selector);
        bool isLast = _hasAll(ghosts[g].flags, EVERYBODY, legs);
        demand(isLast, IDeliveryManager.DeliveryUnlockedLast.selector);
        bool isTime = block.timestamp >= ghosts[g].valueDate;
        demand(isTime, IDeliveryManager.DeliveryBeforeValueDate.selector);
    }

    function _owesAsRegistrar(uint256 g, Leg[] memory legs, address by) private view returns (bool found) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].registrar == by && bitsOf(g, i) & REGISTERED == 0) found = true;
        }
    }

    function _say(Leg[] memory legs, address by) private pure returns (bool refuses, uint256 votes) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].registrar == by) refuses = true;
            if (legs[i].sender == by) votes |= SENDER_CANCELS << (8 * i);
            if (legs[i].receiver == by) votes |= RECEIVER_CANCELS << (8 * i);
        }
    }

    /// @dev Without unlockings, which come last.
    function _hasAll(uint256 flags, uint256 bits, Leg[] memory legs) private pure returns (bool) {
        for (uint256 i; i < legs.length; ++i) {
            uint256 required = isHtlc(legs[i]) ? bits & ~RECEIVED : bits;
            if ((flags >> (8 * i)) & required != required) return false;
        }
        return true;
    }

    function _nobodys(Leg memory leg) private pure returns (uint256 bits) {
        if (leg.registrar == address(0)) bits |= REGISTERED;
        if (isIssue(leg)) bits |= SENT | SENDER_CANCELS;
        if (isTermination(leg)) bits |= RECEIVED | RECEIVER_CANCELS;
        if (leg.txCoordinator == address(0)) bits |= COORDINATED;
    }

    function _ones(uint256 count) private pure returns (uint256 word) {
        for (uint256 i; i < count; ++i) {
            word |= 1 << (8 * i);
        }
    }
}
