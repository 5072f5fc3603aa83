// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";
import { Trick } from "../support/tokens/Mischief.sol";

/// @title HtlcLegManager: lock.
contract LockTest is EscrowFixture {
    Leg private leg;
    bytes32 private hash;

    function setUp() public override {
        super.setUp();
        leg = quantity(LegType.HTLC, address(token));
        hash = hashOf(KEY);
    }

    function _lock(bytes32 legRef, bytes32 hash_, uint64 deadline) private {
        htlcLegs.lock(DELIVERY, legRef, leg, "", hash_, deadline);
    }

    /// @dev From Baltic to Alpen, after Alpen has locked.
    function _lockBack(DeliveryId deliveryId, bytes32 legRef, uint64 deadline) private {
        Leg memory back = leg;
        (back.sender, back.receiver) = (baltic, alpen);
        htlcLegs.lock(deliveryId, legRef, back, "", keccak256(abi.encode(legRef)), deadline);
    }

    function test_RevertWhen_TheCallerIsNotTheDeliveryManager() external {
        uint64 deadline = inADay();
        vm.prank(alpen);
        refuses(notDeliveryManager(alpen));
        _lock(REF, hash, deadline);
    }

    function test_RevertWhen_AnAccountIsNamed() external {
        refuses(abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
        htlcLegs.lock(DELIVERY, REF, leg, hex"01", hash, inADay());
    }

    function test_RevertWhen_ThereIsNoHash() external {
        refuses(abi.encodeWithSelector(ILockingLegManager.LockHashMissing.selector));
        _lock(REF, 0, inADay());
    }

    function test_RevertWhen_LockedTwice() external {
        _lock(REF, hash, inADay());
        bytes32 another = hashOf("another");
        refuses(abi.encodeWithSelector(ILockingLegManager.LockAlreadyTaken.selector, REF));
        _lock(REF, another, inADay());
    }

    function test_P18_CON11_RevertWhen_TheHashIsInAnotherLivingLock() external {
        _lock(REF, hash, inADay());
        refuses(abi.encodeWithSelector(ILockingLegManager.LockHashInUse.selector, hash));
        htlcLegs.lock(DeliveryId.wrap("another"), OTHER, leg, "", hash, inADay());
    }

    function test_P18_RevertWhen_TheKeyOfTheHashWasShown() external {
        _lock(REF, hash, inADay());
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
        bytes memory err = abi.encodeWithSelector(ILockingLegManager.LockHashInUse.selector, hash);
        refuses(err);
        _lock(OTHER, hash, inADay());
        htlcLegs.settle(REF, leg);
        refuses(err);
        _lock(OTHER, hash, inADay());
    }

    function test_P18_RevertWhen_TheKeyWasShownAndTheLegReleased() external {
        _lock(REF, hash, inADay());
        htlcLegs.unlock(REF, leg, abi.encode(KEY));
        vm.warp(block.timestamp + 1 days);
        htlcLegs.release(REF, leg);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockHashInUse.selector, hash));
        _lock(OTHER, hash, inADay());
    }

    function test_RevertWhen_TheDeadlineIsTooSoonOrTooLate() external {
        uint64 soonest = uint64(block.timestamp) + htlcLegs.MIN_LOCK_PERIOD();
        uint64 latest = uint64(block.timestamp) + htlcLegs.MAX_LOCK_PERIOD();
        uint64[4] memory wrong = [0, soonest - 1, latest + 1, type(uint64).max];
        for (uint256 i; i < 4; ++i) {
            refuses(abi.encodeWithSelector(ILockingLegManager.LockDeadlineInvalid.selector, wrong[i]));
            _lock(REF, hash, wrong[i]);
        }
        _lock(REF, hash, soonest);
        _lock(OTHER, hashOf("another"), latest);
    }

    function test_P18_RevertWhen_TheDeadlineIsLaterThanAgreed() external {
        uint64 latest = inADay();
        leg.senderData = lockTerms(latest, 0);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockDeadlineTooLate.selector, latest + 1, latest));
        _lock(REF, hash, latest + 1);
        _lock(REF, hash, latest);
        same(htlcLegs.locks(REF).deadline, latest, "deadline");
    }

    function test_P18_CON11_RevertWhen_TheHashIsNotTheOneAgreed() external {
        leg.senderData = lockTerms(inADay(), hash);
        bytes32 another = hashOf("another");
        refuses(abi.encodeWithSelector(ILockingLegManager.LockHashNotAgreed.selector, another, hash));
        _lock(REF, another, inADay());
        _lock(REF, hash, inADay());
        same(htlcLegs.locks(REF).hash, hash, "hash");
    }

    function test_P18_RevertWhen_TheSecondOfTwoDoesNotExpireEarlier() external {
        uint64 first = inADay();
        _lock(REF, hash, first);
        uint64 latest = first - htlcLegs.LOCK_MARGIN();
        refuses(abi.encodeWithSelector(ILockingLegManager.LockDeadlineTooLate.selector, latest + 1, latest));
        _lockBack(DELIVERY, OTHER, latest + 1);
        _lockBack(DELIVERY, OTHER, latest);
        same(htlcLegs.locks(OTHER).deadline, latest, "deadline");
    }

    /// @dev The earliest of several locks decides.
    function test_P18_RevertWhen_TheSecondDoesNotExpireBeforeEachOfTheFirst() external {
        uint64 early = inADay();
        leg.quantity = 100;
        _lock("1", hashOf("1"), early + 1 hours);
        _lock("2", hashOf("2"), early);
        _lock("3", hashOf("3"), early + 2 hours - 1);
        refuses(
            abi.encodeWithSelector(ILockingLegManager.LockDeadlineTooLate.selector, early, early - 1 hours)
        );
        _lockBack(DELIVERY, OTHER, early);
    }

    function test_P18_RevertWhen_TheFirstLocksOnceMoreAndLater() external {
        uint64 first = inADay();
        bytes32 third = hashOf("third");
        _lock(REF, hash, first);
        _lockBack(DELIVERY, OTHER, first - 1 hours);
        refuses(
            abi.encodeWithSelector(ILockingLegManager.LockDeadlineTooLate.selector, first, first - 2 hours)
        );
        _lock("third leg", third, first);
    }

    function test_RevertWhen_TheSenderHasTooLittleOrTheTokenTakesAFee() external {
        leg.quantity = 1_001;
        refuses(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, alpen, 1_000, 1_001));
        _lock(REF, hash, inADay());
        leg = quantity(LegType.HTLC, address(crooked));
        crooked.play(Trick.KEEP_FEE);
        refuses(movedOtherwise(leg));
        _lock(REF, hash, inADay());
        check(!htlcLegs.isHeld(REF) && htlcLegs.locks(REF).hash == 0, "locked");
    }

    function test_DeliveriesDoNotBindEachOther() external {
        _lock(REF, hash, inADay());
        _lockBack(DeliveryId.wrap("another"), OTHER, inADay() + 1);
        check(htlcLegs.isHeld(OTHER), "not held");
    }

    function test_P42_TheAssetIsTakenAndTheLockEmittedAndStored() external {
        uint64 deadline = inADay();
        vm.expectEmit(address(htlcLegs));
        emit ILockingLegManager.LockTaken(REF, hash, deadline);
        _lock(REF, hash, deadline);
        ILockingLegManager.Lock memory taken = htlcLegs.locks(REF);
        same(taken.hash, hash, "hash");
        same(taken.deadline, deadline, "deadline");
        check(!taken.isUnlocked && htlcLegs.isHeld(REF), "unlocked, or not held");
        same(token.balanceOf(alpen), 600, "Alpen's");
        same(token.balanceOf(address(htlcLegs)), 400, "in escrow");
    }
}
