// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { LegFlags } from "../../src/delivery/LegFlags.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { TokenWorld } from "../support/TokenWorld.sol";

/// @title Two tenants, their registrar and time itself, doing random things with deliveries of tokens, locks, bonds and
/// cash. What each may do the delivery manager says; what is then left is checked against what it says of its legs.
contract TokenHandler is TokenWorld {
    using LegFlags for uint256;

    struct Opened {
        DeliveryId id;
        bytes legs;
    }

    Opened[] private opened;

    constructor() {
        setUp();
    }

    function open(uint256 who, uint256 first, uint256 second, uint256 amount) external {
        (address sender, address receiver) = who % 2 == 0 ? (alpen, baltic) : (baltic, alpen);
        Leg memory given = _leg(first % 4, sender, receiver, 1 + amount % 400);
        Leg[] memory legs = second % 4 == 3
            ? one(given)
            : two(given, _leg(second % 4 == 0 ? 4 : second % 4, receiver, sender, 1 + amount % 130));
        DeliveryId id = nextId();
        bytes memory asCreated = abi.encode(legs);
        vm.prank(sender);
        try deliveries.createDelivery(id, keccak256("private"), legs, 0) {
            opened.push(Opened(id, asCreated));
        } catch { }
    }

    /// @dev One of the three, or all in turn.
    function confirmSome(uint256 index, uint256 who) external {
        (DeliveryId id, Leg[] memory legs) = _recent(index);
        address[3] memory parties = [alpen, baltic, meridian];
        for (uint256 i; i < 3; ++i) {
            if (legs.length > 0 && (who % 6 > 2 || who % 6 == i)) _confirm(id, legs, parties[i]);
        }
    }

    /// @dev What senders do: lock, or report as paid; on one leg, or on both.
    function send(uint256 index, uint256 which, uint256 period) external {
        (DeliveryId id, Leg[] memory legs) = _recent(index);
        for (uint256 i; i < legs.length; ++i) {
            // The second lock expires earlier, mostly by more than the margin.
            uint256 deadline = block.timestamp + 5 hours - 2 hours * i + period % 90 minutes;
            if (which % 3 != i) _send(id, legs, i, uint64(deadline));
        }
    }

    /// @dev What receivers do: unlock, or confirm as paid; on one leg, or on both. Also anybody, by the key.
    function receiveSome(uint256 index, uint256 which, bool asAnybody) external {
        (DeliveryId id, Leg[] memory legs) = _recent(index);
        for (uint256 i; i < legs.length; ++i) {
            if (which % 3 != i) _receive(id, legs, i, asAnybody);
        }
    }

    function cancelOne(uint256 index, uint256 who) external {
        (DeliveryId id, Leg[] memory legs) = _recent(index);
        if (legs.length == 0) return;
        vm.prank([alpen, baltic, meridian][who % 3]);
        try deliveries.cancelDelivery(id, legs, bytes32("reason")) { } catch { }
    }

    function unlockAndCancelOne(uint256 index, uint256 who) external {
        (DeliveryId id, Leg[] memory legs) = _recent(index);
        if (legs.length == 0) return;
        vm.prank(who % 2 == 0 ? alpen : baltic);
        try deliveries.unlockAndCancel(id, legs, 0) { } catch { }
    }

    /// @dev After the latest deadline every party of a locked delivery has it canceled: the call must succeed.
    function expire(uint256 index, uint256 who) external {
        (DeliveryId id, Leg[] memory legs) = _recent(index);
        if (legs.length == 0 || !_isLocked(id, legs)) return;
        vm.warp(block.timestamp + 7 hours);
        vm.prank(who % 2 == 0 ? alpen : baltic);
        deliveries.unlockAndCancel(id, legs, 0);
    }

    function pass(uint256 time) external {
        vm.warp(block.timestamp + time % 1 hours);
    }

    function numOpened() external view returns (uint256) {
        return opened.length;
    }

    function delivery(uint256 index) public view returns (DeliveryState, uint256 flags, Leg[] memory) {
        DeliveryId id = opened[index].id;
        return
            (
                deliveries.deliveries(id).state,
                deliveries.legFlags(id),
                abi.decode(opened[index].legs, (Leg[]))
            );
    }

    /// @dev Of Alpen, Baltic, and the escrows of ERC20, ERC721 and HTLC legs.
    function balances() external view returns (uint256[5] memory euros, uint256[5] memory deeds) {
        address[5] memory owners = [alpen, baltic, address(erc20Legs), address(erc721Legs), address(htlcLegs)];
        for (uint256 i; i < 5; ++i) {
            (euros[i], deeds[i]) = (token.balanceOf(owners[i]), items.balanceOf(owners[i]));
        }
    }

    function bonds() external view returns (uint256[2] memory held, uint256[2] memory earmarked) {
        for (uint256 i; i < 2; ++i) {
            address owner = i == 0 ? alpen : baltic;
            held[i] = registries.balanceOf(bond, account(owner, 1));
            earmarked[i] = registries.earmarkedBalanceOf(bond, account(owner, 1));
        }
    }

    function isAlpen(address party) external view returns (bool) {
        return party == alpen;
    }

    function _confirm(DeliveryId id, Leg[] memory legs, address by) private {
        bytes[] memory accounts = new bytes[](legs.length);
        uint256 flags = deliveries.legFlags(id);
        for (uint256 i; i < legs.length; ++i) {
            uint256 role = legs[i].sender == by ? LegFlags.SENDER : LegFlags.RECEIVER;
            bool owes = by != meridian && !flags.ofLeg(i).hasAny(role);
            if (legs[i].legType == LegType.DIGITAL && owes) accounts[i] = data(1);
        }
        vm.prank(by);
        try deliveries.confirmDelivery(id, legs, accounts) { } catch { }
    }

    function _send(DeliveryId id, Leg[] memory legs, uint256 legIdx, uint64 deadline) private {
        bytes32 hash = sha256(abi.encode(_key(id, legIdx)));
        vm.prank(legs[legIdx].sender);
        if (legs[legIdx].legType != LegType.HTLC) {
            try deliveries.reportExternalDelivery(id, legs, legIdx) { } catch { }
        } else {
            try deliveries.confirmAndLockLeg(id, legs, legIdx, "", hash, deadline) { } catch { }
        }
    }

    function _receive(DeliveryId id, Leg[] memory legs, uint256 legIdx, bool asAnybody) private {
        bytes memory key = abi.encode(_key(id, legIdx));
        vm.prank(asAnybody ? address(0xA11) : legs[legIdx].receiver);
        if (legs[legIdx].legType != LegType.HTLC) {
            try deliveries.confirmExternalDelivery(id, legs, legIdx) { } catch { }
        } else if (asAnybody) {
            try htlcLegs.deliver(id, legs, legIdx, key) { } catch { }
        } else {
            try deliveries.unlockAndDeliverLeg(id, legs, legIdx, key) { } catch { }
        }
    }

    function _leg(uint256 kind, address sender, address receiver, uint256 amount)
        private
        view
        returns (Leg memory leg)
    {
        if (kind == 0) {
            leg = digital(bond, meridian, sender, receiver, amount);
            leg.senderData = data(1);
        } else if (kind == 1) {
            leg = paid(LegType.ERC20, address(token), sender, receiver, amount);
        } else if (kind == 2) {
            leg = paid(LegType.HTLC, address(token), sender, receiver, amount);
        } else if (kind == 3) {
            leg = deed(sender, receiver, items.ownerOf(1) == sender ? 1 : 2);
        } else {
            leg = cash(sender, receiver);
        }
    }

    function _isLocked(DeliveryId id, Leg[] memory legs) private view returns (bool) {
        DeliveryState state = deliveries.deliveries(id).state;
        if (state == DeliveryState.SETTLED || state == DeliveryState.CANCELED) return false;
        uint256 flags = deliveries.legFlags(id);
        for (uint256 i; i < legs.length; ++i) {
            if (legs[i].legType == LegType.HTLC && flags.ofLeg(i).hasAny(LegFlags.REPORTED)) return true;
        }
        return false;
    }

    /// @dev One of the last three, so that deliveries come to their end.
    function _recent(uint256 index) private view returns (DeliveryId id, Leg[] memory legs) {
        if (opened.length == 0) return (id, legs);
        uint256 last = opened.length - 1;
        Opened storage found = opened[last < 3 ? index % opened.length : last - index % 3];
        return (found.id, abi.decode(found.legs, (Leg[])));
    }

    function _key(DeliveryId id, uint256 legIdx) private pure returns (bytes32) {
        return keccak256(abi.encode("key", id, legIdx));
    }
}
