// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { Openings } from "./Openings.sol";

/// @title Confirms deliveries in every form, pays, locks, unlocks, votes, refuses and cancels them.
abstract contract Deliverers is Openings {
    /// @dev What a delivery is looked for that waits for it.
    enum Due {
        ANYTHING,
        CONFIRMATION,
        PAYMENT,
        RECEIPT,
        EXPIRY,
        REFUND
    }

    /// @dev Registrars that are gone for the length of one call.
    address[] private banished;

    function confirmSome(uint256 seed) external {
        throwDice(seed);
        _confirm();
    }

    /// @dev Where nothing waits for a confirmation, there is a new delivery.
    function _confirm() private {
        (bool found, uint256 g) = _pick(Due.CONFIRMATION);
        if (!found) return createNext();
        Leg[] memory legs = legsOf(g);
        (address owing, uint256 owes) = _owing(g, legs);
        address by = mostly(owing);
        uint256 form = roll(8);
        if (form > 1 && owes != SENT && owes != RECEIVED) form = 4;
        if (form == 2 || form == 3) form = owes == SENT ? 2 : 3;
        DeliveryId id = ghosts[g].id;
        if (form == 0) return _confirmLeg(g, id, legs, by);
        if (by == coordinator || (form == 1 && roll(4) == 0)) {
            bytes[] memory none = new bytes[](legs.length);
            bytes memory asCoordinator = abi.encodeCall(deliveries.confirmAsCoordinator, (id, legs));
            actOn(g, by, asCoordinator, abi.encodeCall(this.ruleConfirm, (g, by, COORDINATED, none)));
            return;
        }
        uint256 roles = form == 2 ? SENT : form == 3 ? RECEIVED : PARTIES | REGISTERED;
        bytes[] memory data = _dataOf(g, legs, by, roles);
        bytes memory call_ = abi.encodeCall(deliveries.confirmDelivery, (id, legs, data));
        if (form == 2) call_ = abi.encodeCall(deliveries.confirmAsSender, (id, legs, data));
        if (form == 3) call_ = abi.encodeCall(deliveries.confirmAsReceiver, (id, legs, data));
        actOn(g, by, call_, abi.encodeCall(this.ruleConfirm, (g, by, roles, data)));
    }

    function nameAccount(uint256 seed) external {
        throwDice(seed);
        (bool found, uint256 g) = _pick(Due.ANYTHING);
        if (!found) return;
        Leg[] memory legs = legsOf(g);
        uint256 i = roll(legs.length);
        address by = mostly(legs[i].receiver);
        bytes memory data = dataOf(legs[i], false);
        bytes memory call_ = abi.encodeCall(deliveries.setReceiverAccount, (ghosts[g].id, legs, i, data));
        actOn(g, by, call_, abi.encodeCall(this.ruleName, (g, by, i, data)));
    }

    /// @dev Locks, or reports as paid; an order of deadlines that the margin mostly allows.
    function send(uint256 seed) external {
        throwDice(seed);
        (bool found, uint256 g) = _pick(Due.PAYMENT);
        if (!found) return _confirm();
        Leg[] memory legs = legsOf(g);
        uint256 i = _payment(legs, g, SENT);
        address by = mostly(legs[i].sender);
        if (!isHtlc(legs[i])) {
            bytes memory report = abi.encodeCall(deliveries.reportExternalDelivery, (ghosts[g].id, legs, i));
            actOn(g, by, report, abi.encodeCall(this.ruleReport, (g, by, i)));
            return;
        }
        bytes32 hash = sha256(_key(g, roll(12) == 0 ? 0 : i));
        uint64 deadline = uint64(block.timestamp + 30 hours - i * 3 hours + roll(90 minutes));
        if (roll(10) == 0) deadline = uint64(block.timestamp + roll(2 hours));
        bool wasHeld = sides[g][i].isHeld;
        bytes memory lock_ =
            abi.encodeCall(deliveries.confirmAndLockLeg, (ghosts[g].id, legs, i, "", hash, deadline));
        actOn(g, by, lock_, abi.encodeCall(this.ruleLock, (g, by, i, hash, deadline)));
        if (!wasHeld && sides[g][i].isHeld) happened("locked");
    }

    /// @dev Unlocks, or confirms as paid. Also anybody who has the key unlocks, at the manager of locks.
    function collect(uint256 seed) external {
        throwDice(seed);
        (bool found, uint256 g) = _pick(Due.RECEIPT);
        if (!found) return _confirm();
        Leg[] memory legs = legsOf(g);
        uint256 i = _payment(legs, g, RECEIVED);
        address by = mostly(legs[i].receiver);
        DeliveryId id = ghosts[g].id;
        if (!isHtlc(legs[i])) {
            bytes memory paid_ = abi.encodeCall(deliveries.confirmExternalDelivery, (id, legs, i));
            actOn(g, by, paid_, abi.encodeCall(this.ruleConfirmExternal, (g, by, i)));
            if (hasChanged) happened("paid outside");
            return;
        }
        bytes memory key = _key(g, roll(10) == 0 ? i + 1 : i);
        if (roll(3) > 0) {
            bytes memory call_ = abi.encodeCall(deliveries.unlockAndDeliverLeg, (id, legs, i, key));
            if (actOn(g, by, call_, abi.encodeCall(this.ruleUnlock, (g, by, i, key)))) happened("unlocked");
            return;
        }
        State before = ghosts[g].state;
        bytes memory deliver = abi.encodeCall(htlcLegs.deliver, (id, legs, i, key));
        act(by, address(htlcLegs), deliver, abi.encodeCall(this.ruleDeliver, (g, i, key)));
        if (ghosts[g].state != before) happened("settled");
    }

    function cancelSome(uint256 seed) external {
        throwDice(seed);
        (bool found, uint256 g) = _pick(Due.ANYTHING);
        if (!found) return;
        Leg[] memory legs = legsOf(g);
        address[3] memory parties = [legs[0].sender, legs[0].receiver, legs[0].registrar];
        _cancel(g, legs, mostly(parties[roll(roll(3) == 0 ? 3 : 2)]));
    }

    /// @dev At the latest deadline everything that is locked comes back; a second before it does not.
    function expire(uint256 seed) external {
        throwDice(seed);
        (bool found, uint256 g) = _pick(Due.EXPIRY);
        if (!found) return;
        Leg[] memory legs = legsOf(g);
        uint64 deadline = lastDeadline(g, legs);
        if (deadline > block.timestamp) vm.warp(deadline - (roll(4) == 0 ? 1 : 0));
        _unlockAndCancel(g, legs, mostly(legs[0].sender));
    }

    /// @dev Ninety days on, one investor alone cancels. After a payment nobody does but the operator, and that only
    /// where the registrars are gone.
    function outlive(uint256 seed) external {
        throwDice(seed);
        (bool found, uint256 g) = _pick(roll(2) == 0 ? Due.ANYTHING : Due.REFUND);
        if (!found) return;
        Leg[] memory legs = legsOf(g);
        uint64 expiresAt = ghosts[g].expiresAt;
        if (expiresAt > block.timestamp) vm.warp(expiresAt - (roll(4) == 0 ? 1 : 0));
        if (isLocked(g, legs) && roll(4) > 0) _unlockAndCancel(g, legs, legs[0].sender);
        if (!isPaid(g, legs) && roll(4) > 0) {
            if (_cancel(g, legs, mostly(legs[0].receiver))) happened("canceled after expiry");
            return;
        }
        bool areGone = roll(3) > 0;
        for (uint256 i; areGone && i < legs.length; ++i) {
            _banish(legs[i].registrar);
        }
        bytes memory call_ = abi.encodeCall(deliveries.cancelExpired, (ghosts[g].id, legs, REASON));
        address by = mostly(operator);
        bool ended = actOn(g, by, call_, abi.encodeCall(this.ruleCancelExpired, (g, by)));
        if (ended) happened("canceled by the operator");
        _readmit();
    }

    function pass(uint256 seed) external {
        throwDice(seed);
        vm.warp(block.timestamp + roll(12 hours));
    }

    /// @dev P43: by what its parties may do at any time, whatever has happened meanwhile.
    function end(uint256 g) external {
        Leg[] memory legs = legsOf(g);
        uint64 deadline = lastDeadline(g, legs);
        if (deadline > block.timestamp) vm.warp(deadline);
        if (deadline > 0) _unlockAndCancel(g, legs, legs[0].receiver);
        check(!isLocked(g, legs), "P44: the lock stays");
        for (uint256 i; i < legs.length; ++i) {
            if (ghosts[g].state == State.OPEN && legs[i].registrar != address(0)) {
                check(_cancel(g, legs, legs[i].registrar), "P44: the registrar cannot refuse");
            }
        }
        for (uint256 i; i < 3 && ghosts[g].state == State.OPEN; ++i) {
            _cancel(g, legs, investors[i]);
        }
        check(ghosts[g].state != State.OPEN, "P43: no way to the end");
    }

    /// @dev The payer may have it back, as soon as the deadline has come.
    function reclaim(uint256 g) external {
        Leg[] memory legs = legsOf(g);
        vm.warp(lastDeadline(g, legs));
        for (uint256 i; i < legs.length; ++i) {
            if (isHtlc(legs[i])) {
                _unlockAndCancel(g, legs, legs[i].sender);
                check(!isLocked(g, legs), "P44: the payer gets nothing back");
                return;
            }
        }
    }

    function _banish(address registrar) private {
        if (registrar == address(0) || blacklisted[registrar]) return;
        blacklist(registrar);
        blacklisted[registrar] = true;
        banished.push(registrar);
    }

    function _readmit() private {
        vm.prank(operator);
        platform.unblacklist(banished);
        for (uint256 i; i < banished.length; ++i) {
            blacklisted[banished[i]] = false;
        }
        delete banished;
    }

    function _cancel(uint256 g, Leg[] memory legs, address by) private returns (bool ended) {
        bytes memory call_ = abi.encodeCall(deliveries.cancelDelivery, (ghosts[g].id, legs, REASON));
        ended = actOn(g, by, call_, abi.encodeCall(this.ruleCancel, (g, by)));
        bool isRegistrar;
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].registrar == by) isRegistrar = true;
        }
        if (ended) happened(isRegistrar ? bytes32("refused by registrar") : bytes32("canceled by parties"));
    }

    function _unlockAndCancel(uint256 g, Leg[] memory legs, address by) private {
        bool wasLocked = isLocked(g, legs);
        bytes memory call_ = abi.encodeCall(deliveries.unlockAndCancel, (ghosts[g].id, legs, REASON));
        bool ended = actOn(g, by, call_, abi.encodeCall(this.ruleUnlockAndCancel, (g, by)));
        if (ended) happened("expired");
        else if (wasLocked && !isLocked(g, legs)) happened("lock taken back");
    }

    function _confirmLeg(uint256 g, DeliveryId id, Leg[] memory legs, address by) private {
        uint256 i = roll(legs.length);
        uint256 roles = (PARTIES | REGISTERED) << (8 * i);
        bytes[] memory data = new bytes[](legs.length);
        try this.owed(g, by, roles) returns (uint256 confirmations) {
            data[i] = _sideData(g, i, legs[i], confirmations >> (8 * i));
        } catch { }
        bytes memory call_ = abi.encodeCall(deliveries.confirmLegDelivery, (id, legs, i, data[i]));
        actOn(g, by, call_, abi.encodeCall(this.ruleConfirmLeg, (g, by, i, data)));
    }

    /// @dev Empty where the caller has nothing to give: then nothing of it is read.
    function _dataOf(uint256 g, Leg[] memory legs, address by, uint256 roles)
        private
        returns (bytes[] memory data)
    {
        data = new bytes[](legs.length);
        uint256 confirmations;
        uint256 mask;
        for (uint256 i; i < legs.length; ++i) {
            mask |= roles << (8 * i);
        }
        try this.owed(g, by, mask) returns (uint256 owed_) {
            confirmations = owed_;
        } catch {
            return data;
        }
        for (uint256 i; i < legs.length; ++i) {
            data[i] = _sideData(g, i, legs[i], confirmations >> (8 * i));
        }
    }

    /// @dev Where the receiver has named its account before, it need not again.
    function _sideData(uint256 g, uint256 i, Leg memory leg, uint256 bits) private returns (bytes memory) {
        if (bits & SENT != 0) return dataOf(leg, true);
        if (bits & RECEIVED == 0) return "";
        bool isNamed = sides[g][i].to > 0 || sides[g][i].named != 0;
        return (isNamed && roll(2) == 0) || roll(20) == 0 ? bytes("") : dataOf(leg, false);
    }

    function owed(uint256 g, address by, uint256 mask) external view returns (uint256) {
        return owedNow(g, by, mask, legsOf(g));
    }

    /// @dev One of the last few that is open and waits for this, for the most part, so that deliveries come to their
    /// end.
    function _pick(Due due) private returns (bool found, uint256 g) {
        uint256 start = roll(4);
        if (ghosts.length > 0 && roll(16) == 0) return (true, roll(ghosts.length));
        for (uint256 i; i < ghosts.length && i < 8; ++i) {
            g = ghosts.length - 1 - (start + i) % ghosts.length;
            if (ghosts[g].state == State.OPEN && _isDue(g, due)) return (true, g);
        }
    }

    function _isDue(uint256 g, Due due) private view returns (bool) {
        if (due == Due.ANYTHING) return true;
        Leg[] memory legs = legsOf(g);
        if (due == Due.EXPIRY) return isLocked(g, legs);
        if (due == Due.REFUND) return isPaid(g, legs);
        bool isLacking;
        bool isPaying;
        bool isReceiving;
        bool isAnswering;
        for (uint256 i; i < legs.length; ++i) {
            uint256 bits = bitsOf(g, i);
            uint256 awaited = due == Due.PAYMENT ? SENT : PARTIES;
            if (isConfirmed(legs[i]) && bits & awaited != awaited) isLacking = true;
            if (bits & EVERYBODY | PARTIES != EVERYBODY) isAnswering = true;
            if (isConfirmed(legs[i])) continue;
            if (bits & SENT == 0) isPaying = true;
            else if (bits & RECEIVED == 0 && !(isHtlc(legs[i]) && isLacking)) isReceiving = true;
        }
        if (due == Due.CONFIRMATION) return isLacking || (isAnswering && isMatched(ghosts[g].flags, legs));
        return due == Due.PAYMENT ? isPaying && !isLacking : isReceiving;
    }

    /// @dev Somebody who owes something other than a payment, senders first; the first leg's receiver where nobody does.
    function _owing(uint256 g, Leg[] memory legs) private returns (address by, uint256 owes) {
        uint256 start = roll(legs.length);
        by = legs[start].receiver;
        for (uint256 bit = COORDINATED; bit > 0; bit /= 2) {
            for (uint256 j; j < legs.length; ++j) {
                uint256 i = (start + j) % legs.length;
                bool isOwed = bitsOf(g, i) & bit == 0 && (bit > RECEIVED || isConfirmed(legs[i]));
                if (isOwed) (by, owes) = (_party(legs[i], bit), bit);
            }
        }
    }

    function _party(Leg memory leg, uint256 bit) private pure returns (address) {
        if (bit == SENT) return leg.sender;
        if (bit == RECEIVED) return leg.receiver;
        return bit == REGISTERED ? leg.registrar : leg.txCoordinator;
    }

    /// @dev A leg whose payer or payee has not confirmations, where there is one.
    function _payment(Leg[] memory legs, uint256 g, uint256 bit) private returns (uint256 i) {
        i = roll(legs.length);
        for (uint256 j; j < legs.length; ++j) {
            uint256 k = (i + j) % legs.length;
            if (!isConfirmed(legs[k]) && bitsOf(g, k) & bit == 0) return k;
        }
    }

    function _key(uint256 g, uint256 i) private pure returns (bytes memory) {
        return abi.encode(keccak256(abi.encode("key", g, i)));
    }
}
