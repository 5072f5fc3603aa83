// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: unlockAndDeliverLeg.
contract UnlockAndDeliverLegTest is MixedFixture {
    function _last(DeliveryId id) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDeliveryManager.DeliveryUnlockedLast.selector, id);
    }

    function test_RevertWhen_TheLegIsOfAnotherType() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotHtlc.selector, id, 0));
        unlock(baltic, id, legs, 0, KEY);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIndexInvalid.selector, id, 2));
        unlock(alpen, id, legs, 2, KEY);
    }

    function test_P14_P18_CON03_RevertWhen_TheCallerIsNotTheReceiver() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        address[3] memory others = [baltic, meridian, rhone];
        for (uint256 i; i < others.length; ++i) {
            refuses(notParty(id, 1, others[i]));
            unlock(others[i], id, legs, 1, KEY);
        }
    }

    function test_P18_RevertWhen_NothingIsLocked() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotLocked.selector, id, 1));
        unlock(alpen, id, legs, 1, KEY);
    }

    function test_P18_RevertWhen_AnInvestorOrTheRegistrarStillOwes_TheKeyWouldBecomePublic() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        lock(baltic, id, legs, 1, KEY, inADay());
        refuses(_last(id));
        unlock(alpen, id, legs, 1, KEY);
        confirmAsInvestor(baltic, id, legs);
        refuses(_last(id));
        unlock(alpen, id, legs, 1, KEY);
        confirm(meridian, id, legs);
        unlock(alpen, id, legs, 1, KEY);
        isIn(id, DeliveryState.SETTLED);
    }

    function test_P16_P18_RevertWhen_TheValueDateHasNotCome() external {
        Leg[] memory legs = two(lockedSale()[1], paidBack());
        uint64 valueDate = uint64(block.timestamp / 1 days + 1) * 1 days;
        DeliveryId id = create(alpen, legs, valueDate);
        lock(baltic, id, legs, 0, KEY, valueDate + 1 days);
        lock(alpen, id, legs, 1, "another key", valueDate + 1 hours);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryBeforeValueDate.selector, id, valueDate));
        unlock(alpen, id, legs, 0, KEY);
        vm.warp(valueDate);
        unlock(alpen, id, legs, 0, KEY);
        unlock(baltic, id, legs, 1, "another key");
        isIn(id, DeliveryState.SETTLED);
    }

    function paidBack() private view returns (Leg memory leg) {
        leg = lockedSale()[1];
        (leg.sender, leg.receiver) = (leg.receiver, leg.sender);
    }

    function test_P18_CON11_RevertWhen_TheKeyIsWrongOrOfAnotherLength() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        bytes32 legRef = deliveries.legReference(id, 1);
        bytes[4] memory wrong = [
            abi.encode(bytes32("wrong")),
            bytes(""),
            abi.encodePacked(bytes31(KEY)),
            abi.encodePacked(KEY, bytes1(0))
        ];
        for (uint256 i; i < wrong.length; ++i) {
            vm.prank(alpen);
            refuses(abi.encodeWithSelector(ILockingLegManager.LockKeyInvalid.selector, legRef));
            deliveries.unlockAndDeliverLeg(id, legs, 1, wrong[i]);
        }
        isIn(id, DeliveryState.PENDING);
    }

    function test_P18_CON11_RevertWhen_TheDeadlineHasCome() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        uint64 deadline = inADay();
        vm.warp(deadline);
        refuses(
            abi.encodeWithSelector(
                ILockingLegManager.LockExpired.selector, deliveries.legReference(id, 1), deadline
            )
        );
        unlock(alpen, id, legs, 1, KEY);
    }

    function test_P12_P18_RevertWhen_UnlockedTwice() external {
        Leg[] memory legs = two(lockedSale()[1], paidBack());
        DeliveryId id = created(legs);
        lock(baltic, id, legs, 0, KEY, inADay());
        lock(alpen, id, legs, 1, "another key", inADay() - 1 hours);
        unlock(alpen, id, legs, 0, KEY);
        refuses(
            abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 0, LegRole.RECEIVER)
        );
        unlock(alpen, id, legs, 0, KEY);
    }

    function test_P11_P18_RevertWhen_TheDeliveryIsCanceled() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        vm.warp(inADay());
        unlockAndCancel(baltic, id, legs);
        refuses(closed(id, DeliveryState.CANCELED));
        unlock(alpen, id, legs, 1, KEY);
    }

    function test_P10_P18_TheUnlockingTellsTheKeyAndSettlesAll() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        vm.warp(inADay() - 1);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegUnlocked(id, 1, alpen, abi.encode(KEY));
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.DeliverySettled(id);
        unlock(alpen, id, legs, 1, KEY);
        isIn(id, DeliveryState.SETTLED);
        holds(bond, baltic, 1, 1_400, 0);
        same(token.balanceOf(alpen), 1_300, "Alpen's tokens");
        same(token.balanceOf(address(htlcLegs)), 0, "in escrow");
    }
}
