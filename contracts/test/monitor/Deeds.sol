// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegRole, LegType } from "../../src/types/Leg.sol";
import { Action } from "./Alarms.sol";
import { Deals } from "./Deals.sol";
import { Case, Course } from "./Photos.sol";

/// @title Confirms, pays, locks, unlocks, votes, refuses and cancels: mostly what is due, by whom it is due, and now
/// and then anything by anybody.
abstract contract Deeds is Deals {
    /// @dev What some delivery waits for; without an open one, a new delivery.
    function advance(Course memory course) internal returns (bool) {
        (bool found, uint256 c) = someOpen(course);
        if (!found) return createDelivery(course);
        Case memory one_ = course.cases[c];
        uint256 flags = course.last.flags[c];
        uint256 start = roll(course, one_.legs.length);
        for (uint256 j; j < one_.legs.length; ++j) {
            uint256 i = (start + j) % one_.legs.length;
            uint256 bits = bitsOf(flags, i);
            Leg memory leg = one_.legs[i];
            if (isOffLedger(leg) || leg.legType == LegType.HTLC) continue;
            if (bits & BY_SENDER == 0) return _confirm(course, c, i, leg.sender, LegRole.SENDER);
            if (bits & BY_RECEIVER == 0) return _confirm(course, c, i, leg.receiver, LegRole.RECEIVER);
        }
        for (uint256 i; i < one_.legs.length; ++i) {
            uint256 bits = bitsOf(flags, i);
            bool isLock = one_.legs[i].legType == LegType.HTLC;
            if (!isLock && !isOffLedger(one_.legs[i])) continue;
            if (bits & BY_SENDER == 0) return isLock ? _lock(course, c, i) : _report(course, c, i);
            if (!isLock && bits & BY_RECEIVER == 0) return _collect(course, c, i);
        }
        for (uint256 i; i < one_.legs.length; ++i) {
            uint256 bits = bitsOf(flags, i);
            if (bits & 0x08 == 0) return _coordinate(course, c, one_.legs[i].txCoordinator);
            if (bits & 0x04 == 0) return _confirm(course, c, i, one_.legs[i].registrar, LegRole.REGISTRAR);
        }
        for (uint256 i; i < one_.legs.length; ++i) {
            if (bitsOf(flags, i) & BY_RECEIVER == 0) return _unlock(course, c, i);
        }
        // Complete, and still open: only a lock that was freed leaves it so.
        return cancelSome(course);
    }

    function someOpen(Course memory course) internal pure returns (bool, uint256) {
        if (course.numCases == 0) return (false, 0);
        uint256 start = roll(course, course.numCases);
        for (uint256 j; j < course.numCases; ++j) {
            uint256 c = (start + j) % course.numCases;
            if (!course.cases[c].isOver) return (true, c);
        }
        return (false, 0);
    }

    function numOpen(Course memory course) internal pure returns (uint256 count) {
        for (uint256 c; c < course.numCases; ++c) {
            if (!course.cases[c].isOver) ++count;
        }
    }

    function _confirm(Course memory course, uint256 c, uint256 i, address right, LegRole role)
        private
        returns (bool)
    {
        Case memory one_ = course.cases[c];
        address by = mostly(course, right);
        bytes[] memory data = new bytes[](one_.legs.length);
        if (role != LegRole.REGISTRAR && roll(course, 12) > 0) {
            data = dataOf(course, by, one_.legs);
            if (roll(course, 12) > 0) _leaveOutGiven(course, c, data, by);
        }
        uint256 form = roll(course, 8);
        bytes memory call_ = abi.encodeCall(deliveries.confirmDelivery, (one_.id, one_.legs, data));
        if (form == 0) {
            call_ = abi.encodeCall(deliveries.confirmLegDelivery, (one_.id, one_.legs, i, data[i]));
        } else if (form == 1 && role == LegRole.SENDER) {
            call_ = abi.encodeCall(deliveries.confirmAsSender, (one_.id, one_.legs, data));
        } else if (form == 1 && role == LegRole.RECEIVER) {
            call_ = abi.encodeCall(deliveries.confirmAsReceiver, (one_.id, one_.legs, data));
        }
        return act(course, about(by, address(deliveries), c, _lengths(data)), call_);
    }

    /// @dev Data of a side that is confirmed already is refused.
    function _leaveOutGiven(Course memory course, uint256 c, bytes[] memory data, address by) private pure {
        for (uint256 i; i < data.length; ++i) {
            bool isSender = course.cases[c].legs[i].sender == by;
            uint256 own = isSender ? BY_SENDER : BY_RECEIVER;
            if (bitsOf(course.last.flags[c], i) & own != 0) data[i] = "";
        }
    }

    function _lengths(bytes[] memory data) private pure returns (uint256 named) {
        for (uint256 i; i < data.length; ++i) {
            if (data[i].length > 0) named |= 1 << i;
        }
    }

    /// @dev A call to the delivery manager about one leg, without account data.
    function _do(Course memory course, uint256 c, address right, bytes memory call_) private returns (bool) {
        return act(course, about(mostly(course, right), address(deliveries), c, 0), call_);
    }

    function _coordinate(Course memory course, uint256 c, address right) private returns (bool) {
        Case memory one_ = course.cases[c];
        return _do(course, c, right, abi.encodeCall(deliveries.confirmAsCoordinator, (one_.id, one_.legs)));
    }

    function _report(Course memory course, uint256 c, uint256 i) private returns (bool) {
        Case memory one_ = course.cases[c];
        bytes memory call_ = abi.encodeCall(deliveries.reportExternalDelivery, (one_.id, one_.legs, i));
        return _do(course, c, one_.legs[i].sender, call_);
    }

    function _collect(Course memory course, uint256 c, uint256 i) private returns (bool) {
        Case memory one_ = course.cases[c];
        bytes memory call_ = abi.encodeCall(deliveries.confirmExternalDelivery, (one_.id, one_.legs, i));
        return _do(course, c, one_.legs[i].receiver, call_);
    }

    /// @dev Later legs get earlier deadlines, as parties that lock against each other need.
    function _lock(Course memory course, uint256 c, uint256 i) private returns (bool) {
        Case memory one_ = course.cases[c];
        bytes32 hash = sha256(_key(one_.id, roll(course, 12) == 0 ? 0 : i));
        uint64 deadline = uint64(block.timestamp + 40 hours - i * 3 hours + roll(course, 90 minutes));
        if (roll(course, 10) == 0) deadline = uint64(block.timestamp + roll(course, 3 hours));
        bytes memory call_ =
            abi.encodeCall(deliveries.confirmAndLockLeg, (one_.id, one_.legs, i, "", hash, deadline));
        return _do(course, c, one_.legs[i].sender, call_);
    }

    function _unlock(Course memory course, uint256 c, uint256 i) private returns (bool) {
        Case memory one_ = course.cases[c];
        uint64 deadline = htlcLegs.locks(deliveries.legReference(one_.id, i)).deadline;
        if (block.timestamp >= deadline && roll(course, 8) > 0) {
            bytes memory expire = abi.encodeCall(deliveries.unlockAndCancel, (one_.id, one_.legs, REASON));
            return _do(course, c, one_.legs[i].sender, expire);
        }
        bytes memory key = _key(one_.id, roll(course, 12) == 0 ? i + 1 : i);
        if (roll(course, 3) == 0) {
            bytes memory deliver = abi.encodeCall(htlcLegs.deliver, (one_.id, one_.legs, i, key));
            address anybody = actors[roll(course, actors.length)];
            return act(course, about(anybody, address(htlcLegs), c, 0), deliver);
        }
        bytes memory call_ = abi.encodeCall(deliveries.unlockAndDeliverLeg, (one_.id, one_.legs, i, key));
        return _do(course, c, one_.legs[i].receiver, call_);
    }

    function _key(DeliveryId id, uint256 i) private pure returns (bytes memory) {
        return abi.encode(keccak256(abi.encode(id, i)));
    }

    function cancelSome(Course memory course) internal returns (bool) {
        (bool found, uint256 c) = someOpen(course);
        if (!found) return false;
        Case memory one_ = course.cases[c];
        Leg memory leg = one_.legs[roll(course, one_.legs.length)];
        address[4] memory parties = [leg.sender, leg.receiver, leg.sender, leg.registrar];
        bytes memory call_ = abi.encodeCall(deliveries.cancelDelivery, (one_.id, one_.legs, REASON));
        if (roll(course, 3) == 0) {
            call_ = abi.encodeCall(deliveries.unlockAndCancel, (one_.id, one_.legs, REASON));
        } else if (roll(course, 4) == 0) {
            call_ = abi.encodeCall(deliveries.cancelExpired, (one_.id, one_.legs, REASON));
            return _do(course, c, operator, call_);
        }
        return _do(course, c, parties[roll(course, 4)], call_);
    }

    /// @dev Wrong calls, of open deliveries and of those that are over: by anybody, and by those who may do something
    /// else.
    function intrude(Course memory course) internal returns (bool) {
        if (course.numCases == 0) return false;
        uint256 c = roll(course, course.numCases);
        Case memory one_ = course.cases[c];
        uint256 i = roll(course, one_.legs.length);
        address by = actors[roll(course, actors.length)];
        uint256 what = roll(course, 9);
        if (what == 0) return _nameAccount(course, c, i);
        if (what == 8) {
            bytes memory release = abi.encodeCall(deliveries.releaseLeg, (one_.id, one_.legs, i));
            return act(course, about(by, address(deliveries), c, 0), release);
        }
        if (what == 1) {
            bytes memory notify = abi.encodeCall(deliveries.notifyLegDelivery, (one_.id, one_.legs, i));
            return act(course, about(by, address(deliveries), c, 0), notify);
        }
        if (what < 4) return _callRegistry(course, by, one_, i);
        if (what < 6) return _callEscrow(course, by, c, i);
        if (what == 6) return _confirm(course, c, i, by, LegRole.NONE);
        return _changeLegs(course, by, c, i);
    }

    function _nameAccount(Course memory course, uint256 c, uint256 i) private returns (bool) {
        Case memory one_ = course.cases[c];
        if (!isDigital(one_.legs[i])) return false;
        bytes memory data = accountData(course, one_.legs[i], false);
        bytes memory call_ = abi.encodeCall(deliveries.setReceiverAccount, (one_.id, one_.legs, i, data));
        address by = mostly(course, one_.legs[i].receiver);
        return act(course, about(by, address(deliveries), c, 1 << i), call_);
    }

    /// @dev As another protocol would, without its right, or about what it has not earmarked.
    function _callRegistry(Course memory course, address by, Case memory one_, uint256 i)
        private
        returns (bool)
    {
        if (!isDigital(one_.legs[i])) return false;
        IRegistry.Movement memory movement = movementOf(one_, i);
        IRegistry manager = IRegistry(one_.legs[i].assetManager);
        uint256 what = roll(course, 3);
        bytes memory call_ = abi.encodeCall(manager.unearmark, (movement));
        if (what == 0) call_ = abi.encodeCall(manager.transferAndUnearmark, (movement));
        if (what == 1) {
            bytes memory data = accountData(course, one_.legs[i], true);
            call_ = abi.encodeCall(manager.earmark, (movement, data));
        }
        return act(course, direct(by, address(manager)), call_);
    }

    function _callEscrow(Course memory course, address by, uint256 c, uint256 i) private returns (bool) {
        Case memory one_ = course.cases[c];
        if (!isToken(one_.legs[i])) return false;
        IEscrowLegManager manager = escrowOf(one_.legs[i]);
        bytes32 legRef = deliveries.legReference(one_.id, i);
        uint256 what = roll(course, 5);
        bytes memory call_ = abi.encodeCall(manager.reclaim, (legRef, one_.legs[i]));
        if (what == 0) call_ = abi.encodeCall(manager.settle, (legRef, one_.legs[i]));
        if (what == 1) call_ = abi.encodeCall(manager.release, (legRef, one_.legs[i]));
        if (what == 2) call_ = abi.encodeCall(manager.giveBack, (one_.legs[i]));
        return act(course, direct(by, address(manager)), call_);
    }

    /// @dev Other legs than those that were created.
    function _changeLegs(Course memory course, address by, uint256 c, uint256 i) private returns (bool) {
        Case memory one_ = course.cases[c];
        (uint256 quantity, address receiver) = (one_.legs[i].quantity, one_.legs[i].receiver);
        if (roll(course, 2) == 0) one_.legs[i].quantity = quantity + 1;
        else one_.legs[i].receiver = by;
        bytes[] memory data = new bytes[](one_.legs.length);
        bytes memory call_ = abi.encodeCall(deliveries.confirmDelivery, (one_.id, one_.legs, data));
        if (roll(course, 2) == 0) {
            call_ = abi.encodeCall(deliveries.cancelDelivery, (one_.id, one_.legs, REASON));
        }
        (one_.legs[i].quantity, one_.legs[i].receiver) = (quantity, receiver);
        return act(course, about(by, address(deliveries), c, 0), call_);
    }
}
