// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";

/// @title HtlcLegManager: unlock.
contract UnlockTest is EscrowFixture {
    Leg private leg;
    uint64 private deadline;

    function setUp() public override {
        super.setUp();
        leg = quantity(LegType.HTLC, address(token));
        deadline = inADay();
        htlcLegs.lock(DELIVERY, REF, leg, "", hashOf(KEY), deadline);
    }

    function _refusesKey(bytes memory key) private {
        refuses(abi.encodeWithSelector(ILockingLegManager.LockKeyInvalid.selector, REF));
        htlcLegs.unlock(REF, leg, key);
    }

    function test_RevertWhen_TheCallerIsNotTheDeliveryManager() external {
        vm.prank(baltic);
        refuses(notDeliveryManager(baltic));
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
    }

    function test_RevertWhen_NothingIsLocked() external {
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotTaken.selector, OTHER));
        htlcLegs.unlock(OTHER, leg, abi.encode(KEY));
    }

    function test_P18_CON11_RevertWhen_TheKeyIsWrong() external {
        _refusesKey(abi.encode("another key"));
        _refusesKey(abi.encode(hashOf(KEY)));
        _refusesKey("");
    }

    function test_P18_CON11_RevertWhen_TheKeyHas31Or33Bytes() external {
        _refusesKey(abi.encodePacked(bytes31(KEY)));
        _refusesKey(abi.encodePacked(KEY, hex"00"));
    }

    /// @dev Even where its hash is the one of the lock.
    function test_P18_CON11_RevertWhen_AKeyOfAnotherLengthFits() external {
        bytes[2] memory keys = [abi.encodePacked(bytes31("short")), abi.encodePacked(KEY, hex"00")];
        leg.quantity = 100;
        for (uint256 i; i < 2; ++i) {
            bytes32 legRef = bytes32(i + 1);
            htlcLegs.lock(DELIVERY, legRef, leg, "", sha256(keys[i]), deadline);
            refuses(abi.encodeWithSelector(ILockingLegManager.LockKeyInvalid.selector, legRef));
            htlcLegs.unlock(legRef, leg, keys[i]);
        }
    }

    function test_P18_CON11_RevertWhen_TheDeadlineHasPassed() external {
        vm.warp(deadline);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockExpired.selector, REF, deadline));
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
    }

    /// @dev At each moment one of the two is possible, never both.
    function test_P18_CON11_RevertWhen_ReleasedInTheSameBlock() external {
        vm.warp(deadline);
        htlcLegs.release(REF, leg);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotTaken.selector, REF));
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
    }

    function test_P18_CON11_RevertWhen_ReleasingAfterUnlockingInTheSameBlock() external {
        vm.warp(deadline - 1);
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotExpired.selector, REF, deadline));
        htlcLegs.release(REF, leg);
        htlcLegs.settle(REF, leg);
        vm.warp(deadline);
        htlcLegs.release(REF, leg);
        same(token.balanceOf(alpen), 600, "Alpen's");
        same(token.balanceOf(baltic), 1_400, "Baltic's");
    }

    function test_RevertWhen_UnlockedTwice() external {
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
        refuses(abi.encodeWithSelector(ILockingLegManager.LockAlreadyUnlocked.selector, REF));
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
    }

    function test_RevertWhen_UnlockedAfterSettlement() external {
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
        htlcLegs.settle(REF, leg);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotTaken.selector, REF));
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
    }

    function test_P18_TheKeyIsEmittedAndTheLegMaySettle() external {
        vm.warp(deadline - 1);
        vm.expectEmit(address(htlcLegs));
        emit ILockingLegManager.LockOpened(REF, hashOf(KEY), KEY);
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
        check(htlcLegs.locks(REF).isUnlocked, "still locked");
        same(token.balanceOf(address(htlcLegs)), 400, "in escrow");
        htlcLegs.settle(REF, leg);
        same(token.balanceOf(baltic), 1_400, "Baltic's");
    }
}
