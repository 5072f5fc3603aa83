// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";
import { Trick } from "../support/tokens/Mischief.sol";
import { PlainItems } from "../support/tokens/PlainItems.sol";
import { PlainToken } from "../support/tokens/PlainToken.sol";

/// @title Random legs taken, locked, unlocked, settled, released and reclaimed, of good tokens and of bad ones. Of every
/// call the model knows whether it must succeed.
contract EscrowHandler is EscrowFixture {
    enum State {
        HELD,
        OWED,
        GONE
    }

    struct Ghost {
        uint256 manager;
        State state;
        bool isUnlocked;
        uint64 deadline;
        uint256 key;
        DeliveryId deliveryId;
        Leg leg;
    }

    Ghost[] private ghosts;
    mapping(uint256 key => bool) private isKeyTaken;
    mapping(bytes32 deliveryAndSender => uint64) private earliest;
    bool private isTricky;

    constructor() {
        setUp();
    }

    function numGhosts() external view returns (uint256) {
        return ghosts.length;
    }

    function ghost(uint256 index) external view returns (Ghost memory) {
        return ghosts[index];
    }

    function managerAt(uint256 index) public view returns (IEscrowLegManager) {
        if (index == 0) return erc20Legs;
        return index == 1 ? IEscrowLegManager(address(erc721Legs)) : htlcLegs;
    }

    /// @dev What a manager has of a token: quantities, or items.
    function inEscrow(uint256 manager, address asset) external view returns (uint256) {
        return PlainToken(asset).balanceOf(address(managerAt(manager)));
    }

    function assets() external view returns (address[4] memory) {
        return [address(token), address(items), address(crooked), address(crookedItems)];
    }

    function held(uint256 index) external view returns (bool isHeld, bool isOwed) {
        IEscrowLegManager manager = managerAt(ghosts[index].manager);
        return (manager.isHeld(_ref(index)), manager.isOwed(_ref(index)));
    }

    function lockOf(uint256 index) external view returns (ILockingLegManager.Lock memory) {
        return htlcLegs.locks(_ref(index));
    }

    function shared(address asset) external view returns (uint256 total) {
        total = PlainToken(asset).balanceOf(alpen) + PlainToken(asset).balanceOf(baltic);
        for (uint256 i; i < 3; ++i) {
            total += PlainToken(asset).balanceOf(address(managerAt(i)));
        }
    }

    function confirm(uint256 who, bool isItem, bool isCrooked, uint256 amount) external {
        Ghost memory next;
        next.manager = isItem ? 1 : 0;
        next.leg = _leg(who, isItem ? LegType.ERC721 : LegType.ERC20, isCrooked, amount);
        bool expected = _sendsNow(next.leg, next.leg.sender);
        try managerAt(next.manager).confirmSender(_ref(ghosts.length), next.leg, "") {
            check(expected, "taken against the model");
            ghosts.push(next);
        } catch {
            check(!expected, "could not be taken against the model");
        }
    }

    function lock(uint256 who, bool isCrooked, uint256 amount, uint256 seed, uint256 period) external {
        Ghost memory next;
        next.manager = 2;
        next.leg = _leg(who, LegType.HTLC, isCrooked, amount % 300);
        (next.key, next.deliveryId) = (seed % 40, DeliveryId.wrap(bytes32(seed % 3 + 1)));
        next.deadline = uint64(block.timestamp + period % 12 hours);
        bytes32 hash = hashOf(bytes32(next.key));
        bool expected = !isKeyTaken[next.key] && _isOrdered(next) && _sendsNow(next.leg, next.leg.sender);
        try htlcLegs.lock(next.deliveryId, _ref(ghosts.length), next.leg, "", hash, next.deadline) {
            check(expected, "locked against the model");
            isKeyTaken[next.key] = true;
            bytes32 own = keccak256(abi.encode(next.deliveryId, next.leg.sender));
            if (earliest[own] == 0 || next.deadline < earliest[own]) earliest[own] = next.deadline;
            ghosts.push(next);
        } catch {
            check(!expected, "could not be locked against the model");
        }
    }

    function unlock(uint256 index, bool isWrong) external {
        if (ghosts.length == 0) return;
        Ghost storage one = ghosts[index %= ghosts.length];
        bytes32 key = bytes32(one.key + (isWrong ? 1 : 0));
        bool expected = one.manager == 2 && one.state == State.HELD && !one.isUnlocked && !isWrong
            && block.timestamp < one.deadline;
        try htlcLegs.unlock(_ref(index), one.leg, abi.encode(key)) {
            check(expected, "unlocked against the model");
            one.isUnlocked = true;
        } catch {
            check(!expected, "could not be unlocked against the model");
        }
    }

    function settle(uint256 index) external {
        if (ghosts.length == 0) return;
        Ghost storage one = ghosts[index %= ghosts.length];
        bool expected = one.state == State.HELD && (one.manager != 2 || one.isUnlocked) && !_refuses(one.leg);
        try managerAt(one.manager).settle(_ref(index), one.leg) {
            check(expected, "settled against the model");
            one.state = State.GONE;
        } catch {
            check(!expected, "could not be settled against the model");
        }
    }

    function release(uint256 index) external {
        if (ghosts.length == 0) return;
        Ghost storage one = ghosts[index %= ghosts.length];
        bool isHeld = one.state == State.HELD;
        bool expected = !isHeld || !one.isUnlocked || block.timestamp >= one.deadline;
        try managerAt(one.manager).release(_ref(index), one.leg) {
            check(expected, "released against the model");
            if (!isHeld) return;
            one.state = _refuses(one.leg) ? State.OWED : State.GONE;
            if (one.manager == 2 && !one.isUnlocked) isKeyTaken[one.key] = false;
        } catch {
            check(!expected, "could not be released against the model");
        }
    }

    function reclaim(uint256 index) external {
        if (ghosts.length == 0) return;
        Ghost storage one = ghosts[index %= ghosts.length];
        bool expected = one.state == State.OWED && !_refuses(one.leg);
        try managerAt(one.manager).reclaim(_ref(index), one.leg) {
            check(expected, "reclaimed against the model");
            one.state = State.GONE;
        } catch {
            check(!expected, "could not be reclaimed against the model");
        }
    }

    function misbehave(uint256 seed) external {
        Trick[4] memory tricks = [Trick.NONE, Trick.NONE, Trick.REVERT_LATE, Trick.DO_NOTHING];
        crooked.play(tricks[seed % 4]);
        crookedItems.play(tricks[seed % 4]);
        isTricky = seed % 4 > 1;
    }

    function pass(uint256 time) external {
        vm.warp(block.timestamp + time % 3 hours);
    }

    function _leg(uint256 who, LegType legType, bool isCrooked, uint256 amount)
        private
        view
        returns (Leg memory leg)
    {
        if (legType == LegType.ERC721) {
            leg = item(isCrooked ? address(crookedItems) : address(items));
            leg.assetId = bytes32(1 + amount % 6);
        } else {
            leg = quantity(legType, isCrooked ? address(crooked) : address(token));
            leg.quantity = 1 + amount % 700;
        }
        if (who % 2 == 1) (leg.sender, leg.receiver) = (leg.receiver, leg.sender);
    }

    /// @dev Between two parties, and within the bounds.
    function _isOrdered(Ghost memory next) private view returns (bool) {
        uint64 opposite = earliest[keccak256(abi.encode(next.deliveryId, next.leg.receiver))];
        return
            next.deadline >= block.timestamp + 1 hours
                && (opposite == 0 || next.deadline + 1 hours <= opposite);
    }

    function _sendsNow(Leg memory leg, address from) private view returns (bool) {
        if (_refuses(leg)) return false;
        if (leg.legType == LegType.ERC721) {
            return PlainItems(leg.assetManager).ownerOf(uint256(leg.assetId)) == from;
        }
        return PlainToken(leg.assetManager).balanceOf(from) >= leg.quantity;
    }

    function _refuses(Leg memory leg) private view returns (bool) {
        bool isCrooked = leg.assetManager == address(crooked) || leg.assetManager == address(crookedItems);
        return isCrooked && isTricky;
    }

    function _ref(uint256 index) private pure returns (bytes32) {
        return keccak256(abi.encode(index));
    }
}
