// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: confirmExternalDelivery.
contract ConfirmExternalDeliveryTest is MixedFixture {
    function _reported(Leg[] memory legs, uint256 legIdx) private returns (DeliveryId id) {
        id = created(legs);
        report(legs[legIdx].sender, id, legs, legIdx);
    }

    function test_RevertWhen_TheLegMovesOnTheLedger() external {
        Leg[] memory legs = repo();
        DeliveryId id = _reported(legs, 1);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotExternal.selector, id, 0));
        receive_(baltic, id, legs, 0);
    }

    function test_P14_P19_CON03_RevertWhen_TheCallerIsNotTheReceiver() external {
        Leg[] memory legs = repo();
        DeliveryId id = _reported(legs, 1);
        address[3] memory others = [baltic, meridian, rhone];
        for (uint256 i; i < others.length; ++i) {
            refuses(notParty(id, 1, others[i]));
            receive_(others[i], id, legs, 1);
        }
    }

    function test_P19_RevertWhen_NothingIsReported() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotReported.selector, id, 1));
        receive_(alpen, id, legs, 1);
    }

    function test_P12_RevertWhen_ConfirmedTwice() external {
        Leg[] memory legs = repo();
        DeliveryId id = _reported(legs, 1);
        receive_(alpen, id, legs, 1);
        refuses(
            abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 1, LegRole.RECEIVER)
        );
        receive_(alpen, id, legs, 1);
    }

    function test_P11_RevertWhen_TheDeliveryIsClosed() external {
        Leg[] memory legs = repo();
        DeliveryId id = _reported(legs, 1);
        cancel(meridian, id, legs);
        refuses(closed(id, DeliveryState.CANCELED));
        receive_(alpen, id, legs, 1);
    }

    function test_P15_P19_TheConfirmationIsEmittedAndCounted() external {
        Leg[] memory legs = repo();
        DeliveryId id = _reported(legs, 1);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.ExternalDeliveryConfirmed(id, 1, alpen);
        receive_(alpen, id, legs, 1);
        same(deliveries.deliveries(id).numLegsConfirmed, 1, "confirmed");
        isIn(id, DeliveryState.PENDING);
    }

    function test_P19_CashAloneSettlesWithTheReceiversConfirmation() external {
        Leg[] memory legs = one(cash(baltic, alpen));
        DeliveryId id = created(legs);
        isIn(id, DeliveryState.CREATED);
        report(baltic, id, legs, 0);
        isIn(id, DeliveryState.PENDING);
        receive_(alpen, id, legs, 0);
        isIn(id, DeliveryState.SETTLED);
    }

    function test_ATraditionalInstrumentWaitsForItsTransferAgent() external {
        Leg[] memory legs = one(gold(baltic, alpen));
        DeliveryId id = _reported(legs, 0);
        receive_(alpen, id, legs, 0);
        isIn(id, DeliveryState.PENDING);
        confirm(agent, id, legs);
        isIn(id, DeliveryState.SETTLED);
    }
}
