// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: reportExternalDelivery.
contract ReportExternalDeliveryTest is MixedFixture {
    function test_RevertWhen_TheLegDoesNotExist() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIndexInvalid.selector, id, 2));
        report(baltic, id, legs, 2);
    }

    function test_RevertWhen_TheLegMovesOnTheLedger() external {
        Leg[] memory legs = ofEachType();
        DeliveryId id = create(coordinator, legs);
        for (uint256 i; i < legs.length; ++i) {
            if (i == 3 || i == 4) continue;
            refuses(abi.encodeWithSelector(IDeliveryManager.LegNotExternal.selector, id, i));
            report(legs[i].sender, id, legs, i);
        }
    }

    function test_P14_P19_CON03_RevertWhen_TheCallerIsNotTheSender() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        address[3] memory others = [alpen, meridian, rhone];
        for (uint256 i; i < others.length; ++i) {
            refuses(notParty(id, 1, others[i]));
            report(others[i], id, legs, 1);
        }
    }

    function test_RevertWhen_TheInstrumentIsNotEarmarked() external {
        Leg[] memory legs = two(cash(baltic, alpen), digital(bond, meridian, alpen, baltic, 400));
        legs[1].receiverData = data(1);
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotEarmarked.selector, id, 1));
        report(baltic, id, legs, 0);
        confirmAsInvestor(alpen, id, legs);
        report(baltic, id, legs, 0);
    }

    function test_RevertWhen_ATokenIsNotInEscrow() external {
        Leg[] memory legs = two(gold(baltic, alpen), deed(alpen, baltic, 1));
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotEarmarked.selector, id, 1));
        report(baltic, id, legs, 0);
    }

    function test_P12_RevertWhen_ReportedTwice() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 1, LegRole.SENDER));
        report(baltic, id, legs, 1);
    }

    function test_P11_RevertWhen_TheDeliveryIsClosed() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        refuses(closed(id, DeliveryState.CANCELED));
        report(baltic, id, legs, 1);
    }

    function test_TheReportIsEmittedAndSettlesNothing() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.ExternalDeliveryReported(id, 1, baltic);
        report(baltic, id, legs, 1);
        isIn(id, DeliveryState.PENDING);
        same(deliveries.deliveries(id).numLegsConfirmed, 0, "confirmed");
    }

    function test_ATraditionalInstrumentIsReportedLikeCash() external {
        Leg[] memory legs = one(gold(baltic, alpen));
        DeliveryId id = created(legs);
        isIn(id, DeliveryState.CREATED);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.ExternalDeliveryReported(id, 0, baltic);
        report(baltic, id, legs, 0);
        isIn(id, DeliveryState.PENDING);
    }
}
