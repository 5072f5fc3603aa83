// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { MovementFixture } from "./MovementFixture.sol";

/// @title Deliveries of DIGITAL legs over custody chains.
contract DeliveriesTest is MovementFixture {
    /// @dev 400 shares from Alpen to Baltic over CHAIN; Alpen creates it.
    function _leg() private view returns (Leg memory leg) {
        leg = digital(shares, meridian, alpen, baltic, 400);
        leg.assetManager = address(chains);
        leg.senderData = _data(1, CHAIN);
    }

    function _answer() private pure returns (bytes[] memory answers) {
        answers = new bytes[](1);
        answers[0] = _data(2, CHAIN);
    }

    function test_RevertWhen_ADeliveryWouldIssueOrTerminate() external {
        Leg[] memory legs = one(_leg());
        (legs[0].sender, legs[0].senderData, legs[0].receiverData) = (meridian, "", _data(2, CHAIN));
        refuses(_notBetweenInvestors());
        create(baltic, legs);
        legs = one(_leg());
        legs[0].receiver = meridian;
        refuses(_notBetweenInvestors());
        create(alpen, legs);
    }

    function test_RevertWhen_TheReceiverNamesAnotherChain() external {
        Leg[] memory legs = one(_leg());
        DeliveryId id = created(legs);
        bytes[] memory answers = _answer();
        answers[0] = _data(2, OWN);
        vm.prank(baltic);
        refuses(_differ(CHAIN, OWN));
        deliveries.confirmDelivery(id, legs, answers);
    }

    function test_P10_ADeliverySettlesOverItsChain() external {
        Leg[] memory legs = one(_leg());
        DeliveryId id = created(legs);
        _has(CHAIN, alpen, 1, 1_000, 400, 0);
        confirmWith(baltic, id, legs, _answer());
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        _has(CHAIN, alpen, 1, 600, 0, 0);
        _has(CHAIN, baltic, 2, 400, 0, 0);
        _balanced();
    }

    function test_P10_ACanceledDeliveryLeavesNoEarmarkBehind() external {
        Leg[] memory legs = one(_leg());
        DeliveryId id = created(legs);
        cancel(alpen, id, legs);
        isIn(id, DeliveryState.CANCELED);
        _has(CHAIN, alpen, 1, 1_000, 0, 0);
    }

    function test_P10_SharesOverAChainAgainstBondsOfTheAccountsRegistry() external {
        Leg[] memory legs = two(_leg(), digital(bond, meridian, baltic, alpen, 200));
        legs[1].receiverData = data(2);
        DeliveryId id = created(legs);
        bytes[] memory answers = new bytes[](2);
        (answers[0], answers[1]) = (_data(2, CHAIN), data(1));
        confirmWith(baltic, id, legs, answers);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        _has(CHAIN, baltic, 2, 400, 0, 0);
        holds(bond, alpen, 2, 200, 0);
    }

    function test_CON15_RevertWhen_TheRegistryIsSuspendedBetweenConfirmingAndSettling() external {
        Leg[] memory legs = one(_leg());
        DeliveryId id = created(legs);
        confirmWith(baltic, id, legs, _answer());
        _suspend();
        vm.prank(meridian);
        vm.expectRevert();
        deliveries.confirmDelivery(id, legs, new bytes[](1));
        _has(CHAIN, alpen, 1, 1_000, 400, 0);
        cancel(meridian, id, legs);
        _has(CHAIN, alpen, 1, 1_000, 0, 0);
    }
}
