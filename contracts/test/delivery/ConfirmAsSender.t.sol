// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegRole, LegType } from "../../src/types/Leg.sol";
import { MixedFixture } from "../support/MixedFixture.sol";

/// @title DeliveryManager: confirmAsSender.
contract ConfirmAsSenderTest is MixedFixture {
    function _confirm(address by, DeliveryId id, Leg[] memory legs, bytes[] memory accounts) private {
        vm.prank(by);
        deliveries.confirmAsSender(id, legs, accounts);
    }

    /// @dev Alpen gives 100 bonds for 50 of Baltic's; Alpen creates it.
    function _swap() private returns (DeliveryId id, Leg[] memory legs) {
        legs = two(digital(bond, meridian, alpen, baltic, 100), digital(bond, meridian, baltic, alpen, 50));
        legs[0].senderData = legs[1].receiverData = data(1);
        id = created(legs);
    }

    function test_P14_CON03_RevertWhen_TheCallerIsNoParticipant() external {
        (DeliveryId id, Leg[] memory legs) = _swap();
        refuses(notParticipant(id, rhone));
        _confirm(rhone, id, legs, new bytes[](2));
    }

    function test_RevertWhen_DataIsNotOneForEachLeg() external {
        (DeliveryId id, Leg[] memory legs) = _swap();
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryDataMismatch.selector, 2, 1));
        _confirm(baltic, id, legs, new bytes[](1));
    }

    function test_RevertWhen_TheLegsAreOthers() external {
        (DeliveryId id, Leg[] memory legs) = _swap();
        legs[0].quantity = 99;
        refuses(mismatch(id));
        _confirm(baltic, id, legs, new bytes[](2));
    }

    function test_P12_RevertWhen_TheCallerOwesNothingOnThatSide() external {
        (DeliveryId id, Leg[] memory legs) = _swap();
        refuses(nothingToConfirm(id, alpen));
        _confirm(alpen, id, legs, new bytes[](2));
        refuses(nothingToConfirm(id, meridian));
        _confirm(meridian, id, legs, new bytes[](2));
        bytes[] memory accounts = new bytes[](2);
        accounts[1] = data(1);
        _confirm(baltic, id, legs, accounts);
        refuses(nothingToConfirm(id, baltic));
        _confirm(baltic, id, legs, accounts);
    }

    function test_RevertWhen_TheCallHasDataForTheOtherSide() external {
        (DeliveryId id, Leg[] memory legs) = _swap();
        refuses(abi.encodeWithSelector(IDeliveryManager.LegDataNotOwn.selector, 0));
        _confirm(baltic, id, legs, accountsOf(baltic, legs));
    }

    function test_P11_RevertWhen_TheDeliveryIsClosed() external {
        (DeliveryId id, Leg[] memory legs) = _swap();
        cancel(alpen, id, legs);
        refuses(closed(id, DeliveryState.CANCELED));
        _confirm(baltic, id, legs, new bytes[](2));
    }

    function test_ItGivesThatSideAlone() external {
        (DeliveryId id, Leg[] memory legs) = _swap();
        bytes[] memory accounts = new bytes[](2);
        accounts[1] = data(1);
        vm.expectEmit(address(deliveries));
        emit IDeliveryManager.LegConfirmed(id, 1, baltic, LegRole.SENDER, data(1));
        _confirm(baltic, id, legs, accounts);
        holds(bond, baltic, 1, 1_000, 50);
        refuses(investorsFirst(id));
        confirm(meridian, id, legs);
        accounts[1] = "";
        accounts[0] = data(1);
        vm.prank(baltic);
        deliveries.confirmAsReceiver(id, legs, accounts);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        holds(bond, baltic, 1, 1_050, 0);
    }

    function test_TheLastSenderOfTokensSettles() external {
        Leg[] memory legs = one(paid(LegType.ERC20, address(token), alpen, baltic, 5));
        DeliveryId id = create(baltic, legs);
        _confirm(alpen, id, legs, new bytes[](1));
        isIn(id, DeliveryState.SETTLED);
        same(token.balanceOf(baltic), 1_005, "Baltic's tokens");
    }
}
