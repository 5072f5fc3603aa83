// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";

contract ValueDateTest is DeliveryFixture {
    uint64 private constant valueDate = 19_677 days;

    function _matched() private returns (DeliveryId id, Leg[] memory legs) {
        legs = fop();
        id = create(alpen, legs, valueDate);
        confirmAsInvestor(baltic, id, legs);
    }

    function test_P16_RevertWhen_TheLastConfirmationComesASecondEarly() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        vm.warp(valueDate - 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryBeforeValueDate.selector, id, valueDate));
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.PENDING);
    }

    function test_P16_OnTheDateItSettles() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        same(deliveries.deliveries(id).valueDate, valueDate, "value date");
        vm.warp(valueDate);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
    }

    function test_P16_BeforeTheDateItMayBeCanceled() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        cancel(meridian, id, legs);
        isIn(id, DeliveryState.CANCELED);
    }

    function test_P16_OnlyTheConfirmationThatWouldSettleIsRefused() external {
        Leg[] memory legs = loan();
        DeliveryId id = create(alpen, legs, valueDate);
        confirmAsInvestor(rhone, id, legs);
        confirm(meridian, id, legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryBeforeValueDate.selector, id, valueDate));
        confirm(nordhafen, id, legs);
    }

    function test_P16_NothingIsConfirmedByThePassingOfTime() external {
        (DeliveryId id,) = _matched();
        vm.warp(valueDate + 3650 days);
        isIn(id, DeliveryState.PENDING);
    }
}
