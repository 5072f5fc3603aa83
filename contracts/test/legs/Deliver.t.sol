// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";

/// @title HtlcLegManager: deliver. The test answers as the delivery manager does: it settles, or refuses.
contract DeliverTest is EscrowFixture {
    Leg[] private legs;
    bytes32 private legRef;
    uint64 private deadline;
    bool private othersOwe;

    error OthersOwe();

    function setUp() public override {
        super.setUp();
        legs.push(quantity(LegType.HTLC, address(token)));
        legRef = legReference(DELIVERY, 0);
        deadline = inADay();
        htlcLegs.lock(DELIVERY, legRef, legs[0], "", hashOf(KEY), deadline);
    }

    function legReference(DeliveryId deliveryId, uint256 legIdx) public pure returns (bytes32) {
        return keccak256(abi.encode(deliveryId, legIdx));
    }

    function notifyLegDelivery(DeliveryId deliveryId, Leg[] calldata legs_, uint256 legIdx) external {
        same(msg.sender, address(htlcLegs), "who notifies");
        same(keccak256(abi.encode(legs_)), keccak256(abi.encode(legs)), "legs");
        if (othersOwe) revert OthersOwe();
        htlcLegs.settle(legReference(deliveryId, legIdx), legs_[legIdx]);
    }

    function _deliver(bytes memory key) private {
        vm.prank(address(0xA11));
        htlcLegs.deliver(DELIVERY, legs, 0, key);
    }

    function test_P18_CON11_RevertWhen_TheKeyIsWrong() external {
        bytes[3] memory wrong =
            [abi.encode("another key"), abi.encodePacked(bytes31(KEY)), abi.encodePacked(KEY, hex"00")];
        for (uint256 i; i < 3; ++i) {
            refuses(abi.encodeWithSelector(ILockingLegManager.LockKeyInvalid.selector, legRef));
            _deliver(wrong[i]);
        }
    }

    function test_RevertWhen_ThatLegIsNotLocked() external {
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotTaken.selector, legReference(DELIVERY, 1)));
        htlcLegs.deliver(DELIVERY, legs, 1, abi.encode(KEY));
        DeliveryId another = DeliveryId.wrap("another");
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotTaken.selector, legReference(another, 0)));
        htlcLegs.deliver(another, legs, 0, abi.encode(KEY));
    }

    function test_P18_CON11_RevertWhen_TheDeadlineHasPassed() external {
        vm.warp(deadline);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockExpired.selector, legRef, deadline));
        _deliver(abi.encode(KEY));
    }

    function test_P18_RevertWhen_OthersStillOwe() external {
        othersOwe = true;
        refuses(abi.encodeWithSelector(OthersOwe.selector));
        _deliver(abi.encode(KEY));
        check(!htlcLegs.locks(legRef).isUnlocked, "unlocked");
    }

    function test_P12_RevertWhen_DeliveredTwice() external {
        _deliver(abi.encode(KEY));
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotTaken.selector, legRef));
        _deliver(abi.encode(KEY));
    }

    function test_P18_AnybodyWhoKnowsTheKeyDelivers() external {
        vm.warp(deadline - 1);
        vm.expectEmit(address(htlcLegs));
        emit ILockingLegManager.LockOpened(legRef, hashOf(KEY), KEY);
        _deliver(abi.encode(KEY));
        same(token.balanceOf(baltic), 1_400, "Baltic's");
        same(token.balanceOf(address(htlcLegs)), 0, "in escrow");
        check(!htlcLegs.isHeld(legRef) && htlcLegs.locks(legRef).hash == 0, "still held");
    }
}
