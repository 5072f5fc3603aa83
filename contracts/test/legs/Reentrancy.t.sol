// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { ISettlingLegManager } from "../../src/interfaces/delivery/ISettlingLegManager.sol";
import { Leg } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";
import { Trick } from "../support/tokens/Mischief.sol";

/// @title A token that calls back from inside every transfer: by the test, as a delivery manager without any guard
/// would let it, and on its own.
contract LegReentrancyTest is EscrowFixture {
    IEscrowLegManager[3] private managers;
    Leg[3] private legs;
    bytes[] private callbacks;

    function setUp() public override {
        super.setUp();
        (IEscrowLegManager[3] memory managers_, Leg[3] memory legs_) = subjects(true);
        for (uint256 i; i < 3; ++i) {
            (managers[i], legs[i]) = (managers_[i], legs_[i]);
            legs[i].quantity = i == 1 ? 1 : 100;
        }
    }

    /// @dev What the token calls: passes its call on to a manager, as the delivery manager.
    function onward(address manager, bytes calldata data) external returns (bytes memory) {
        (bool done, bytes memory result) = manager.call(data);
        if (done) return result;
        assembly ("memory-safe") {
            revert(add(result, 32), mload(result))
        }
    }

    /// @dev Everything of a manager that moves something or writes it down: for the same leg, and for another one.
    function _prepare(uint256 i) private {
        Leg memory leg = legs[i];
        Leg memory other = leg;
        if (i == 1) other.assetId = bytes32(uint256(2));
        delete callbacks;
        bytes32[2] memory refs = [REF, OTHER];
        for (uint256 r; r < 2; ++r) {
            Leg memory which = r == 0 ? leg : other;
            callbacks.push(abi.encodeCall(ISettlingLegManager.confirmSender, (refs[r], which, "")));
            callbacks.push(abi.encodeCall(ISettlingLegManager.settle, (refs[r], which)));
            callbacks.push(abi.encodeCall(ISettlingLegManager.release, (refs[r], which)));
            callbacks.push(abi.encodeCall(IEscrowLegManager.reclaim, (refs[r], which)));
            bytes32 hash = hashOf(keyOf(refs[r]));
            callbacks.push(
                abi.encodeCall(ILockingLegManager.lock, (DELIVERY, refs[r], which, "", hash, inADay()))
            );
        }
    }

    function _arm(uint256 i, Trick trick, bytes memory callback) private {
        bytes memory passedOn = abi.encodeCall(this.onward, (address(managers[i]), callback));
        crooked.reenter(trick, address(this), passedOn);
        crookedItems.reenter(trick, address(this), passedOn);
    }

    /// @dev Whether the token tried, and got nowhere.
    function _failed(uint256 i) private view {
        bool isItem = i == 1;
        check((isItem ? crookedItems.numReentered() : crooked.numReentered()) > 0, "did not call back");
        same(isItem ? crookedItems.numSucceeded() : crooked.numSucceeded(), 0, "called back");
    }

    function _whileHolding(uint256 i) private {
        hold(managers[i], REF, legs[i]);
    }

    function _whileSettling(uint256 i) private {
        managers[i].settle(REF, legs[i]);
    }

    function _whileReleasing(uint256 i) private {
        managers[i].release(REF, legs[i]);
    }

    function _each(function(uint256) internal before, function(uint256) internal act) private {
        for (uint256 i; i < 3; ++i) {
            uint256 clean = vm.snapshotState();
            before(i);
            uint256 start = vm.snapshotState();
            act(i);
            bytes32 sequential = _state(i);
            vm.revertToState(start);
            _prepare(i);
            for (uint256 c; c < callbacks.length; ++c) {
                _arm(i, Trick.REENTER, callbacks[c]);
                act(i);
                _failed(i);
                same(_state(i), sequential, "differs from the sequential run");
                vm.revertToState(start);
            }
            vm.revertToState(clean);
        }
    }

    function _state(uint256 i) private view returns (bytes32) {
        return keccak256(
            abi.encode(
                crooked.balanceOf(alpen),
                crooked.balanceOf(baltic),
                crooked.balanceOf(address(managers[i])),
                crookedItems.ownerOf(1),
                crookedItems.ownerOf(2),
                managers[i].isHeld(REF),
                managers[i].isHeld(OTHER),
                managers[i].isOwed(REF),
                managers[i].isOwed(OTHER),
                htlcLegs.locks(REF),
                htlcLegs.locks(OTHER)
            )
        );
    }

    function _nothing(uint256) private { }

    function _ready(uint256 i) private {
        ready(managers[i], REF, legs[i]);
    }

    function _expired(uint256 i) private {
        hold(managers[i], REF, legs[i]);
        vm.warp(block.timestamp + 1 days);
    }

    function _owed(uint256 i) private {
        _expired(i);
        crooked.play(Trick.REVERT_LATE);
        crookedItems.play(Trick.REVERT_LATE);
        managers[i].release(REF, legs[i]);
        crooked.play(Trick.NONE);
        crookedItems.play(Trick.NONE);
    }

    function _whileReclaiming(uint256 i) private {
        managers[i].reclaim(REF, legs[i]);
    }

    function test_P20_CON04_ATokenThatCallsBackWhileItIsTakenGetsNowhere() external {
        _each(_nothing, _whileHolding);
    }

    function test_P20_CON04_ATokenThatCallsBackWhileItIsPaidGetsNowhere() external {
        _each(_ready, _whileSettling);
    }

    function test_P20_CON04_ATokenThatCallsBackDuringItsReturnGetsNowhere() external {
        _each(_expired, _whileReleasing);
    }

    function test_P20_CON04_ATokenThatCallsBackWhileItIsReclaimedGetsNowhere() external {
        _each(_owed, _whileReclaiming);
    }

    function test_P20_RevertWhen_ATokenInsistsOnCallingBack() external {
        bytes memory err =
            abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        for (uint256 i; i < 3; ++i) {
            _arm(i, Trick.REENTER_OR_REVERT, abi.encodeCall(ISettlingLegManager.release, (REF, legs[i])));
            if (i == 2) {
                uint64 deadline = inADay();
                bytes32 hash = hashOf(KEY);
                refuses(err);
                htlcLegs.lock(DELIVERY, REF, legs[i], "", hash, deadline);
            } else {
                refuses(err);
                managers[i].confirmSender(REF, legs[i], "");
            }
            check(!managers[i].isHeld(REF), "held");
        }
    }

    /// @dev What anybody may call: without the delivery manager the token opens a lock neither twice, nor for itself.
    function test_P20_ATokenCannotDeliverFromInside() external {
        Leg[] memory all = new Leg[](1);
        all[0] = legs[2];
        ready(htlcLegs, REF, legs[2]);
        bytes memory callback =
            abi.encodeCall(ILockingLegManager.deliver, (DELIVERY, all, 0, abi.encode(keyOf(REF))));
        crooked.reenter(Trick.REENTER, address(htlcLegs), callback);
        htlcLegs.settle(REF, legs[2]);
        _failed(2);
        same(crooked.balanceOf(baltic), 1_100, "Baltic's");
    }
}
