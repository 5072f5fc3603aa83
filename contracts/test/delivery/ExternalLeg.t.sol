// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg, LegRole } from "../../src/types/Leg.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

/// @title DeliveryManager: reportExternalDelivery, confirmExternalDelivery.
contract ExternalLegTest is DeliveryWorld {
    function test_RevertWhen_TheLegIsNotExternal() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        bytes memory err = abi.encodeWithSelector(IDeliveryManager.LegNotExternal.selector, id, 0);
        refuses(err);
        report(alpen, id, legs, 0);
        refuses(err);
        receive_(baltic, id, legs, 0);
    }

    function test_RevertWhen_TheCallerIsNotTheParty() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotParty.selector, id, 1, alpen));
        report(alpen, id, legs, 1);
        report(baltic, id, legs, 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotParty.selector, id, 1, baltic));
        receive_(baltic, id, legs, 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotParty.selector, id, 1, meridian));
        receive_(meridian, id, legs, 1);
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

    function test_RevertWhen_ReportedTwice() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        report(baltic, id, legs, 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 1, LegRole.SENDER));
        report(baltic, id, legs, 1);
    }

    function test_RevertWhen_ConfirmedBeforeTheReportOrTwice() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotReported.selector, id, 1));
        receive_(alpen, id, legs, 1);
        report(baltic, id, legs, 1);
        receive_(alpen, id, legs, 1);
        refuses(
            abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 1, LegRole.RECEIVER)
        );
        receive_(alpen, id, legs, 1);
    }

    function test_RevertWhen_TheDeliveryIsClosed() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        bytes memory err =
            abi.encodeWithSelector(IDeliveryManager.DeliveryNotPending.selector, id, DeliveryState.CANCELED);
        refuses(err);
        report(baltic, id, legs, 1);
        refuses(err);
        receive_(alpen, id, legs, 1);
    }

    function test_ReportAndConfirmationAreTold() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.ExternalDeliveryReported(id, 1, baltic);
        report(baltic, id, legs, 1);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.ExternalDeliveryConfirmed(id, 1, alpen);
        receive_(alpen, id, legs, 1);
        same(deliveries.deliveries(id).numLegsConfirmed, 1, "confirmed");
    }

    function test_CashAloneSettlesWithTheReceiversConfirmation() external {
        Leg[] memory legs = one(cash(baltic, alpen));
        DeliveryId id = created(legs);
        isIn(id, DeliveryState.CREATED);
        report(baltic, id, legs, 0);
        isIn(id, DeliveryState.PENDING);
        receive_(alpen, id, legs, 0);
        isIn(id, DeliveryState.SETTLED);
    }
}
