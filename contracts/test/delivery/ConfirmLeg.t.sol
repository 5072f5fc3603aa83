// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { Leg, LegRole } from "../../src/types/Leg.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

/// @title DeliveryManager: confirmLegDelivery, setReceiverAccount.
contract ConfirmLegTest is DeliveryWorld {
    function _confirmLeg(
        address by,
        DeliveryId id,
        Leg[] memory legs,
        uint256 legIdx,
        bytes memory accountData
    ) private {
        vm.prank(by);
        deliveries.confirmLegDelivery(id, legs, legIdx, accountData);
    }

    function _setAccount(address by, DeliveryId id, Leg[] memory legs, uint256 legIdx, uint64 number)
        private
    {
        vm.prank(by);
        deliveries.setReceiverAccount(id, legs, legIdx, data(number));
    }

    function test_RevertWhen_TheLegDoesNotExist() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        bytes memory err = abi.encodeWithSelector(IDeliveryManager.LegIndexInvalid.selector, id, 1);
        refuses(err);
        _confirmLeg(baltic, id, legs, 1, data(1));
        refuses(err);
        _setAccount(baltic, id, legs, 1, 1);
    }

    function test_RevertWhen_TheLegIsExternal() external {
        Leg[] memory legs = repo();
        DeliveryId id = created(legs);
        bytes memory err = abi.encodeWithSelector(IDeliveryManager.LegIsExternal.selector, id, 1);
        refuses(err);
        _confirmLeg(baltic, id, legs, 1, "");
        refuses(err);
        _setAccount(alpen, id, legs, 1, 1);
    }

    function test_RevertWhen_TheLegIsNotTheCallers() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNotParticipant.selector, id, baltic));
        _confirmLeg(baltic, id, legs, 0, data(1));
        refuses(abi.encodeWithSelector(IDeliveryManager.LegNotParty.selector, id, 0, alpen));
        _setAccount(alpen, id, legs, 0, 1);
    }

    function test_RevertWhen_TheReceiverHasConfirmed() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        _confirmLeg(baltic, id, legs, 0, data(1));
        refuses(
            abi.encodeWithSelector(IDeliveryManager.LegAlreadyConfirmed.selector, id, 0, LegRole.RECEIVER)
        );
        _setAccount(baltic, id, legs, 0, 2);
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryNothingToConfirm.selector, id, baltic));
        _confirmLeg(baltic, id, legs, 0, data(2));
    }

    function test_LegsMayBeConfirmedOneByOne() external {
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        _confirmLeg(rhone, id, legs, 0, data(2));
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryInvestorsFirst.selector, id));
        _confirmLeg(meridian, id, legs, 0, "");
        _confirmLeg(rhone, id, legs, 1, data(1));
        _confirmLeg(meridian, id, legs, 0, "");
        isIn(id, DeliveryState.PENDING);
        _confirmLeg(nordhafen, id, legs, 1, "");
        isIn(id, DeliveryState.SETTLED);
        holds(bond, rhone, 2, 400, 0);
    }

    function test_TheReceiverMaySayItsAccountFirstAndConfirmLater() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.ReceiverAccountSet(id, 0, baltic, data(1));
        _setAccount(baltic, id, legs, 0, 1);
        _setAccount(baltic, id, legs, 0, 2);
        isIn(id, DeliveryState.PENDING);
        confirm(baltic, id, legs);
        confirm(meridian, id, legs);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_AnAccountSetBeforeIsForgottenWithTheDelivery() external {
        Leg[] memory legs = fop();
        DeliveryId id = created(legs);
        _setAccount(baltic, id, legs, 0, 2);
        cancel(alpen, id, legs);
        holds(bond, alpen, 1, 1_000, 0);
    }
}
