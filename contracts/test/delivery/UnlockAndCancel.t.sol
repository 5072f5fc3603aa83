// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
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
        DeliveryId id = create(baltic, legs);
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

    /// @dev 400 bonds from Alpen to Baltic against cash, and 300 tokens under Alpen's hash. Everybody has confirmed, and
    /// Alpen does not unlock.
    function _paidAndLocked() private returns (DeliveryId id, Leg[] memory legs) {
        legs = new Leg[](3);
        (legs[0], legs[1]) = (lockedSale()[0], lockedSale()[1]);
        legs[2] = cash(baltic, alpen);
        id = created(legs);
        lock(baltic, id, legs, 1, KEY, inADay());
        report(baltic, id, legs, 2);
        receive_(alpen, id, legs, 2);
        confirmAsInvestor(baltic, id, legs);
        confirm(meridian, id, legs);
    }

    function test_M3_AfterAPaymentTheDeadlineFreesTheLockAlone() external {
        (DeliveryId id, Leg[] memory legs) = _paidAndLocked();
        vm.warp(inADay());
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegLockReleased(id, 1, alpen);
        unlockAndCancel(alpen, id, legs);
        isIn(id, DeliveryState.PENDING);
        same(token.balanceOf(baltic), 1_000, "Baltic's tokens");
        holds(bond, alpen, 1, 1_000, 400);
        same((deliveries.legFlags(id) >> 8) & 0x47, 0x04, "the lock's confirmations");
    }

    function test_M3_RevertWhen_OneSideAloneWouldKeepBondsAndMoney() external {
        (DeliveryId id, Leg[] memory legs) = _paidAndLocked();
        vm.warp(inADay());
        unlockAndCancel(alpen, id, legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotLocked.selector, id));
        unlockAndCancel(alpen, id, legs);
        cancel(alpen, id, legs);
        isIn(id, DeliveryState.PENDING);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryCancelAlreadyRequested.selector, id, alpen));
        cancel(alpen, id, legs);
    }

    function test_M3_AfterItsReleaseTheVotesOrTheRegistrarEndIt() external {
        (DeliveryId id, Leg[] memory legs) = _paidAndLocked();
        vm.warp(inADay());
        unlockAndCancel(baltic, id, legs);
        uint256 before = vm.snapshotState();
        cancel(alpen, id, legs);
        cancel(baltic, id, legs);
        nothingMoved();
        vm.revertToState(before);
        cancel(meridian, id, legs);
        nothingMoved();
    }

    function test_M3_AfterItsReleaseTheSenderLocksAgainAndItSettles() external {
        (DeliveryId id, Leg[] memory legs) = _paidAndLocked();
        vm.warp(inADay());
        unlockAndCancel(meridian, id, legs);
        lock(baltic, id, legs, 1, "another key", inADay());
        unlock(alpen, id, legs, 1, "another key");
        isIn(id, DeliveryState.SETTLED);
        holds(bond, baltic, 1, 1_400, 0);
        same(token.balanceOf(alpen), 1_300, "Alpen's tokens");
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
