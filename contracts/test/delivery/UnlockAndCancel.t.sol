// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { ILockingLegManager } from "../../src/interfaces/ILockingLegManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: unlockAndCancel.
contract UnlockAndCancelTest is MixedFixture {
    function test_P14_CON03_RevertWhen_TheCallerIsNoParticipant() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        vm.warp(inADay());
        refuses(notParticipant(id, rhone));
        unlockAndCancel(rhone, id, legs);
    }

    function test_RevertWhen_NothingIsLocked() external {
        Leg[] memory legs = lockedSale();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotLocked.selector, id));
        unlockAndCancel(alpen, id, legs);
        legs = repo();
        id = created(legs);
        report(baltic, id, legs, 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotLocked.selector, id));
        unlockAndCancel(alpen, id, legs);
    }

    function test_P18_CON11_RevertWhen_ASecondIsLeftOfTheDeadline() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        uint64 deadline = inADay();
        vm.warp(deadline - 1);
        bytes memory err = abi.encodeWithSelector(
            ILockingLegManager.LockNotExpired.selector, deliveries.legReference(id, 1), deadline
        );
        address[3] memory parties = [alpen, baltic, meridian];
        for (uint256 i; i < parties.length; ++i) {
            refuses(err);
            unlockAndCancel(parties[i], id, legs);
        }
        unlock(alpen, id, legs, 1, KEY);
        isIn(id, DeliveryState.SETTLED);
    }

    function test_P18_RevertWhen_OneOfTwoLocksHasNotExpired() external {
        Leg[] memory legs = two(lockedSale()[1], lockedSale()[1]);
        DeliveryId id = nextId();
        create(baltic, id, legs);
        lock(baltic, id, legs, 0, KEY, inADay());
        lock(baltic, id, legs, 1, "another key", inADay() + 1);
        vm.warp(inADay());
        refuses(
            abi.encodeWithSelector(
                ILockingLegManager.LockNotExpired.selector,
                deliveries.legReference(id, 1),
                block.timestamp + 1
            )
        );
        unlockAndCancel(baltic, id, legs);
    }

    function test_P11_RevertWhen_TheDeliveryIsClosed() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        vm.warp(inADay());
        unlockAndCancel(alpen, id, legs);
        refuses(closed(id, DeliveryState.CANCELED));
        unlockAndCancel(baltic, id, legs);
    }

    function test_P10_P44_FromTheDeadlineOnAnyParticipantGivesEverythingBack() external {
        address[3] memory parties = [alpen, baltic, meridian];
        for (uint256 i; i < parties.length; ++i) {
            Leg[] memory legs = lockedSale();
            DeliveryId id = created(legs);
            lock(baltic, id, legs, 1, keccak256(abi.encode(i)), inADay());
            vm.warp(inADay());
            vm.expectEmit(address(deliveries));
            emit IDeliveryManager.DeliveryCanceled(id, parties[i], bytes32("reason"), false);
            unlockAndCancel(parties[i], id, legs);
            isIn(id, DeliveryState.CANCELED);
            nothingMoved();
        }
    }

    function test_P43_OneOfTwoUnlockedAndNeverTheOther_AllComesBackAfterBothDeadlines() external {
        Leg memory back = lockedSale()[1];
        (back.sender, back.receiver) = (back.receiver, back.sender);
        Leg[] memory legs = two(lockedSale()[1], back);
        DeliveryId id = created(legs);
        lock(baltic, id, legs, 0, KEY, inADay());
        lock(alpen, id, legs, 1, "another key", inADay() - 1 hours);
        unlock(alpen, id, legs, 0, KEY);
        isIn(id, DeliveryState.PENDING);
        vm.warp(inADay());
        unlockAndCancel(alpen, id, legs);
        nothingMoved();
    }
}
