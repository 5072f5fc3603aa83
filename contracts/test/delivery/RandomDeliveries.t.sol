// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title Random deliveries with legs of every type, random calls of random parties, and a way out from wherever they
/// come to: properties 10, 11, 12, 14, 15, 43 and 44.
contract RandomDeliveriesTest is MixedFixture {
    address[6] private actors;
    uint256 private random;
    DeliveryId private id;

    function setUp() public override {
        super.setUp();
        actors = [alpen, baltic, meridian, agent, coordinator, rhone];
    }

    function testFuzz_P43_FromEveryStateThereIsAWayToTheEnd(uint256 seed) external {
        random = seed;
        Leg[] memory legs = _randomLegs();
        id = create(legs[0].sender, legs);
        uint256 steps = _next(50);
        for (uint256 i; i < steps; ++i) {
            _step(legs);
        }
        if (_isOpen()) _end(legs);
        check(!_isOpen(), "no way to the end");
        _allOrNone(legs);
        _closedForGood(legs);
    }

    function _randomLegs() private returns (Leg[] memory legs) {
        legs = new Leg[](1 + _next(5));
        bool isDeedIn;
        for (uint256 i; i < legs.length; ++i) {
            legs[i] = ofEachType()[_next(8)];
            if (legs[i].legType == LegType.ERC721) {
                if (isDeedIn) legs[i] = cash(baltic, alpen);
                isDeedIn = true;
            } else if (_next(2) == 0) {
                (legs[i].sender, legs[i].receiver) = (legs[i].receiver, legs[i].sender);
            }
            if (legs[i].quantity > 100) legs[i].quantity = 100;
        }
        if (!_hasRegistrar(legs)) legs[0] = digital(bond, meridian, alpen, baltic, 40);
        address creator = legs[0].sender;
        bytes[] memory accounts = accountsOf(creator, legs);
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType == LegType.HTLC) continue;
            if (legs[i].sender == creator) legs[i].senderData = accounts[i];
            else legs[i].receiverData = accounts[i];
        }
    }

    /// @dev Without one, tokens do not stand against cash: see DeliveryWithoutArbiter.
    function _hasRegistrar(Leg[] memory legs) private pure returns (bool) {
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].registrar != address(0)) return true;
        }
        return false;
    }

    /// @dev Any call by anybody: what it gives is the caller's own, and what it is refused changes nothing.
    function _step(Leg[] memory legs) private {
        uint256 flags = deliveries.legFlags(id);
        DeliveryState state = deliveries.deliveries(id).state;
        uint256 legIdx = _next(legs.length);
        address by =
            _next(3) == 0 ? actors[_next(6)] : _next(2) == 0 ? legs[legIdx].sender : legs[legIdx].receiver;
        if (_next(12) == 0) vm.warp(block.timestamp + _next(20 hours));
        bytes memory call_ = _call(by, legs, legIdx);
        vm.prank(by);
        (bool done,) = address(deliveries).call(call_);
        uint256 confirmations = deliveries.legFlags(id) & ~flags;
        // Only locks are taken back, after their deadline: a sender's confirmation, its report, and an unlocking.
        same(deliveries.legFlags(id) & flags, flags & ~_locks(legs, flags, call_), "taken back");
        if (!done) same(confirmations, 0, "a refused call confirmed something");
        if (state == DeliveryState.SETTLED || state == DeliveryState.CANCELED) check(!done, "after the end");
        for (uint256 i; i < legs.length; ++i) {
            _isOwn(by, legs[i], confirmations >> (8 * i));
        }
        _recount(legs.length);
    }

    function _locks(Leg[] memory legs, uint256 flags, bytes memory call_)
        private
        view
        returns (uint256 bits)
    {
        bool isOpen = _isOpen();
        if (bytes4(call_) != deliveries.unlockAndCancel.selector || !isOpen) return 0;
        if (deliveries.legFlags(id) == flags) return 0;
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType == LegType.HTLC) bits |= 0x43 << (8 * i);
        }
    }

    function _call(address by, Leg[] memory legs, uint256 legIdx) private returns (bytes memory) {
        bytes[] memory accounts = accountsOf(by, legs);
        uint256 what = _next(16);
        if (what < 4) return abi.encodeCall(deliveries.confirmDelivery, (id, legs, accounts));
        if (what == 4) return abi.encodeCall(deliveries.confirmAsSender, (id, legs, accounts));
        if (what == 5) return abi.encodeCall(deliveries.confirmAsReceiver, (id, legs, accounts));
        if (what == 6) return abi.encodeCall(deliveries.confirmAsCoordinator, (id, legs));
        if (what == 7) {
            return abi.encodeCall(deliveries.confirmLegDelivery, (id, legs, legIdx, accounts[legIdx]));
        }
        if (what < 10) return abi.encodeCall(deliveries.reportExternalDelivery, (id, legs, legIdx));
        if (what == 10) return abi.encodeCall(deliveries.confirmExternalDelivery, (id, legs, legIdx));
        if (what < 13) {
            bytes32 hash = sha256(abi.encode(_key(legIdx)));
            uint64 deadline = uint64(block.timestamp + 2 hours + _next(20 hours));
            return abi.encodeCall(deliveries.confirmAndLockLeg, (id, legs, legIdx, "", hash, deadline));
        }
        if (what == 13) {
            return
                abi.encodeCall(deliveries.unlockAndDeliverLeg, (id, legs, legIdx, abi.encode(_key(legIdx))));
        }
        if (what == 14) return abi.encodeCall(deliveries.notifyLegDelivery, (id, legs, legIdx));
        if (_next(4) == 0) return abi.encodeCall(deliveries.unlockAndCancel, (id, legs, "reason"));
        return abi.encodeCall(deliveries.cancelDelivery, (id, legs, "reason"));
    }

    /// @dev P14: each confirmation and each vote by its own party alone. Delivered (bit 7) comes with the last one.
    function _isOwn(address by, Leg memory leg, uint256 bits) private view {
        if (bits & 0x01 != 0) same(by, leg.sender, "the sender's");
        if (bits & 0x02 != 0) same(by, leg.receiver, "the receiver's");
        if (bits & 0x04 != 0) same(by, leg.registrar, "the registrar's");
        if (bits & 0x08 != 0) same(by, leg.txCoordinator, "the coordinator's");
        if (bits & 0x10 != 0) same(by, leg.sender, "the sender's vote");
        if (bits & 0x20 != 0) same(by, leg.receiver, "the receiver's vote");
        if (bits & 0x40 != 0) same(by, leg.sender, "the sender's report");
    }

    function _recount(uint256 numLegs) private view {
        IDeliveryManager.Delivery memory delivery = deliveries.deliveries(id);
        uint256 flags = deliveries.legFlags(id);
        (uint256 confirmed, uint256 delivered) = (0, 0);
        for (uint256 i; i < numLegs; ++i) {
            uint256 bits = (flags >> (8 * i)) & 0xff;
            if (bits & 0x0f == 0x0f) ++confirmed;
            if (bits & 0x80 != 0) ++delivered;
        }
        same(delivery.numLegs, numLegs, "legs");
        same(delivery.numLegsConfirmed, confirmed, "confirmed");
        same(delivery.numLegsDelivered, delivered, "delivered");
        check(delivered == 0 || delivered == numLegs, "delivered in part");
        check((delivered == numLegs) == (delivery.state == DeliveryState.SETTLED), "settled in part");
    }

    /// @dev P43, P44: where something is locked, any participant after the deadlines; then a registrar, where there is
    /// one, and both investors where there is none.
    function _end(Leg[] memory legs) private {
        address registrar;
        bool isLocked;
        uint256 flags = deliveries.legFlags(id);
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].registrar != address(0)) registrar = legs[i].registrar;
            if (legs[i].legType == LegType.HTLC && (flags >> (8 * i)) & 0x40 != 0) isLocked = true;
        }
        if (isLocked) {
            vm.warp(block.timestamp + 2 days);
            unlockAndCancel(_next(2) == 0 ? alpen : baltic, id, legs);
            if (!_isOpen()) return;
        }
        if (registrar != address(0)) return cancel(registrar, id, legs);
        for (uint256 i; i < 2 && _isOpen(); ++i) {
            bytes memory call_ = abi.encodeCall(deliveries.cancelDelivery, (id, legs, "reason"));
            vm.prank(actors[i]);
            (bool done, bytes memory err) = address(deliveries).call(call_);
            bool hasAsked = bytes4(err) == IDeliveryManager.DeliveryCancelAlreadyRequested.selector;
            check(done || hasAsked, "a vote is refused");
        }
    }

    function _allOrNone(Leg[] memory legs) private view {
        bool isSettled = deliveries.deliveries(id).state == DeliveryState.SETTLED;
        if (!isSettled) return nothingMoved();
        (int256 bonds, int256 tokens, bool isDeedOut) = (0, 0, false);
        for (uint256 i; i < legs.length; ++i) {
            int256 out = legs[i].sender == alpen ? int256(legs[i].quantity) : -int256(legs[i].quantity);
            if (legs[i].assetManager == address(registries)) bonds += out;
            if (legs[i].assetManager == address(token)) tokens += out;
            if (legs[i].legType == LegType.ERC721) isDeedOut = true;
        }
        holds(bond, alpen, 1, uint256(1_000 - bonds), 0);
        holds(bond, baltic, 1, uint256(1_000 + bonds), 0);
        same(token.balanceOf(alpen), uint256(1_000 - tokens), "Alpen's tokens");
        same(token.balanceOf(baltic), uint256(1_000 + tokens), "Baltic's tokens");
        same(items.ownerOf(1), isDeedOut ? baltic : alpen, "the deed");
    }

    /// @dev P11, P12: final states are final, whoever tries whatever.
    function _closedForGood(Leg[] memory legs) private {
        DeliveryState state = deliveries.deliveries(id).state;
        for (uint256 i; i < 6; ++i) {
            _step(legs);
        }
        check(deliveries.deliveries(id).state == state, "a final state changed");
    }

    function _isOpen() private view returns (bool) {
        DeliveryState state = deliveries.deliveries(id).state;
        return state == DeliveryState.CREATED || state == DeliveryState.PENDING;
    }

    function _key(uint256 legIdx) private view returns (bytes32) {
        return keccak256(abi.encode(id, legIdx));
    }

    function _next(uint256 bound) private returns (uint256) {
        random = uint256(keccak256(abi.encode(random)));
        return random % bound;
    }
}
