// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: setReceiverAccount.
contract SetReceiverAccountTest is MixedFixture {
    function _set(address by, DeliveryId id, Leg[] memory legs, uint256 legIdx, uint64 number) private {
        vm.prank(by);
        deliveries.setReceiverAccount(id, legs, legIdx, data(number));
    }

    function test_RevertWhen_TheLegDoesNotExist() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIndexInvalid.selector, id, 1));
        _set(baltic, id, legs, 1, 1);
    }

    function test_RevertWhen_TheLegKnowsNoAccounts() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.LegIsExternal.selector, id, 1));
        _set(alpen, id, legs, 1, 1);
        legs = lockedSale();
        id = created(legs);
        refuses(abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
        _set(alpen, id, legs, 1, 1);
    }

    function test_P17_CON03_RevertWhen_TheCallerIsNotTheReceiver() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        address[4] memory others = [alpen, meridian, rhone, operator];
        for (uint256 i; i < others.length; ++i) {
            refuses(notParty(id, 0, others[i]));
            _set(others[i], id, legs, 0, 1);
        }
    }

    function test_P17_RevertWhen_TheReceiverHasConfirmed() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        refuses(
            abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 0, LegRole.RECEIVER)
        );
        _set(baltic, id, legs, 0, 2);
    }

    function test_P17_RevertWhen_TheDeliveryIsClosed() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        refuses(closed(id, DeliveryState.CANCELED));
        _set(baltic, id, legs, 0, 2);
    }

    function test_TheReceiverMaySayItsAccountFirstAndConfirmLater() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.ReceiverAccountSet(id, 0, baltic, data(1));
        _set(baltic, id, legs, 0, 1);
        _set(baltic, id, legs, 0, 2);
        isIn(id, DeliveryState.PENDING);
        confirm(baltic, id, legs);
        confirm(meridian, id, legs);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_AnAccountSetBeforeIsForgottenWithTheDelivery() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        _set(baltic, id, legs, 0, 2);
        cancel(alpen, id, legs);
        holds(bond, alpen, 1, 1_000, 0);
    }
}
