// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: cancelExpired. The operator's last resort, finding M-4.
contract CancelExpiredTest is MixedFixture {
    function _cancelExpired(address by, DeliveryId id, Leg[] memory legs) private {
        vm.prank(by);
        deliveries.cancelExpired(id, legs, bytes32("reason"));
    }

    /// @dev A repo whose payment Baltic has reported, and Alpen denies.
    function _reported() private returns (DeliveryId id, Leg[] memory legs) {
        legs = repo();
        id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        report(baltic, id, legs, 1);
    }

    function _expire(DeliveryId id) private {
        vm.warp(deliveries.deliveries(id).expiresAt);
    }

    function _unregister(address tenant) private {
        vm.prank(operator);
        platform.unregisterTenant(tenant);
    }

    function test_M4_RevertWhen_TheCallerIsNotTheOperator() external {
        (DeliveryId id, Leg[] memory legs) = _reported();
        _expire(id);
        blacklist(meridian);
        address[3] memory others = [alpen, baltic, meridian];
        for (uint256 i; i < others.length; ++i) {
            refuses(notHeld(others[i], Privileges.DELIVERY_OPERATOR));
            _cancelExpired(others[i], id, legs);
        }
    }

    function test_M4_RevertWhen_ItHasNotExpired() external {
        (DeliveryId id, Leg[] memory legs) = _reported();
        blacklist(meridian);
        uint64 expiresAt = deliveries.deliveries(id).expiresAt;
        vm.warp(expiresAt - 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotExpired.selector, id, expiresAt));
        _cancelExpired(operator, id, legs);
    }

    function test_M4_RevertWhen_TheRegistrarIsInGoodStanding() external {
        (DeliveryId id, Leg[] memory legs) = _reported();
        _expire(id);
        refuses(
            abi.encodeWithSelector(IDeliveryManager.DeliveryRegistrarInGoodStanding.selector, id, meridian)
        );
        _cancelExpired(operator, id, legs);
    }

    function test_M4_RevertWhen_OneOfTwoRegistrarsIsInGoodStanding() external {
        Leg[] memory legs = new Leg[](3);
        (legs[0], legs[1], legs[2]) = (loan()[0], loan()[1], cash(rhone, alpen));
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        report(rhone, id, legs, 2);
        _expire(id);
        blacklist(meridian);
        refuses(
            abi.encodeWithSelector(IDeliveryManager.DeliveryRegistrarInGoodStanding.selector, id, nordhafen)
        );
        _cancelExpired(operator, id, legs);
        blacklist(nordhafen);
        _cancelExpired(operator, id, legs);
        isIn(id, DeliveryState.CANCELED);
    }

    function test_M4_RevertWhen_NoPaymentWasReported() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        _expire(id);
        blacklist(meridian);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotPaid.selector, id));
        _cancelExpired(operator, id, legs);
        cancel(baltic, id, legs);
        holds(bond, alpen, 1, 1_000, 0);
    }

    function test_M4_RevertWhen_ALegIsLocked() external {
        Leg[] memory legs = new Leg[](3);
        (legs[0], legs[1], legs[2]) = (lockedSale()[0], lockedSale()[1], cash(baltic, alpen));
        DeliveryId id = created(legs);
        report(baltic, id, legs, 2);
        _expire(id);
        lock(baltic, id, legs, 1, KEY, inADay());
        blacklist(meridian);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLocked.selector, id));
        _cancelExpired(operator, id, legs);
        vm.warp(inADay());
        unlockAndCancel(baltic, id, legs);
        _cancelExpired(operator, id, legs);
        nothingMoved();
    }

    function test_M4_RevertWhen_ThereIsNoReason() external {
        (DeliveryId id, Leg[] memory legs) = _reported();
        _expire(id);
        blacklist(meridian);
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryReasonMissing.selector, id));
        deliveries.cancelExpired(id, legs, 0);
    }

    function test_M4_RevertWhen_TheDeliveryHasEnded() external {
        (DeliveryId id, Leg[] memory legs) = _reported();
        cancel(meridian, id, legs);
        _expire(id);
        refuses(closed(id, DeliveryState.CANCELED));
        _cancelExpired(operator, id, legs);
    }

    function test_M4_AfterAReportTheOperatorCancelsWhereTheRegistrarIsBlacklistedOrGone() external {
        for (uint256 i; i < 2; ++i) {
            uint256 before = vm.snapshotState();
            (DeliveryId id, Leg[] memory legs) = _reported();
            _expire(id);
            if (i == 0) blacklist(meridian);
            else _unregister(meridian);
            vm.expectEmit(address(deliveries));
            emit IDeliveryManager.DeliveryCanceled(id, operator, bytes32("reason"), true);
            _cancelExpired(operator, id, legs);
            isIn(id, DeliveryState.CANCELED);
            holds(bond, alpen, 1, 1_000, 0);
            vm.revertToState(before);
        }
    }
}
